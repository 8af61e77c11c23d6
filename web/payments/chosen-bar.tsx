import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useErrorText } from '../api/error-text.ts';
import { May } from '../ui/page/may.tsx';
import { toast } from '../ui/page/toasts.tsx';
import styles from './payments.module.css';
import { usePaymentTexts } from './payments.texts.ts';

/** What can be done with the rows that were chosen. */
export function ChosenBar({ chosen, onDone }: { chosen: ReadonlySet<string | number>; onDone: () => void }) {
  const { list: t } = usePaymentTexts();
  const textOf = useErrorText();
  const resend = useMutation({
    // One after the other: the interface lets only a few of a merchant's run at a time.
    mutationFn: async () => {
      let count = 0;
      for (const id of chosen) {
        const { deliveries } = await call<{ deliveries: unknown[] }>(`/webhooks/${id}/retry`, { method: 'POST' });
        count += deliveries.length;
      }
      return count;
    },
    onSuccess: (count) => {
      toast(t.resent({ count }));
      onDone();
    },
    onError: (error) => toast(textOf(error), { isFailure: true }),
  });
  if (chosen.size === 0) return null;
  return (
    <div className={styles.chosen}>
      <span>{t.chosen({ count: chosen.size })}</span>
      <May need="webhooks">
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t.resend}
        </Button>
      </May>
    </div>
  );
}
