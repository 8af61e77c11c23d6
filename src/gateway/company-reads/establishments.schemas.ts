import { Type } from 'typebox';
import { BalanceFigures } from '../../books/ledger/balances.schemas.ts';
import { listOf } from '../../ground/lists/lists.schemas.ts';
import { MAX_DAYS_APART, MAX_REMINDERS } from '../../parties/companies/reminder-limits.rules.ts';
import { CHARGE_TYPES } from '../../rails/acquirers/acquirer.ts';
import { FixedSplit } from '../splits/splits.schemas.ts';

const time = Type.String({ format: 'date-time' });

const LISTED = {
  id: Type.Integer(),
  name: Type.String(),
  document: Type.String({ description: 'CNPJ or CPF, without punctuation' }),
  status: Type.Enum(['ACTIVE', 'INACTIVE'], { description: 'an inactive company takes no orders' }),
  balance: BalanceFigures,
  active_tokens: Type.Integer({ description: 'access tokens that can be used' }),
};

export const EstablishmentList = listOf(Type.Object(LISTED));

const TOKEN = {
  id: Type.Integer(),
  hint: Type.String({ description: 'the last characters of the token' }),
  created_at: time,
};

export const NewAccessToken = Type.Object({
  ...TOKEN,
  token: Type.String({ description: 'the access token itself, shown this once and never again' }),
});

export const ReminderDays = Type.Array(Type.Integer({ minimum: -MAX_DAYS_APART, maximum: MAX_DAYS_APART }), {
  maxItems: MAX_REMINDERS,
  description:
    'days from the due date on which payers of boletos get a reminder by e-mail, negative before it; [] sends none',
});

export const Establishment = Type.Object({
  ...LISTED,
  address: Type.Object({
    line_1: Type.String(),
    city: Type.String(),
    state: Type.String(),
    zip_code: Type.String(),
  }),
  created_at: time,
  plans: Type.Array(
    Type.Object({
      payment_type: Type.Enum([...CHARGE_TYPES]),
      enabled: Type.Boolean(),
      fee_fixed: Type.Integer({ description: 'cents' }),
      fee_basis_points: Type.Integer({ description: 'hundredths of a percent of the total' }),
      fee_on_refund: Type.Enum(['returned', 'kept']),
      settlement_days: Type.Integer({ description: 'business days until the money is available; 0 means at once' }),
    }),
  ),
  retention: Type.Object({
    basis_points: Type.Integer({ description: 'part of each net amount, in hundredths of a percent' }),
    days: Type.Integer({ description: 'days for which it is retained after settlement' }),
  }),
  split: FixedSplit,
  reminder_days: ReminderDays,
  access_tokens: Type.Array(
    Type.Object({
      ...TOKEN,
      status: Type.Enum(['ACTIVE', 'REVOKED']),
      revoked_at: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
    }),
    { description: 'all that are active, and those that were revoked last' },
  ),
});
