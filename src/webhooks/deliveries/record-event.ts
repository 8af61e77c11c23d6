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

/** Its kind, and what only an event of that kind tells; the rest follows from the payment. */
export type EventFacts =
  | { kind: 'payment.created' }
  | { kind: 'payment.approved'; paidAt: Date }
  | { kind: 'payment.failed' }
  | { kind: 'payment.refunded'; refundId: number; refundCents: number; totalRefundedCents: number; refundedAt: Date }
  | ({ kind: 'divergence.opened' } & Omit<DivergenceEventInput, keyof OrderEventInput>);

/**
 * Writes an event in the caller's transaction, and has it sent once that is committed. `payment.created` comes once and first:
 * whichever step is the first to speak about a payment announces it. `at` is business time, as the caller read it.
 */
export async function recordEvent(deps: Deps, tx: Tx, payment: EventSubject, facts: EventFacts, at: Date): Promise<void> {
  const last = await lastSequenceOf(tx, paymentSubject(payment.id));
  if (facts.kind === 'payment.created' && last > 0) return;
  tx.afterCommit(() => deps.poke('deliver-webhooks'));
  if (last === 0) await write(deps, tx, payment, { kind: 'payment.created' }, 1, at);
  if (facts.kind !== 'payment.created') await write(deps, tx, payment, facts, Math.max(last, 1) + 1, at);
}

async function write(deps: Deps, tx: Tx, payment: EventSubject, facts: EventFacts, sequence: number, at: Date): Promise<void> {
  const input: OrderEventInput = {
    id: deps.ids.eventId(),
    createdAt: at,
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
    kind: facts.kind satisfies EventKind,
    payload: JSON.stringify(payloadOf(input, facts)),
    occurredAt: deps.clock.realNow(),
    about: { subject: paymentSubject(payment.id), sequence },
  });
}

function payloadOf(input: OrderEventInput, facts: EventFacts) {
  switch (facts.kind) {
    case 'payment.created':
      return paymentCreated(input);
    case 'payment.approved':
      return paymentApproved({ ...input, paidAt: facts.paidAt });
    case 'payment.failed':
      return paymentFailed(input);
    case 'payment.refunded':
      return paymentRefunded({ ...input, ...facts });
    case 'divergence.opened':
      return divergenceOpened({ ...input, ...facts });
  }
}
