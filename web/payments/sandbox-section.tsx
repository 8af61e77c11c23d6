import { Button, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useErrorText } from '../api/error-text.ts';
import { useSession } from '../api/session.ts';
import { Section } from '../ui/page/section.tsx';
import { toast } from '../ui/page/toasts.tsx';
import styles from './payments.module.css';
import type { Details } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';

const PENDING = 1;
const APPROVED = 2;
const OF_PENDING = ['pay', 'fail', 'expire', 'cancel'] as const;
const OF_APPROVED = ['refund'] as const;

/** Play the payer or the bank, where no money is real. */
export function SandboxSection({ transaction: { id, status } }: { transaction: Details }) {
  const { sandbox: t } = usePaymentTexts();
  const textOf = useErrorText();
  const { mode, can } = useSession();
  const client = useQueryClient();
  const [isSilent, setIsSilent] = useState(false);
  const act = useMutation({
    mutationFn: (action: string) =>
      call<{ acquirer_status: string }>(`/sandbox/transactions/${id}/${action}`, {
        method: 'POST',
        body: { notify: !isSilent },
      }),
    onSuccess: ({ acquirer_status }) => {
      toast(t.done({ status: acquirer_status }));
      return client.invalidateQueries({ queryKey: ['transactions'] });
    },
    onError: (error) => toast(textOf(error), { isFailure: true }),
  });
  const actions = status === PENDING ? OF_PENDING : status === APPROVED ? OF_APPROVED : [];
  if (actions.length === 0 || mode !== 'sandbox' || !can.includes('charge')) return null;
  return (
    <Section title={t.title}>
      <p className={styles.note}>{t.text}</p>
      <div className={styles.shareLine}>
        {actions.map((action) => (
          <Button
            key={action}
            size="xs"
            variant={action === 'pay' ? 'filled' : 'default'}
            loading={act.isPending && act.variables === action}
            onClick={() => act.mutate(action)}
          >
            {t[action]}
          </Button>
        ))}
      </div>
      <Switch
        mt="sm"
        label={t.silent}
        description={t.silentText}
        checked={isSilent}
        onChange={({ currentTarget }) => setIsSilent(currentTarget.checked)}
      />
    </Section>
  );
}
