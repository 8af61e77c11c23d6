import type { ToldEvent } from '../../news/events/event.rules.ts';
import {
  describeEvent,
  type EventDescription,
  nullableNumber,
  number,
  text,
  word,
} from '../../news/events/event-descriptions.rules.ts';
import { EXAMPLE_ORDER, type OrderOfEvent, orderFacts, orderFields } from '../payments/payments.events.rules.ts';

interface LinkPaidLate {
  linkId: string;
  paidCount: number;
  maxPayments: number | null;
  stock: number | null;
  /** Whether the link has now sold more than it had. */
  isAboveMaximum: boolean;
}

/** Paid when its place of the link was free for others already; it counts all the same. */
export function linkPaidLate(payment: OrderOfEvent, link: LinkPaidLate) {
  return {
    kind: 'payment_link.paid_late',
    facts: {
      ...orderFacts(payment, 'APPROVED'),
      payment_link_id: link.linkId,
      paid_count: link.paidCount,
      max_payments: link.maxPayments,
      stock: link.stock,
      above_maximum: link.isAboveMaximum,
    },
  } satisfies ToldEvent;
}

export const PAYMENT_LINK_EVENTS = {
  'payment_link.paid_late': describeEvent({
    what: 'A payment through a link was paid after its place was free for others; it counts all the same.',
    fields: {
      ...orderFields(word('APPROVED', 'it was paid')),
      payment_link_id: text('the link'),
      paid_count: number('payments of the link that were paid, this one included'),
      max_payments: nullableNumber('as many payments as the link takes; null without a limit'),
      stock: nullableNumber('as many units as the link has; null without a limit'),
      above_maximum: { type: 'boolean', description: 'whether more is sold and held now than the link has' },
    },
    example: linkPaidLate(EXAMPLE_ORDER, {
      linkId: 'pl_23456789abcdefghjkmn',
      paidCount: 51,
      maxPayments: 50,
      stock: null,
      isAboveMaximum: true,
    }),
  }),
} satisfies Record<string, EventDescription>;
