import { Type } from 'typebox';
import { PAYOUT_STATUSES, type PayoutStatus } from '../payout.ts';
import { RHYTHMS } from './schedule-days.rules.ts';

const nullableInteger = (description?: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], ...(description ? { description } : {}) });
const LARGEST_CENTS = 9_999_999_999;

export const ScheduleBody = Type.Object({
  rhythm: Type.Enum([...RHYTHMS]),
  day: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 31,
      description: 'weekly: 1 (Monday) to 5; monthly: 1 to 31, the last day where a month is shorter; daily: left out',
    }),
  ),
  destination_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  minimum: Type.Optional(
    Type.Integer({ minimum: 1, maximum: LARGEST_CENTS, description: 'cents; nothing is sent below it; default 1' }),
  ),
  keep: Type.Optional(
    Type.Integer({ minimum: 0, maximum: LARGEST_CENTS, description: 'cents that stay in the balance; default 0' }),
  ),
});

const Run = Type.Object({
  day: Type.String({ description: 'the day of the run, in São Paulo' }),
  due_on: Type.String({ description: 'since when it was due; earlier than the day where it came late' }),
  ran_at: Type.String({ format: 'date-time' }),
  payout_id: nullableInteger(),
  amount: nullableInteger('cents'),
  status: Type.Unsafe<PayoutStatus | null>({ type: ['string', 'null'], enum: [...PAYOUT_STATUSES, null] }),
  reason: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'why nothing went out: an error code, or PAYOUTS_STAND_STILL after a restore',
  }),
});

export const PayoutSchedule = Type.Object({
  company_id: Type.Integer(),
  rhythm: Type.Enum(['manual', ...RHYTHMS], { description: 'manual: payouts are asked for one by one' }),
  day: nullableInteger(),
  destination_id: nullableInteger(),
  minimum: nullableInteger('cents'),
  keep: nullableInteger('cents'),
  next_runs: Type.Array(
    Type.Object({ day: Type.String(), at: Type.String({ format: 'date-time', description: 'when it begins' }) }),
    { description: 'the next three; none for manual' },
  ),
  runs: Type.Array(Run, { description: 'what came of the last thirty, the newest first' }),
});

export const PayoutTermsAnswer = Type.Object({
  company_id: Type.Integer(),
  enabled: Type.Boolean({ description: 'whether anybody sends payouts of this company' }),
  fee: Type.Integer({ description: 'cents, of each payout' }),
  minimum: Type.Integer({ description: 'cents' }),
  limit: nullableInteger('cents, of one payout; null: none'),
  day_limit: nullableInteger('cents, of all payouts of a day in São Paulo; null: none'),
  day_used: Type.Integer({ description: 'cents asked for today that neither failed nor were cancelled' }),
  to_others: Type.Boolean({ description: 'whether money may go to another document than the company’s own' }),
  needs_approval: Type.Boolean({ description: 'whether a second person approves each payout' }),
});
