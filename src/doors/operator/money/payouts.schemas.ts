import { Type } from 'typebox';
import { PayoutDetails, PayoutRecord } from '../../../gateway/payouts/interface/payouts.schemas.ts';
import { FINDING_KINDS } from '../../../gateway/payouts/payout.ts';
import { REASON } from '../reason.schemas.ts';
import { cents, isoTime, orNull } from './money.schemas.ts';

const { description: _, requested_by: __, approved_by: ___, ...SHOWN } = PayoutRecord.properties;

export const EveryPayout = Type.Object({
  ...SHOWN,
  merchant_id: Type.Integer(),
  acquirer: Type.String({ description: 'who sends it' }),
  reference: Type.String({ description: 'ours, as the acquirer knows it' }),
  is_old: Type.Boolean({ description: 'waits to be sent, or for the bank’s word, longer than it should' }),
});

export const Finding = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum([...FINDING_KINDS]),
  merchant_id: orNull(Type.Integer()),
  company_id: orNull(Type.Integer()),
  payout_id: orNull(Type.Integer()),
  acquirer: Type.String(),
  reference: Type.String(),
  ours: cents('by our books'),
  bank: cents('as the bank has it'),
  detected_at: isoTime,
  resolved_at: orNull(isoTime),
  resolution: orNull(Type.String()),
});

export const SeenPayout = Type.Object({
  ...EveryPayout.properties,
  waits_for: PayoutDetails.properties.waits_for,
  history: Type.Array(PayoutDetails.properties.history.items, { description: 'people are masked' }),
  returns: PayoutDetails.properties.returns,
  journal: Type.Array(
    Type.Object({
      account: Type.String(),
      company_id: orNull(Type.Integer()),
      amount: Type.Integer({ description: 'cents' }),
      tag: Type.String(),
      available_at: isoTime,
    }),
    { description: 'every entry of its journals; they add up to zero' },
  ),
  findings: Type.Array(Finding, { description: 'what its bank sees otherwise' }),
  can_settle: Type.Boolean({ description: 'it was sent, and an operator may end it' }),
  can_return: Type.Boolean({ description: 'it was paid by hand, and nobody else tells when it comes back' }),
});

export const SettleBody = Type.Object({
  as: Type.Enum(['PAID', 'FAILED'], {
    description: 'PAID: the money has left the account; FAILED: it has not and never will, and it is given back',
  }),
  reason: REASON,
});

export const ReturnBody = Type.Object({
  amount: Type.Integer({ minimum: 1, maximum: 10 ** 14, description: 'cents that came back this time' }),
  reason: REASON,
});
