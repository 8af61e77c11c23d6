import { type Static, Type } from 'typebox';
import { FAULT_KINDS, FAULT_OPERATIONS } from './fault.rules.ts';

const MAX_REFERENCE_LENGTH = 128;
export const MAX_NAME_LENGTH = 500;
export const MAX_TEXT_LENGTH = 2_000;
/** What still fits the amount of a PIX code. */
const MAX_AMOUNT_CENTS = 999_999_999_999;
const MAX_FAULT_TIMES = 100_000;
const MAX_FAULT_DELAY_MS = 60_000;

/** PostgreSQL text cannot hold NUL. */
export const text = (minLength: number, maxLength: number) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000]*$' });
export const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
export const strict = { additionalProperties: false } as const;

export const Reference = Type.String({ pattern: `^[A-Za-z0-9][A-Za-z0-9._:-]{0,${MAX_REFERENCE_LENGTH - 1}}$` });
export const Amount = Type.Integer({ minimum: 1, maximum: MAX_AMOUNT_CENTS });
export const Document = Type.String({ pattern: '^(\\d{11}|[0-9A-Z]{12}\\d{2})$' });

const Address = Type.Object(
  {
    line1: nullable(text(0, MAX_TEXT_LENGTH)),
    line2: nullable(text(0, MAX_TEXT_LENGTH)),
    // A gateway of the release before sends none.
    district: Type.Optional(nullable(text(0, MAX_TEXT_LENGTH))),
    zipCode: nullable(text(0, MAX_NAME_LENGTH)),
    city: nullable(text(0, MAX_NAME_LENGTH)),
    state: nullable(text(0, MAX_NAME_LENGTH)),
  },
  strict,
);

const Percent = Type.Integer({ minimum: 1, maximum: 10_000 });
const Day = Type.String({ format: 'date' });
const Percentage = Type.Object({ percentHundredths: Percent }, strict);
const Sum = Type.Object({ amountCents: Amount }, strict);

const Terms = Type.Object(
  {
    fine: nullable(Type.Union([Percentage, Sum])),
    interest: nullable(
      Type.Union([
        Type.Object({ monthlyPercentHundredths: Percent }, strict),
        Type.Object({ dailyAmountCents: Amount }, strict),
      ]),
    ),
    discounts: Type.Array(
      Type.Union([
        Type.Object({ until: Day, percentHundredths: Percent }, strict),
        Type.Object({ until: Day, amountCents: Amount }, strict),
      ]),
      { maxItems: 3 },
    ),
    payableDaysAfterDue: Type.Integer({ minimum: 0, maximum: 120 }),
    lastPayableDate: Day,
  },
  strict,
);
export type Terms = Static<typeof Terms>;

export const ChargeParams = Type.Object({ reference: Reference });
export const TotalsParams = Type.Object({ day: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }) });

export const ChargeRefundParams = Type.Object({ reference: Reference, refundReference: Reference });
export const RefundParams = Type.Object({ refundReference: Reference });

export const ChargeBody = Type.Object(
  {
    paymentType: Type.Union([Type.Literal('pix'), Type.Literal('invoice')]),
    amount: Amount,
    description: text(0, MAX_TEXT_LENGTH),
    payer: Type.Object(
      {
        name: text(1, MAX_NAME_LENGTH),
        document: Document,
        email: text(3, MAX_NAME_LENGTH),
        address: nullable(Address),
      },
      strict,
    ),
    beneficiary: Type.Object(
      { name: text(1, MAX_NAME_LENGTH), document: Document, city: text(0, MAX_NAME_LENGTH) },
      strict,
    ),
    expiresAt: Type.String({ format: 'date-time' }),
    dueDate: nullable(Type.String({ format: 'date' })),
    terms: Type.Optional(nullable(Terms)),
  },
  strict,
);
export type ChargeBody = Static<typeof ChargeBody>;

export const DueDateBody = Type.Object({ dueDate: Day }, strict);

export const RefundBody = Type.Object(
  { amount: Amount, description: Type.Optional(nullable(text(0, MAX_TEXT_LENGTH))) },
  strict,
);
export type RefundBody = Static<typeof RefundBody>;

export const ControlBody = Type.Object(
  {
    paid_at: Type.Optional(Type.String({ format: 'date-time' })),
    /** Of a payment: another sum than the one that is due. */
    amount: Type.Optional(Amount),
    notify: Type.Optional(Type.Boolean()),
  },
  strict,
);
export type ControlBody = Static<typeof ControlBody>;

export const SettleBody = Type.Object(
  { status: Type.Union([Type.Literal('REFUNDED'), Type.Literal('REFUSED')]) },
  strict,
);

export const FaultBody = Type.Object(
  {
    operation: Type.Enum([...FAULT_OPERATIONS]),
    kind: Type.Enum([...FAULT_KINDS]),
    /** Only calls about this charge, payout or (for query_refund) refund; otherwise whichever comes next. */
    reference: Type.Optional(Reference),
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_FAULT_TIMES })),
    delay_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_FAULT_DELAY_MS })),
  },
  strict,
);
