import { Type } from 'typebox';

export const MAX_SPLIT_PARTICIPANTS = 20;
export const MAX_TOTAL_CENTS = 9_999_999_999;
const MAX_ACCESS_TOKEN_LENGTH = 200;

const SplitParticipant = Type.Object({
  accessToken: Type.String({
    minLength: 1,
    maxLength: MAX_ACCESS_TOKEN_LENGTH,
    description: 'access token of the participating establishment',
  }),
  merchantType: Type.Enum(['PRIMARY', 'SECONDARY'], { description: 'PRIMARY receives the remainder' }),
  type: Type.Enum(['PERCENTAGE', 'FIXED']),
  chargeFee: Type.Boolean({ description: 'whether this participant bears the fees' }),
  discountGrossAmount: Type.Boolean({ description: 'true: share of the gross value; false: of the value after fees' }),
  amountSplit: Type.Integer({
    minimum: 0,
    maximum: MAX_TOTAL_CENTS,
    description: 'FIXED: cents; PERCENTAGE: hundredths of a percent (10000 = 100%)',
  }),
});
export type SplitParticipantBody = Type.Static<typeof SplitParticipant>;

export const SplitParticipants = Type.Array(SplitParticipant, { maxItems: MAX_SPLIT_PARTICIPANTS });

export const SplitTable = Type.Array(
  Type.Object({
    company_id: Type.Integer(),
    name: Type.String(),
    merchant_type: Type.Enum(['PRIMARY', 'SECONDARY']),
    type: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    amount_split: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    share: Type.Integer({ description: 'cents' }),
    fee: Type.Integer({ description: 'cents' }),
    net: Type.Integer({ description: 'cents' }),
  }),
);
