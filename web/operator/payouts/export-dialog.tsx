import { useQueryClient } from '@tanstack/react-query';
import { toast } from '../../ui/page/toasts.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { exportList } from './lists.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

interface ExportDialogProps {
  acquirer: string;
  /** One that was made before; absent: the next. */
  again?: number;
  onClose: () => void;
}

/** Import it lazily: it brings what floats. */
export function ExportDialog({ acquirer, again, onClose }: ExportDialogProps) {
  const { lists: t } = usePayoutTexts();
  const client = useQueryClient();
  const download = async (reason: string) => {
    const made = await exportList({ acquirer, reason, ...(again === undefined ? {} : { again }) });
    await client.invalidateQueries({ queryKey: ['payout-lists'] });
    if (made.list === null) return toast(t.nothing);
    saveFile(made.file_name, new Blob([made.csv], { type: 'text/csv;charset=utf-8' }));
    const left = t.unpayable({ count: made.unpayable });
    toast([t.done({ number: made.list }), left].filter((text) => text !== '').join('. '));
  };
  return (
    <ReasonDialog title={t.exportTitle} action={t.exportAction} onConfirm={download} onClose={onClose}>
      <p>{t.exportText}</p>
    </ReasonDialog>
  );
}
