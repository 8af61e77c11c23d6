import { Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { toast } from '../../ui/page/toasts.tsx';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { type RefundEnd, settleRefund } from './refunds.queries.ts';
import { useRefundTexts } from './refunds.texts.ts';

const ENDS: readonly RefundEnd[] = ['REFUNDED', 'REFUSED'];

interface SettleRefundDialogProps {
  refund: { id: number; amount: number };
  onClose: () => void;
}

/** The word of whoever has seen the account. Import it lazily: it brings what floats. */
export function SettleRefundDialog({ refund, onClose }: SettleRefundDialogProps) {
  const t = useRefundTexts();
  const { money } = useFormats();
  const client = useQueryClient();
  const [end, setEnd] = useState<RefundEnd | null>(null);
  const settle = async (reason: string) => {
    if (!end) return;
    const { list } = await settleRefund(refund.id, { as: end, reason });
    toast(list !== null && end === 'REFUSED' ? t.settle.listed({ list }) : t.settle.done);
    await client.invalidateQueries();
  };
  return (
    <ReasonDialog
      title={t.settle.title}
      action={t.settle.action({ amount: money(refund.amount) })}
      isReady={end !== null}
      onConfirm={settle}
      onClose={onClose}
    >
      <Stack gap="sm">
        <p>
          {t.one({ id: refund.id })}. {t.settle.text}
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
