import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { SettleDialog } from '../parts/settle-dialog.tsx';
import { returnPayout, settlePayout } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

interface SettleProps {
  payout: { id: number; amount: number };
  onClose: () => void;
}

export function SettlePayoutDialog({ payout, onClose }: SettleProps) {
  const t = usePayoutTexts();
  return (
    <SettleDialog
      amount={payout.amount}
      name={t.one({ id: String(payout.id) })}
      ends={['PAID', 'FAILED']}
      unpaid="FAILED"
      texts={t.settle}
      settle={(body) => settlePayout(payout.id, body)}
      onClose={onClose}
    />
  );
}

interface ReturnProps {
  payout: { id: number; amount: number; returned_amount: number };
  onClose: () => void;
}

export function ReturnPayoutDialog({ payout, onClose }: ReturnProps) {
  const { return: t } = usePayoutTexts();
  const client = useQueryClient();
  const open = payout.amount - payout.returned_amount;
  const [amount, setAmount] = useState<number | null>(open);
  const book = async (reason: string) => {
    if (amount === null) return;
    await returnPayout(payout.id, { amount, reason });
    toast(t.done);
    await client.invalidateQueries();
  };
  return (
    <ReasonDialog
      title={t.title}
      action={t.action}
      isReady={amount !== null && amount > 0 && amount <= open}
      onConfirm={book}
      onClose={onClose}
    >
      <Stack gap="sm">
        <p>{t.text}</p>
        <MoneyField label={t.amount} value={amount} onChange={setAmount} />
      </Stack>
    </ReasonDialog>
  );
}
