import type { ToldEvent } from '../../news/events/event.rules.ts';
import {
  cents,
  describeEvent,
  type EventDescription,
  EXAMPLE_TIME,
  nothing,
  nullableText,
  number,
  text,
  time,
  word,
} from '../../news/events/event-descriptions.rules.ts';

interface PayoutOfEvent {
  id: number;
  amount_cents: number;
  fee_cents: number;
}

const factsOf = ({ id, amount_cents, fee_cents }: PayoutOfEvent) => ({
  payout_id: id,
  amount: amount_cents,
  fee: fee_cents,
});

export function payoutRequested(payout: PayoutOfEvent & { status: string; requested_at: Date }) {
  return {
    kind: 'payout.requested',
    facts: { ...factsOf(payout), status: payout.status, requested_at: payout.requested_at.toISOString() },
  } satisfies ToldEvent;
}

export function payoutApproved(payout: PayoutOfEvent, approvedAt: Date) {
  return {
    kind: 'payout.approved',
    facts: { ...factsOf(payout), status: 'REQUESTED', approved_at: approvedAt.toISOString() },
  } satisfies ToldEvent;
}

export function payoutSent(payout: PayoutOfEvent, sentAt: Date) {
  return {
    kind: 'payout.sent',
    facts: { ...factsOf(payout), status: 'SENT', sent_at: sentAt.toISOString() },
  } satisfies ToldEvent;
}

export function payoutPaid(payout: PayoutOfEvent & { end_to_end_id: string | null }, settledAt: Date) {
  return {
    kind: 'payout.paid',
    facts: {
      ...factsOf(payout),
      status: 'PAID',
      settled_at: settledAt.toISOString(),
      end_to_end_id: payout.end_to_end_id,
    },
  } satisfies ToldEvent;
}

export function payoutFailed(payout: PayoutOfEvent, settledAt: Date, reason: string) {
  return {
    kind: 'payout.failed',
    facts: {
      ...factsOf(payout),
      status: 'FAILED',
      settled_at: settledAt.toISOString(),
      failure_reason: reason,
    },
  } satisfies ToldEvent;
}

export function payoutCancelled(payout: PayoutOfEvent, settledAt: Date, reason: string | null) {
  return {
    kind: 'payout.cancelled',
    facts: { ...factsOf(payout), status: 'CANCELLED', settled_at: settledAt.toISOString(), reason },
  } satisfies ToldEvent;
}

export function payoutReturned(
  payout: PayoutOfEvent & { status: string; returned_cents: number },
  came: { amountCents: number; reason: string | null },
  returnedAt: Date,
) {
  return {
    kind: 'payout.returned',
    facts: {
      ...factsOf(payout),
      status: payout.status,
      return_amount: came.amountCents,
      returned_amount: payout.returned_cents,
      returned_at: returnedAt.toISOString(),
      return_reason: came.reason,
    },
  } satisfies ToldEvent;
}

/** A schedule could not run: nothing went out. */
export function payoutNotScheduled(day: string, reason: string) {
  return { kind: 'payout.not_scheduled', facts: { day, reason } } satisfies ToldEvent;
}

const EXAMPLE = { id: 31, amount_cents: 150_000, fee_cents: 100 };
const FIELDS = {
  company_id: number('the establishment whose money it is'),
  sequence: number('rises with each event of the same payout'),
  payout_id: number('the payout'),
  amount: cents('what arrives, in cents'),
  fee: cents('what the payout costs, in cents'),
};

export const PAYOUT_EVENTS = {
  'payout.requested': describeEvent({
    what: 'A payout was asked for, by somebody or by the schedule; its money is taken.',
    fields: {
      ...FIELDS,
      status: text('REQUESTED, or AWAITING_APPROVAL where somebody else has to approve it'),
      requested_at: time('when it was asked for'),
    },
    example: payoutRequested({ ...EXAMPLE, status: 'REQUESTED', requested_at: EXAMPLE_TIME }),
  }),
  'payout.approved': describeEvent({
    what: 'A second person has approved a payout.',
    fields: { ...FIELDS, status: word('REQUESTED', 'it is sent next'), approved_at: time('when') },
    example: payoutApproved(EXAMPLE, EXAMPLE_TIME),
  }),
  'payout.sent': describeEvent({
    what: 'A payout is on its way to the bank.',
    fields: { ...FIELDS, status: word('SENT', 'the bank has not given its last word'), sent_at: time('when') },
    example: payoutSent(EXAMPLE, EXAMPLE_TIME),
  }),
  'payout.paid': describeEvent({
    what: 'A payout has arrived.',
    fields: {
      ...FIELDS,
      status: word('PAID', 'the bank has paid it'),
      settled_at: time('when we learned of it'),
      end_to_end_id: nullableText('the id of the PIX, where the bank tells'),
    },
    example: payoutPaid({ ...EXAMPLE, end_to_end_id: 'E12345678202603021200abcdefghijk' }, EXAMPLE_TIME),
  }),
  'payout.failed': describeEvent({
    what: 'A payout was not made; its money and its fee were given back.',
    fields: {
      ...FIELDS,
      status: word('FAILED', 'nothing was sent'),
      settled_at: time('when we learned of it'),
      failure_reason: text('why, in Portuguese'),
    },
    example: payoutFailed(EXAMPLE, EXAMPLE_TIME, 'chave PIX desconhecida'),
  }),
  'payout.cancelled': describeEvent({
    what: 'A payout was cancelled before it was sent, or not approved; its money and its fee were given back.',
    fields: {
      ...FIELDS,
      status: word('CANCELLED', 'nothing was sent'),
      settled_at: time('when'),
      reason: nullableText('why, where somebody said so'),
    },
    example: payoutCancelled(EXAMPLE, EXAMPLE_TIME, null),
  }),
  'payout.returned': describeEvent({
    what: 'The receiving bank has sent back a payout, in part or whole; the fee is kept.',
    fields: {
      ...FIELDS,
      status: text('RETURNED, or PAID while only a part came back'),
      return_amount: cents('of this return, in cents'),
      returned_amount: cents('of all returns of the payout so far, in cents'),
      returned_at: time('when we learned of it'),
      return_reason: nullableText('why, where the bank tells'),
    },
    example: payoutReturned(
      { ...EXAMPLE, status: 'RETURNED', returned_cents: 150_000 },
      { amountCents: 150_000, reason: 'conta encerrada' },
      EXAMPLE_TIME,
    ),
  }),
  'payout.not_scheduled': describeEvent({
    what: 'A scheduled payout could not be made; nothing was taken.',
    fields: {
      day: text('the day of the run, in São Paulo'),
      reason: text(
        'why: an error code such as DESTINATION_INVALID or PAYOUT_BELOW_MINIMUM; PAYOUTS_STAND_STILL while the ' +
          'operator compares after a restore, when it is made up for',
      ),
      company_id: number('the establishment whose schedule it is'),
      sequence: nothing('there is no payout whose events could be counted'),
    },
    example: payoutNotScheduled('2026-03-02', 'PAYOUT_BELOW_MINIMUM'),
    envelope: { sequence: null },
  }),
} satisfies Record<string, EventDescription>;
