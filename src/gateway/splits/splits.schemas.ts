import { Type } from 'typebox';

export const MAX_SPLIT_PARTICIPANTS = 20;
export const MAX_TOTAL_CENTS = 9_999_999_999;
const MAX_ACCESS_TOKEN_LENGTH = 200;

const accessToken = Type.String({
  minLength: 1,
  maxLength: MAX_ACCESS_TOKEN_LENGTH,
  description: 'access token of the participating establishment',
});

export const SPLIT_TERMS = {
  merchantType: Type.Enum(['PRIMARY', 'SECONDARY'], { description: 'PRIMARY receives the remainder' }),
  type: Type.Enum(['PERCENTAGE', 'FIXED']),
  chargeFee: Type.Boolean({ description: 'whether this participant bears the fees' }),
  discountGrossAmount: Type.Boolean({ description: 'true: share of the gross value; false: of the value after fees' }),
  amountSplit: Type.Integer({
    minimum: 0,
    maximum: MAX_TOTAL_CENTS,
    description: 'FIXED: cents; PERCENTAGE: hundredths of a percent (10000 = 100%)',
  }),
};

const SplitParticipant = Type.Object({ accessToken, ...SPLIT_TERMS });
export type SplitParticipantBody = Type.Static<typeof SplitParticipant>;

export const SplitParticipants = Type.Array(SplitParticipant, { maxItems: MAX_SPLIT_PARTICIPANTS });

const FixedParticipant = Type.Object({
  company_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'a company of your own, or one that is in the fixed split already; in place of accessToken',
    }),
  ),
  accessToken: Type.Optional(accessToken),
  ...SPLIT_TERMS,
});
export type FixedParticipantBody = Type.Static<typeof FixedParticipant>;

export const FixedParticipants = Type.Array(FixedParticipant, {
  maxItems: MAX_SPLIT_PARTICIPANTS,
  description: 'the whole fixed split; each participant is named by company_id or by accessToken',
});

/** A fixed split as it is stored: as it is sent, with the name of each company. */
export const FixedSplit = Type.Array(Type.Object({ company_id: Type.Integer(), name: Type.String(), ...SPLIT_TERMS }), {
  description: 'the fixed split, which applies to every payment of the company',
});

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

export const SimulatedSplit = Type.Object({
  success: Type.Boolean(),
  total: Type.Integer({ description: 'cents' }),
  fee: Type.Integer({ description: 'cents' }),
  split: SplitTable,
});
