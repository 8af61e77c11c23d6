import { Type } from 'typebox';
import {
  BY_REQUEST,
  CSV_DIALECT,
  DIRECTION,
  instant,
  listOf,
  PAGING,
  TOTAL_IS_MINIMUM,
  withDefault,
} from '../../../ground/lists/lists.schemas.ts';
import { MASKED_DESTINATION } from '../../destinations/destinations.schemas.ts';
import { isoTime, nullable, nullableTime } from '../../payments/payments.schemas.ts';
import { PAYOUT_STATUSES, PAYOUT_STEPS } from '../payout.ts';
import { PAYOUT_WAITS } from '../payout-wait.rules.ts';

const MAX_DESCRIPTION_LENGTH = 140;
const MAX_REASON_LENGTH = 500;
const MAX_OTP_LENGTH = 40;
/** No balance has as much: whatever is above it could not be told exactly. */
const MOST_CENTS = 10 ** 14;

const cents = (description: string) => Type.Integer({ description });
const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });
const id = (description: string) => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });

const Otp = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: MAX_OTP_LENGTH,
    format: 'one-line',
    description:
      'the code of your second factor, or a recovery code, above what the operator has set for the company; each ' +
      'works once. API keys need none',
  }),
);

const ASKED = {
  company_id: id('whose money it is'),
  amount: Type.Integer({
    minimum: 1,
    maximum: MOST_CENTS,
    description: 'cents that arrive; the fee is debited on top',
  }),
  destination_id: id('where it goes: a destination of the company'),
};

const Description = Type.Optional(
  Type.String({ maxLength: MAX_DESCRIPTION_LENGTH, format: 'one-line', description: 'for people, and for the bank' }),
);

export const PayoutBody = Type.Object({ ...ASKED, description: Description, otp: Otp });

/** With all that is looked at: what a payout would be refused for, its preview is refused for. */
export const PayoutSimulationBody = Type.Object({ ...ASKED, description: Description });

const Reason = Type.Optional(
  Type.String({ maxLength: MAX_REASON_LENGTH, format: 'plain-text', description: 'why, for people' }),
);
export const ReasonBody = Type.Object({ reason: Reason });
export const ApprovalBody = Type.Object({ reason: Reason, otp: Otp });

const PAYOUT = {
  id: Type.Integer(),
  company_id: Type.Integer(),
  amount: cents('cents that arrive'),
  fee: cents('cents that it costs; debited on top of the amount'),
  status: Type.Enum([...PAYOUT_STATUSES], {
    description: 'AWAITING_APPROVAL, REQUESTED, SENT; then PAID, FAILED or CANCELLED; a PAID one may become RETURNED',
  }),
  destination: Type.Object({ id: Type.Integer(), ...MASKED_DESTINATION }, { description: 'where it goes, masked' }),
  requested_at: isoTime,
  sent_at: nullableTime,
  settled_at: nullableTime,
  end_to_end_id: nullable('string', 'the id of the PIX, where the bank tells'),
  failure_reason: nullableText('why it failed or was cancelled'),
  return_reason: nullableText('why it came back, where the bank tells'),
  returned_amount: cents('cents that came back so far; less than the amount leaves it PAID'),
  description: nullableText('as it was given'),
  requested_by: Type.String({ description: 'the person, key or schedule that asked for it' }),
  approved_by: nullableText('the second person, where one was needed'),
  origin: Type.Enum(['request', 'schedule']),
};

export const PayoutRecord = Type.Object(PAYOUT);

export const PayoutDetails = Type.Object({
  ...PAYOUT,
  waits_for: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    enum: [...PAYOUT_WAITS, null],
    description:
      'APPROVAL: another person; STANDSTILL: after a restore the operator compares first; RAIL: the acquirer sends ' +
      'none now; SENDING: its turn, within seconds; BANK: the bank’s last word; OPERATOR: a person, because the ' +
      'bank knows of nothing or sends by hand; null: it has ended',
  }),
  can_decide: Type.Boolean({
    description: 'whether you may approve or refuse it: it awaits approval, and you are not behind it. Never by a key',
  }),
  history: Type.Array(
    Type.Object({
      step: Type.Enum([...PAYOUT_STEPS]),
      at: isoTime,
      by: Type.String({ description: 'a person, a key, `banco`, `operador` or `vintem`' }),
      reason: nullableText('why, where there is one'),
      amount: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description: 'cents that came back with this step; null of any other',
      }),
    }),
    { description: 'what happened to it, oldest first' },
  ),
  returns: Type.Array(
    Type.Object({
      amount: cents('cents'),
      reason: nullableText('where the bank tells'),
      returned_at: nullableTime,
    }),
    { description: 'what came back, each once; their fee is kept' },
  ),
});

export const PayoutQuery = Type.Object({
  ...PAGING,
  orderBy: BY_REQUEST,
  direction: DIRECTION,
  status: Type.Optional(Type.Enum([...PAYOUT_STATUSES])),
  company_id: Type.Optional(Type.Integer({ minimum: 1 })),
  createdAtStart: instant('start', 'asked for from: ISO 8601 date (a day in São Paulo) or date-time'),
  createdAtEnd: instant('end', 'asked for up to: ISO 8601 date (the whole day) or date-time, inclusive'),
  format: withDefault(Type.Enum(['json', 'csv'], { default: 'json' })),
  dialect: CSV_DIALECT,
});

const { properties } = listOf(PayoutRecord);
export const PayoutList = Type.Object({ ...properties, total_is_minimum: TOTAL_IS_MINIMUM });

export const PayoutPreview = Type.Object({
  success: Type.Boolean(),
  amount: cents('cents that would arrive'),
  fee: cents('cents that it would cost'),
  debited: cents('amount and fee together'),
  balance: Type.Object(
    { before: cents('cents available now'), after: cents('cents available once it is asked for') },
    { description: 'of the company' },
  ),
  waits_for: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    enum: [...PAYOUT_WAITS, null],
    description: 'what it would wait for first, in the words of GET /payouts/{id}',
  }),
  arrives_at: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'about when: within seconds of this; null where a person has to act first',
  }),
});
