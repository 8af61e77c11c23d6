import type { Charge, Payment, Return } from '../charge.rules.ts';

/** What a read that lags shows: everything as it was then; undefined is what did not exist yet. */

export function chargeAsOf(charge: Charge, at: Date): Charge | undefined {
  if (charge.createdAt > at) return undefined;
  const payments = charge.payments.flatMap((payment) => paymentAsOf(payment, at) ?? []);
  const isPaidSince = charge.status === 'CONCLUIDA' && payments.length === 0;
  return { ...charge, payments, status: isPaidSince ? 'ATIVA' : charge.status };
}

export function paymentAsOf(payment: Payment, at: Date): Payment | undefined {
  if (payment.at > at) return undefined;
  return { ...payment, returns: payment.returns.flatMap((item) => returnAsOf(item, at) ?? []) };
}

function returnAsOf(item: Return, at: Date): Return | undefined {
  if (item.requestedAt > at) return undefined;
  const isEndedSince = item.endedAt !== null && item.endedAt > at;
  return isEndedSince ? { ...item, status: 'EM_PROCESSAMENTO', settledAt: null, reason: null } : item;
}
