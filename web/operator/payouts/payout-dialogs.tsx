import { Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { type PayoutEnd, returnPayout, settlePayout } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

const ENDS: readonly PayoutEnd[] = ['PAID', 'FAILED'];

interface SettleProps {
  payout: { id: number; amount: number };
  onClose: () => void;
}

/** The word of whoever has seen the account. Import it lazily: it brings what floats. */
export function SettlePayoutDialog({ payout, onClose }: SettleProps) {
  const t = usePayoutTexts();
  const { money } = useFormats();
  const client = useQueryClient();
  const [end, setEnd] = useState<PayoutEnd | null>(null);
  const settle = async (reason: string) => {
    if (!end) return;
    const { list } = await settlePayout(payout.id, { as: end, reason });
    toast(list !== null && end === 'FAILED' ? t.settle.listed({ list }) : t.settle.done);
    await client.invalidateQueries();
  };
  return (
    <ReasonDialog
      title={t.settle.title}
      action={t.settle.action({ amount: money(payout.amount) })}
      isReady={end !== null}
      onConfirm={settle}
      onClose={onClose}
    >
      <Stack gap="sm">
        <p>
          {t.one({ id: String(payout.id) })}. {t.settle.text}
        </p>
        <Radio.Group
          label={t.settle.how}
          value={end}
          onChange={(next) => setEnd(ENDS.find((one) => one === next) ?? null)}
        >
          <Stack gap="xs" mt="xs">
            {ENDS.map((one) => (
              <Radio key={one} value={one} label={t.settle[one]} />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </ReasonDialog>
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
