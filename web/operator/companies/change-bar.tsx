import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { toast } from '../../ui/page/toasts.tsx';
import styles from './companies.module.css';
import type { Company } from './companies.queries.ts';
import { useCompanyTexts } from './companies.texts.ts';

const ReasonDialog = lazy(async () => ({ default: (await import('../parts/reason-dialog.tsx')).ReasonDialog }));

interface DescribedChange {
  what: string;
  before: string;
  after: string;
}

interface ChangeBarProps {
  mayChange: boolean;
  changes: readonly DescribedChange[];
  /** Whether every field holds something that can be saved. */
  isReadable: boolean;
  /** From when on it counts. */
  text: string;
  /** What else somebody should know before it is saved. */
  warning?: ReactNode;
  onUndo: () => void;
  onSave: (reason: string) => Promise<Company>;
}

/** Nothing is saved before both sides were seen and a reason was given. */
export function ChangeBar({ mayChange, changes, isReadable, text, warning, onUndo, onSave }: ChangeBarProps) {
  const t = useCompanyTexts();
  const client = useQueryClient();
  const [isReviewing, setIsReviewing] = useState(false);
  if (!mayChange) return <p className={styles.was}>{t.readOnly}</p>;
  const save = async (reason: string) => {
    const company = await onSave(reason);
    toast(t.saved);
    client.setQueryData(['companies', 'one', String(company.id)], company);
    void client.invalidateQueries({ queryKey: ['merchants'] });
  };
  return (
    <div className={styles.bar}>
      {!isReadable && <p role="alert">{t.unreadable}</p>}
      {changes.length > 0 && (
        <Button variant="default" onClick={onUndo}>
          {t.undo}
        </Button>
      )}
      <Button disabled={changes.length === 0 || !isReadable} onClick={() => setIsReviewing(true)}>
        {t.save}
      </Button>
      {isReviewing && (
        <Suspense fallback={null}>
          <ReasonDialog
            title={t.review.title}
            action={t.review.action}
            onConfirm={save}
            onClose={() => setIsReviewing(false)}
          >
            <ChangeTable changes={changes} />
            {warning}
            <p>{text}</p>
          </ReasonDialog>
        </Suspense>
      )}
    </div>
  );
}

function ChangeTable({ changes }: { changes: readonly DescribedChange[] }) {
  const { review: t } = useCompanyTexts();
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{t.what}</th>
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ what, before, after }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
