import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { ApiFailure } from '../api/failure.ts';
import { useFormats } from '../i18n/formats.ts';
import { newKey } from '../ui/forms/new-key.ts';
import { useOnce } from '../ui/forms/use-once.ts';
import { toast } from '../ui/page/toasts.tsx';
import { type ListedPayout, type PayoutAsked, TOUCHED } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

interface PayoutWish extends PayoutAsked {
  description?: string;
  otp?: string;
}

const MOST_REPEATS = 30;
const LEAST_WAIT_SECONDS = 2;
const SECOND_MS = 1_000;
const isPassing = (error: unknown) => error instanceof ApiFailure && error.isPassing;

/**
 * Asks with a key that was made when the dialog opened: a second click, and asking again where no answer came, are the
 * same payout. Only what was refused, so that nothing left, is asked for by another key.
 */
export function usePayout(onDone: (payout: ListedPayout) => void) {
  const { dialog: t } = usePayoutTexts();
  const { money } = useFormats();
  const client = useQueryClient();
  const [key, setKey] = useState(newKey);
  const [isUnderWay, setIsUnderWay] = useState(false);
  const payout = useMutation({
    mutationFn: (wish: PayoutWish) =>
      call<ListedPayout>('/payouts', { method: 'POST', idempotencyKey: key, body: wish }),
    retry: (count, error) => {
      setIsUnderWay(isPassing(error));
      return isPassing(error) && count < MOST_REPEATS;
    },
    retryDelay: (_count, error) =>
      Math.max(LEAST_WAIT_SECONDS, (error instanceof ApiFailure && error.retryAfterSeconds) || 0) * SECOND_MS,
    onSuccess: async (made) => {
      toast(t.done({ amount: money(made.amount) }));
      onDone(made);
    },
    onError: (error) => {
      setIsUnderWay(false);
      if (!isPassing(error)) setKey(newKey());
    },
    onSettled: () => Promise.all(TOUCHED.map((root) => client.invalidateQueries({ queryKey: [root] }))),
  });
  const ask = useOnce((wish: PayoutWish) => payout.mutateAsync(wish));
  return { payout, ask, isUnderWay };
}
