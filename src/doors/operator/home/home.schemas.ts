import { Type } from 'typebox';

const isoTime = Type.String({ format: 'date-time' });
const cents = (description: string) => Type.Integer({ description: `${description}, in cents` });
const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const count = Type.Integer();
const seconds = Type.Number();

const Finding = Type.Object({
  code: Type.String({ description: 'stable, as vintem doctor prints it' }),
  severity: Type.Enum(['error', 'warning'], { description: 'error: it stops payments, or will at the next start' }),
  message: Type.String({ description: 'English; the code has words in other languages' }),
  fix: Type.String(),
});

const OfAcquirer = Type.Object({
  acquirer: Type.String(),
  /** Of today, in São Paulo. */
  today: Type.Object({
    ordered: count,
    ordered_amount: cents('what was ordered'),
    received: count,
    received_amount: cents('what came in, whenever it was ordered'),
    fees: cents('what the platform takes of it'),
    refunded_amount: cents('what was given back by the books, refused refunds taken off'),
    paid_out_amount: cents('what was paid out by the books, what never left taken off'),
  }),
  last_24h: Type.Object({
    payments: count,
    approved: count,
    failed: count,
    pending: count,
    approval_rate: orNull(Type.Number({ description: 'approved of those that ended, from 0 to 1' })),
  }),
  calls: orNull(
    Type.Object(
      {
        count,
        unanswered: count,
        p50_ms: orNull(Type.Integer()),
        p95_ms: orNull(Type.Integer({ description: 'null: longer than 25 s' })),
      },
      { description: 'how it answered this process in the last 24 hours; null: it was not called' },
    ),
  ),
});

const Age = Type.Object({ count, oldest_seconds: seconds });

export const Home = Type.Object({
  now: Type.String({ format: 'date-time', description: 'business time' }),
  day: Type.String({ format: 'date', description: 'today in São Paulo' }),
  attention: Type.Array(Finding, { description: 'what vintem doctor says, worst first' }),
  acquirers: orNull(Type.Array(OfAcquirer, { description: 'null: too much to add up in time' })),
  queues: orNull(
    Type.Array(Type.Object({ queue: Type.String(), overdue_seconds: seconds }), {
      description: 'how long the longest due has been due; null: the database did not tell in time',
    }),
  ),
  open: Type.Object({
    divergences: orNull(count),
    unknown_receipts: orNull(Type.Object({ count, amount: cents('received, and none of ours') })),
    refunds: orNull(Age),
    payouts: orNull(Type.Object({ requested: count, sent: count, awaiting_approval: count, oldest_seconds: seconds })),
    failing_endpoints: orNull(Type.Object({ failing: count, disabled: count })),
  }),
  comparisons: orNull(
    Type.Array(
      Type.Object({ acquirer: Type.String(), day_end: isoTime, differs: Type.Boolean(), open_divergences: count }),
    ),
  ),
  bank_files: orNull(
    Type.Array(Type.Object({ acquirer: Type.String(), numbers_left: count, waiting_seconds: seconds })),
  ),
  certificates: orNull(
    Type.Array(Type.Object({ acquirer: Type.String(), not_after: orNull(isoTime), is_used: Type.Boolean() })),
  ),
  audit: orNull(Type.Object({ finished_at: isoTime, seconds, findings: count })),
  backup: orNull(
    Type.Object(
      { made_at: orNull(isoTime), is_proved: Type.Boolean({ description: 'restored once, and the books held' }) },
      { description: 'the newest that anybody told of; null: the database did not tell' },
    ),
  ),
  seal_age_days: orNull(Type.Number({ description: 'since the last sealed day ended' })),
});
