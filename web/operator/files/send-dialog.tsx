import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import { type BankAccount, FILES_KEY, sendRemessa } from './files.queries.ts';
import { useFileTexts } from './files.texts.ts';

/** Import it lazily: it brings the parts that float. */
export function SendDialog({ account, onClose }: { account: BankAccount; onClose: () => void }) {
  const { send: t } = useFileTexts();
  const client = useQueryClient();
  const send = async () => {
    const { file, set_aside } = await sendRemessa(account.name);
    toast(file ? t.done({ number: file.number }) : t.nothing);
    if (set_aside.length > 0) toast(t.aside({ count: set_aside.length }), { isFailure: true });
    await client.invalidateQueries({ queryKey: FILES_KEY });
  };
  return (
    <ConfirmDialog title={t.title} action={t.action} onConfirm={send} onClose={onClose}>
      <p>{t.text({ count: account.waiting })}</p>
      <p>{account.has_outbox ? t.toOutbox : t.byHand}</p>
    </ConfirmDialog>
  );
}
