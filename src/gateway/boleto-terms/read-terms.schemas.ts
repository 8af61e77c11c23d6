import { Type } from 'typebox';

const orNull = (type: string, description: string, more: object = {}) =>
  Type.Unsafe<unknown>({ type: [type, 'null'], description, ...more });

const cents = { type: 'integer', description: 'cents' };
const percent = { type: 'integer', description: 'hundredths of a percent' };

const fine = orNull('object', 'owed once after the due date; of a boleto', {
  properties: { percent, amount: cents },
  additionalProperties: false,
});
const interest = orNull('object', 'owed for each day after the due date; of a boleto', {
  properties: { monthly_percent: percent, daily_amount: cents },
  additionalProperties: false,
});
const discounts = orNull('array', 'of a boleto that is paid early', {
  items: {
    type: 'object',
    required: ['until'],
    properties: { until: { type: 'string', format: 'date' }, percent, amount: cents },
    additionalProperties: false,
  },
});
const payableDays = orNull('integer', 'how many days after the due date a boleto may still be paid');
const lastPayableDate = orNull('string', 'the last day on which a boleto may be paid');

/** The terms of a boleto in a read; null, all of them, where a payment is none. */
export const READ_TERMS = {
  fine,
  interest,
  discounts,
  payable_days_after_due: payableDays,
  last_payable_date: lastPayableDate,
};

/** In the answer to a creation, which shows only what its own type of payment has. */
export const OPTIONAL_READ_TERMS = {
  fine: Type.Optional(fine),
  interest: Type.Optional(interest),
  discounts: Type.Optional(discounts),
  payable_days_after_due: Type.Optional(payableDays),
  last_payable_date: Type.Optional(lastPayableDate),
};

export const ReadRegistration = orNull(
  'object',
  'whether the bank has registered the boleto; null where there is none',
  {
    required: ['status', 'registered_at', 'reason'],
    properties: {
      status: { type: 'string', enum: ['WAITING', 'REGISTERED', 'REJECTED'] },
      registered_at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
      reason: { type: ['string', 'null'], description: 'why the bank refused it, in Portuguese' },
    },
  },
);

export const ReadChange = orNull('object', 'what the bank was asked for and has not answered yet', {
  required: ['kind', 'due_date', 'requested_at'],
  properties: {
    kind: { type: 'string', enum: ['cancel', 'due_date'] },
    due_date: { type: ['string', 'null'], description: 'the due date that was asked for' },
    requested_at: { type: 'string', format: 'date-time' },
  },
});
