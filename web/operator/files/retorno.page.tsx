import { Button, FileButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { ApiFailure } from '../../api/failure.ts';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { useAddress, usePathPart } from '../../ui/page/address.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconRefresh } from '../../ui/page/icons.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import styles from './files.module.css';
import { FILES_KEY, type Preview, previewRetorno, receiveRetorno } from './files.queries.ts';
import { useFileTexts } from './files.texts.ts';
import { PreviewSections } from './preview-sections.tsx';

const ApplyDialog = lazy(async () => ({ default: (await import('./apply-dialog.tsx')).ApplyDialog }));

/** A retorno is looked at first; what was seen is applied, or nothing. */
export function Page() {
  const { retorno: t } = useFileTexts();
  const name = usePathPart('name');
  const [file, setFile] = useState<File | null>(null);
  const looking = useMutation({ mutationFn: (chosen: File) => previewRetorno(name, chosen, 0) });
  const look = (chosen: File | null) => {
    if (!chosen) return;
    setFile(chosen);
    looking.mutate(chosen);
  };
  const { data: preview, error, isPending } = looking;
  return (
    <>
      <PageHeader title={t.title} above={<BackLink to={`/files/${name}`} label={name} />} />
      <p className={styles.note}>{t.text}</p>
      <div className={styles.bar}>
        <FileButton onChange={look} inputProps={{ 'aria-label': t.file }}>
          {(props) => (
            <Button {...props} variant={file ? 'default' : 'filled'} disabled={isPending}>
              {file ? t.another : t.choose}
            </Button>
          )}
        </FileButton>
        {file && (
          <Button
            variant="default"
            loading={isPending}
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            onClick={() => look(file)}
          >
            {t.again}
          </Button>
        )}
      </div>
      <div className={styles.sections}>
        {isPending && <SkeletonRows rows={4} />}
        {error && <Refused error={error} />}
        {file && preview && <Previewed key={preview.plan} name={name} file={file} first={preview} onStale={look} />}
      </div>
    </>
  );
}

/** A mistake in the file is told with its place. */
function Refused({ error }: { error: unknown }) {
  const { retorno: t } = useFileTexts();
  const place = error instanceof ApiFailure && error.code === 'RETORNO_INVALID' ? error : null;
  if (!place) return <ErrorCard error={error} />;
  const { line, column } = (place.details ?? {}) as { line: number; column: number };
  return (
    <div role="alert" className={styles.warning}>
      <p>
        <strong>{t.place({ line, column })}</strong>: {t.mistake}
      </p>
      <p>
        <code lang="en">{place.technical}</code>
      </p>
    </div>
  );
}

interface PreviewedProps {
  name: string;
  file: File;
  first: Preview;
  /** The file would do something else by now. */
  onStale: (file: File) => void;
}

function Previewed({ name, file, first, onStale }: PreviewedProps) {
  const { retorno: t } = useFileTexts();
  const textOf = useErrorText();
  const client = useQueryClient();
  const address = useAddress();
  const [shown, setShown] = useState(first);
  const [isApplying, setIsApplying] = useState(false);
  const more = useMutation({
    mutationFn: () => previewRetorno(name, file, shown.lines.at(-1)?.line ?? 0),
    onSuccess: (next) =>
      next.plan === shown.plan ? setShown({ ...next, lines: [...shown.lines, ...next.lines] }) : onStale(file),
    onError: (error) => toast(textOf(error), { isFailure: true }),
  });
  const apply = async () => {
    try {
      const { file: stored } = await receiveRetorno(name, file, shown.plan);
      toast(stored ? t.done({ number: stored.number }) : t.cameBefore);
      void client.invalidateQueries({ queryKey: FILES_KEY });
      address.go(`/files/${name}`);
    } catch (error) {
      if (!(error instanceof ApiFailure && error.code === 'RETORNO_PLAN_CHANGED')) throw error;
      toast(textOf(error), { isFailure: true });
      onStale(file);
    }
  };
  return (
    <>
      <PreviewSections
        preview={shown}
        fileName={file.name}
        isFetching={more.isPending}
        onMore={() => more.mutate()}
        onApply={() => setIsApplying(true)}
      />
      {isApplying && (
        <Suspense fallback={null}>
          <ApplyDialog preview={shown} onApply={apply} onClose={() => setIsApplying(false)} />
        </Suspense>
      )}
    </>
  );
}
