import type { Tx } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import {
  type DivergenceEventInput,
  divergenceOpened,
  type EventKind,
  type OrderEventInput,
  paymentApproved,
  paymentCreated,
  paymentFailed,
  paymentRefunded,
  type WebhookEvent,
} from '../../events/events.rules.ts';
import { lastSequenceOf } from '../../events/events.sql.ts';
import { paymentSubject } from '../../subjects/subject.rules.ts';
import { insertEvent } from './outbox.sql.ts';

/** What an event says about its payment; callers hold the lock on the payment's row. */
export interface EventSubject {
  id: number;
  merchant_id: number;
  company_id: number;
  order_number: string;
  amount_cents: number;
  payment_type: string;
}

export type PaymentNews =
  | { kind: 'payment.created' }
  | { kind: 'payment.approved'; paidAt: Date }
  | { kind: 'payment.failed' }
  | { kind: 'payment.refunded'; refundId: number; refundCents: number; totalRefundedCents: number; refundedAt: Date }
  | ({ kind: 'divergence.opened' } & Omit<DivergenceEventInput, keyof OrderEventInput>);

/**
 * Writes an event in the caller's transaction. `payment.created` comes once and first: whichever step is the first to
 * speak about a payment announces it.
 */
export async function recordEvent(deps: Deps, tx: Tx, payment: EventSubject, news: PaymentNews): Promise<void> {
  const last = await lastSequenceOf(tx, paymentSubject(payment.id));
  if (news.kind === 'payment.created') {
    if (last === 0) await write(deps, tx, payment, news, 1);
    return;
  }
  if (last === 0) await write(deps, tx, payment, { kind: 'payment.created' }, 1);
  await write(deps, tx, payment, news, Math.max(last, 1) + 1);
}

async function write(deps: Deps, tx: Tx, payment: EventSubject, news: PaymentNews, sequence: number): Promise<void> {
  const input: OrderEventInput = {
    id: deps.ids.eventId(),
    createdAt: await deps.clock.now(tx),
    companyId: payment.company_id,
    sequence,
    paymentId: payment.id,
    orderNumber: payment.order_number,
    amountCents: payment.amount_cents,
    paymentType: payment.payment_type,
  };
  await insertEvent(tx, {
    id: input.id,
    merchantId: payment.merchant_id,
    companyId: payment.company_id,
    kind: news.kind satisfies EventKind,
    payload: JSON.stringify(payloadOf(input, news)),
    occurredAt: deps.clock.realNow(),
    about: { subject: paymentSubject(payment.id), sequence },
  });
}

/** The return type makes the compiler ask for every kind of news. */
function payloadOf(input: OrderEventInput, news: PaymentNews): WebhookEvent {
  switch (news.kind) {
    case 'payment.created':
      return paymentCreated(input);
    case 'payment.approved':
      return paymentApproved({ ...input, paidAt: news.paidAt });
    case 'payment.failed':
      return paymentFailed(input);
    case 'payment.refunded':
      return paymentRefunded({ ...input, ...news });
    case 'divergence.opened':
      return divergenceOpened({ ...input, ...news });
  }
}
