import { isDeepStrictEqual } from 'node:util';
import type { Charge } from '../bank/acquirer-charge.ts';
import { dayOf, midnightOf, plusDays } from '../calendar.ts';
import { demand } from '../demand.ts';
import { orderOf } from '../requests.ts';
import type { World } from '../world.ts';
import { bookedOf, lastPayableDay, termsOf, toldToBank } from './model-boleto.ts';
import type { Snapshot, StoredPayment } from './snapshot.ts';

const TERMS = 'a bank is told the terms of the order';
const UNTIL = 'a boleto can be paid until its last day';
const PAID = 'what counts as paid is what the bank received, where the terms explain it';
const DISPUTED = 'no boleto is reversed while its sum is disputed';
/** Clocks differ, and a debit is never dated before the last one. */
const UNCERTAIN_MS = 5 * 60_000;

export function checkBoletos(world: World, snapshot: Snapshot): void {
  for (const payment of snapshot.payments) {
    checkPaid(world, payment);
    if (payment.payment_type === 'invoice') checkDisputes(snapshot, payment);
  }
}

function checkPaid({ acquirer, requests }: World, payment: StoredPayment): void {
  const { due_date, status, amount_cents } = payment;
  const stored = [
    payment.paid_cents,
    payment.fine_paid_cents,
    payment.interest_paid_cents,
    payment.discount_given_cents,
  ];
  const isOrdered = stored.every((cents) => cents === null);
  const story = () => `payment ${payment.id} of ${amount_cents}: ${JSON.stringify(stored)}`;
  const isPaid = status === 2 || status === 4;
  if (due_date === null || !isPaid) demand(PAID, isOrdered, story);
  if (due_date === null) return;
  const terms = termsOf(orderOf(requests, payment.metadata.request), payment);
  const end = midnightOf(plusDays(lastPayableDay(terms, due_date), 1)).getTime() - 1;
  demand(
    UNTIL,
    payment.expires_at.getTime() === end,
    () => `payment ${payment.id}: ${payment.expires_at.toISOString()}`,
  );
  const charge = acquirer.charges.get(payment.reference);
  if (!charge) return;
  demand(
    TERMS,
    isDeepStrictEqual(charge.request.terms, toldToBank(terms, due_date)),
    () => `payment ${payment.id}: ${JSON.stringify(charge.request.terms)}`,
  );
  if (!isPaid) return;
  const possible = sumsOf(charge).map((received) => {
    const { paidCents, parts } = bookedOf(amount_cents, terms, due_date, received);
    return parts ? [paidCents, parts.fine, parts.interest, parts.discount] : [null, null, null, null];
  });
  demand(
    PAID,
    possible.some((one) => isDeepStrictEqual(one, stored)),
    () => `${story()}, the model says ${JSON.stringify(possible)} of ${JSON.stringify(sumsOf(charge))}`,
  );
}

/** Each sum that the bank has ever reported: with a further payment it is another one. */
function sumsOf({ sums, paidAt, received }: Charge): { cents: number; day: string; told: Charge['received'] }[] {
  return paidAt ? sums.map((cents) => ({ cents, day: dayOf(paidAt), told: received })) : [];
}

function checkDisputes({ refunds, divergences }: Snapshot, payment: StoredPayment): void {
  const disputes = divergences.filter(
    ({ payment_id, kind }) => payment_id === payment.id && kind === 'AMOUNT_MISMATCH',
  );
  for (const { id, kind, requested_at, payment_id } of refunds) {
    if (payment_id !== payment.id || kind !== 'reversal') continue;
    const at = requested_at.getTime();
    const open = disputes.find(
      ({ detected_at, resolved_at }) =>
        detected_at.getTime() + UNCERTAIN_MS < at && at < (resolved_at?.getTime() ?? Infinity) - UNCERTAIN_MS,
    );
    demand(DISPUTED, !open, () => `refund ${id} of payment ${payment.id} while divergence ${open?.id} was open`);
  }
}
