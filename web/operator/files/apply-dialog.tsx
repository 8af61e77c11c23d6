import { useFormats } from '../../i18n/formats.ts';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import type { Preview } from './files.queries.ts';
import { useFileTexts } from './files.texts.ts';

interface ApplyDialogProps {
  preview: Preview;
  onApply: () => Promise<void>;
  onClose: () => void;
}

/** Import it lazily: it brings the parts that float. */
export function ApplyDialog({ preview, onApply, onClose }: ApplyDialogProps) {
  const { retorno: t } = useFileTexts();
  const { money } = useFormats();
  const { number, does, paid, fees } = preview;
  return (
    <ConfirmDialog title={t.confirm({ number })} action={t.apply} onConfirm={onApply} onClose={onClose}>
      <p>{t.changes({ count: does.changes_title })}</p>
      {paid.count > 0 && <p>{t.paidLine({ amount: money(paid.amount) })}</p>}
      {fees.count > 0 && <p>{t.feesLine({ amount: money(fees.amount) })}</p>}
      <p>{t.confirmText}</p>
    </ConfirmDialog>
  );
}
