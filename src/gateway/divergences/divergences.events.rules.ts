import type { ToldEvent } from '../../news/events/event.rules.ts';
import {
  cents,
  describeEvent,
  type EventDescription,
  EXAMPLE_TIME,
  number,
  text,
  time,
} from '../../news/events/event-descriptions.rules.ts';
import { EXAMPLE_ORDER, type OrderOfEvent, orderFacts, orderFields } from '../payments/payments.events.rules.ts';
import type { Difference } from './divergence.rules.ts';

interface OpenedDivergence {
  divergenceId: number;
  statusName: 'APPROVED' | 'FAILED' | 'REFUNDED';
  acquirerStatus: string;
  detectedAt: Date;
  difference: Omit<Difference, 'kind'> & { kind: string };
}

export function divergenceOpened(payment: OrderOfEvent, opened: OpenedDivergence) {
  const { kind, here, there, differenceCents } = opened.difference;
  return {
    kind: 'divergence.opened',
    facts: {
      ...orderFacts(payment, opened.statusName),
      divergence_id: opened.divergenceId,
      kind,
      acquirer_status: opened.acquirerStatus,
      received_amount: here.receivedCents,
      refunded_amount: here.refundedCents,
      acquirer_received_amount: there.receivedCents,
      acquirer_refunded_amount: there.refundedCents,
      difference: differenceCents,
      detected_at: opened.detectedAt.toISOString(),
    },
  } satisfies ToldEvent;
}

export const DIVERGENCE_EVENTS = {
  'divergence.opened': describeEvent({
    what: 'The acquirer and we disagree about money; a person has to look.',
    fields: {
      ...orderFields(text('the status, which does not change')),
      divergence_id: number('the divergence, as in GET /divergences'),
      kind: text(
        'LATE_PAYMENT, AMOUNT_MISMATCH, PAYMENT_UNDONE, UNREQUESTED_REFUND, MISSING_REFUND or MED_REFUND, or others',
      ),
      acquirer_status: text('what the acquirer calls it'),
      received_amount: cents('received by our books, in cents'),
      refunded_amount: cents('refunded by our books, in cents'),
      acquirer_received_amount: cents('received by the acquirer, in cents'),
      acquirer_refunded_amount: cents('refunded by the acquirer, in cents'),
      difference: {
        type: 'integer',
        description: 'by how much the acquirer holds more than our books say, in cents; less: negative',
      },
      detected_at: time('when it was seen'),
    },
    example: divergenceOpened(EXAMPLE_ORDER, {
      divergenceId: 9,
      statusName: 'FAILED',
      acquirerStatus: 'PAID',
      detectedAt: EXAMPLE_TIME,
      difference: {
        kind: 'LATE_PAYMENT',
        here: { receivedCents: 0, refundedCents: 0 },
        there: { receivedCents: 12_345, refundedCents: 0 },
        differenceCents: 12_345,
      },
    }),
  }),
} satisfies Record<string, EventDescription>;
