import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { ApiFailure } from '../api/failure.ts';
import { useFormats } from '../i18n/formats.ts';
import { newKey } from '../ui/forms/new-key.ts';
import { useOnce } from '../ui/forms/use-once.ts';
import { toast } from '../ui/page/toasts.tsx';
import type { Details } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';

interface RefundWish {
  kind: 'pix_refund' | 'reversal';
  cents: number;
  reason: string;
}

const MOST_REPEATS = 30;
const LEAST_WAIT_SECONDS = 2;
const SECOND_MS = 1_000;

/**
 * Asks for the refund with a key that was made when the dialog opened: a second click, and asking again after "not
 * known yet", are the same refund.
 */
export function useRefund({ id, amount }: Details, onDone: () => void) {
  const { refund: t } = usePaymentTexts();
  const { money } = useFormats();
  const client = useQueryClient();
  const [key, setKey] = useState(newKey);
  const [isUnderWay, setIsUnderWay] = useState(false);
  const refund = useMutation({
    mutationFn: ({ kind, cents, reason }: RefundWish) => {
      const about = reason.trim();
      return kind === 'pix_refund'
        ? call('/payments/pix/refund', {
            method: 'POST',
            idempotencyKey: key,
            body: { transaction_id: id, amount: cents / 100, ...(about === '' ? {} : { description: about }) },
          })
        : call('/payments/reversal', {
            method: 'POST',
            idempotencyKey: key,
            body: { transaction_id: id, ...(about === '' ? {} : { reason: about }) },
          });
    },
    retry: (count, error) => {
      const isUnknownYet = error instanceof ApiFailure && error.isPassing;
      setIsUnderWay(isUnknownYet);
      return isUnknownYet && count < MOST_REPEATS;
    },
    retryDelay: (_count, error) =>
      Math.max(LEAST_WAIT_SECONDS, (error instanceof ApiFailure && error.retryAfterSeconds) || 0) * SECOND_MS,
    onSuccess: async (_answer, { cents }) => {
      toast(t.done({ amount: money(Math.min(cents, amount)) }));
      await refresh();
      onDone();
    },
    onError: async () => {
      // A key that was refused stays refused; the next try is another wish.
      setKey(newKey());
      setIsUnderWay(false);
      await refresh();
    },
  });
  const refresh = () =>
    Promise.all(
      ['transactions', 'refunds', 'balances', 'reports', 'statement'].map((root) =>
        client.invalidateQueries({ queryKey: [root] }),
      ),
    );
  const ask = useOnce((wish: RefundWish) => refund.mutateAsync(wish));
  return { refund, ask, isUnderWay };
}
