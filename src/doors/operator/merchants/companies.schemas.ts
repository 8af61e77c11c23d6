import { Type } from 'typebox';
import { ReminderDays } from '../../../gateway/company-reads/establishments.schemas.ts';
import { FixedSplit, MAX_SPLIT_PARTICIPANTS, SPLIT_TERMS } from '../../../gateway/splits/splits.schemas.ts';
import { CHARGE_TYPES } from '../../../rails/acquirers/acquirer.ts';
import { REASON } from '../reason.schemas.ts';
import { Status } from './merchants.schemas.ts';

/** As much as a payment may be. */
const LARGEST_CENTS = 9_999_999_999;
const cents = (description: string) =>
  Type.Integer({ minimum: 0, maximum: LARGEST_CENTS, description: `cents: ${description}` });
const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const acquirer = orNull(Type.String({ maxLength: 40, description: 'null: the sandbox’s own, in live nobody' }));

const TERMS_OF_PLAN = {
  fee_fixed: cents('fixed fee of a payment'),
  fee_basis_points: Type.Integer({ minimum: 0, description: 'hundredths of a percent of the total' }),
  fee_on_refund: Type.Enum(['returned', 'kept']),
  settlement_days: Type.Integer({ minimum: 0, description: 'business days until the money is available' }),
};
const RAIL_OF_PLAN = { enabled: Type.Boolean(), acquirer };
const RETENTION = {
  basis_points: Type.Integer({ minimum: 0, description: 'part of each net amount, in hundredths of a percent' }),
  days: Type.Integer({ minimum: 0 }),
};
const PAYOUTS = {
  acquirer,
  fee: cents('what a payout costs the company'),
  minimum: cents('the least that a payout may be'),
  most: orNull(cents('the most that one may be; null: no limit')),
  day: orNull(cents('the most that all of a day may be; null: no limit')),
  to_others: Type.Boolean({ description: 'whether money may go to another document than the company’s own' }),
  needs_approval: Type.Boolean({ description: 'whether a second person approves each' }),
};

export const Company = Type.Object({
  id: Type.Integer(),
  merchant_id: Type.Integer(),
  name: Type.String(),
  document: Type.String({ description: 'a CPF is masked' }),
  status: Status,
  plans: Type.Array(Type.Object({ payment_type: Type.Enum([...CHARGE_TYPES]), ...TERMS_OF_PLAN, ...RAIL_OF_PLAN })),
  retention: Type.Object(RETENTION),
  payer_receipts: Type.Boolean(),
  confirm_above: orNull(Type.Integer({ description: 'cents from which a refund asks for the password again' })),
  late_caps: Type.Boolean({ description: 'whether fine and interest of boletos are capped as consumer law has it' }),
  reminder_days: ReminderDays,
  payouts: Type.Object(PAYOUTS),
  split: FixedSplit,
  would_stop: Type.Object({
    access_tokens: Type.Integer({ description: 'shops that could order no more' }),
    payment_links: Type.Integer({ description: 'that nobody could pay any more; at most 1,001' }),
    splits: Type.Integer({ description: 'other establishments whose fixed split names it: their orders are refused' }),
    pending_payments: Type.Integer({ description: 'these go on: whoever pays them has paid' }),
  }),
  choices: Type.Object(
    { pix: Type.Array(Type.String()), invoice: Type.Array(Type.String()), payouts: Type.Array(Type.String()) },
    { description: 'acquirers that can charge or pay out here' },
  ),
});

const partly = <Fields extends Record<string, Type.TSchema>>(fields: Fields) =>
  Type.Optional(Type.Partial(Type.Object(fields)));

/** Of what was agreed: fees, settlement, retention. */
export const TermsBody = Type.Object({
  pix: partly(TERMS_OF_PLAN),
  invoice: partly(TERMS_OF_PLAN),
  retention: partly(RETENTION),
  payout_fee: Type.Optional(PAYOUTS.fee),
  split: Type.Optional(
    Type.Array(Type.Object({ company_id: Type.Integer({ minimum: 1 }), ...SPLIT_TERMS }), {
      maxItems: MAX_SPLIT_PARTICIPANTS,
      description: 'the whole fixed split, among establishments of any merchant; none: []',
    }),
  ),
  reason: REASON,
});

/** Of how it works: who charges and pays out, caps, rules. */
export const RailsBody = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 120 })),
  status: Type.Optional(Status),
  pix: partly(RAIL_OF_PLAN),
  invoice: partly(RAIL_OF_PLAN),
  payer_receipts: Type.Optional(Type.Boolean()),
  confirm_above: Type.Optional(orNull(cents('from which a refund asks for the password again; null: never'))),
  late_caps: Type.Optional(Type.Boolean()),
  reminder_days: Type.Optional(ReminderDays),
  payouts: partly({
    acquirer: PAYOUTS.acquirer,
    minimum: PAYOUTS.minimum,
    most: PAYOUTS.most,
    day: PAYOUTS.day,
    to_others: PAYOUTS.to_others,
    needs_approval: PAYOUTS.needs_approval,
  }),
  reason: REASON,
});
