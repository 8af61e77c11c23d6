import { useQuery } from '@tanstack/react-query';
import { SkeletonPage } from '../../ui/lists/skeletons.tsx';
import { usePathPart } from '../../ui/page/address.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import styles from './acquirers.module.css';
import { acquirerQuery, changeAcquirer, kindsQuery } from './acquirers.queries.ts';
import { useAcquirerTexts } from './acquirers.texts.ts';
import { SetupForm } from './setup-form.tsx';

export function Page() {
  const t = useAcquirerTexts();
  const name = usePathPart('name');
  // Once: what somebody else changes meanwhile must not take away what was typed.
  const acquirer = useQuery({ ...acquirerQuery(name), staleTime: 0, refetchOnWindowFocus: false });
  const kinds = useQuery(kindsQuery);
  const error = acquirer.error ?? kinds.error;
  const title = t.form.changeTitle({ name });
  const back = <BackLink to={`/acquirers/${name}`} label={name} />;
  if (error)
    return (
      <>
        <PageHeader title={title} above={back} />
        <ErrorCard error={error} onRetry={() => void Promise.all([acquirer.refetch(), kinds.refetch()])} />
      </>
    );
  if (!acquirer.data || !kinds.data) return <SkeletonPage />;
  const { kind, profile, by_command_line } = acquirer.data;
  const form = kinds.data.data.find((one) => one.kind === kind)?.forms.find((one) => one.profile === profile);
  return (
    <>
      <PageHeader title={title} above={back} />
      {by_command_line.length > 0 && (
        <p className={styles.note}>{t.settings.byCommandLine({ names: by_command_line.join(', ') })}</p>
      )}
      {form ? (
        <SetupForm form={form} acquirer={acquirer.data} send={(body) => changeAcquirer(name, body)} />
      ) : (
        <p>{t.form.unknownKind}</p>
      )}
    </>
  );
}
