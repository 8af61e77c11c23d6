import { SettleDialog } from '../parts/settle-dialog.tsx';
import { settleRefund } from './refunds.queries.ts';
import { useRefundTexts } from './refunds.texts.ts';

interface SettleRefundDialogProps {
  refund: { id: number; amount: number };
  onClose: () => void;
}

export function SettleRefundDialog({ refund, onClose }: SettleRefundDialogProps) {
  const t = useRefundTexts();
  return (
    <SettleDialog
      amount={refund.amount}
      name={t.one({ id: refund.id })}
      ends={['REFUNDED', 'REFUSED']}
      unpaid="REFUSED"
      texts={t.settle}
      settle={(body) => settleRefund(refund.id, body)}
      onClose={onClose}
    />
  );
}
