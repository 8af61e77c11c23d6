import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useErrorText } from '../api/error-text.ts';
import { useCan } from '../api/session.ts';
import { Section } from '../ui/page/section.tsx';
import { toast } from '../ui/page/toasts.tsx';
import styles from './payouts.module.css';
import { type PayoutDetails, TOUCHED } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

type Answer = 'pay' | 'fail' | 'return';

/** What the test bank can say of it now. */
const ANSWERS: Partial<Record<PayoutDetails['status'], readonly Answer[]>> = {
  SENT: ['pay', 'fail'],
  PAID: ['return'],
};

export function SandboxSection({ payout: { id, status } }: { payout: PayoutDetails }) {
  const { sandbox: t } = usePayoutTexts();
  const textOf = useErrorText();
  const client = useQueryClient();
  const canPayOut = useCan('payout');
  const play = useMutation({
    mutationFn: (answer: Answer) => call(`/sandbox/payouts/${id}/${answer}`, { method: 'POST' }),
    onSuccess: () => {
      toast(t.done);
      return Promise.all(TOUCHED.map((root) => client.invalidateQueries({ queryKey: [root] })));
    },
    onError: (error) => toast(textOf(error), { isFailure: true }),
  });
  const answers = ANSWERS[status];
  if (!answers || !canPayOut) return null;
  return (
    <Section title={t.title}>
      <p className={styles.muted}>{t.text}</p>
      <div className={styles.buttons}>
        {answers.map((answer) => (
          <Button key={answer} variant="default" loading={play.isPending} onClick={() => play.mutate(answer)}>
            {t[answer]}
          </Button>
        ))}
      </div>
    </Section>
  );
}
