import type { ToldEvent } from '../../../news/events/event.rules.ts';
import {
  cents,
  describeEvent,
  type EventDescription,
  nothing,
  number,
  text,
} from '../../../news/events/event-descriptions.rules.ts';

interface UnknownReceipts {
  acquirer: string;
  day: string;
  count: number;
  cents: number;
}

/** The bank has received payments that are none of ours: a person has to find out whose they are. */
export const receiptUnknown = ({ acquirer, day, count, cents }: UnknownReceipts) =>
  ({ kind: 'receipt.unknown', facts: { acquirer, day, count, amount: cents } }) satisfies ToldEvent;

export const RECEIPT_EVENTS = {
  'receipt.unknown': describeEvent({
    what: 'A bank has received payments that belong to no transaction here; a person has to find out whose they are.',
    fields: {
      acquirer: text('the bank'),
      day: { type: 'string', format: 'date', description: 'the day in São Paulo on which they were received' },
      count: number('how many of them had not been seen before'),
      amount: cents('their sum in cents'),
      company_id: nothing('nobody knows whose they are'),
      sequence: nothing('they belong to no transaction'),
    },
    example: receiptUnknown({ acquirer: 'banco', day: '2026-11-14', count: 2, cents: 15_400 }),
    envelope: { companyId: null, sequence: null },
  }),
} satisfies Record<string, EventDescription>;
