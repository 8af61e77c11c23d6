import type { FixedParticipant } from '../../parties/companies/companies.sql.ts';
import type { PartnerCompany } from '../../parties/companies/seller.ts';
import type { Share } from './allocate.rules.ts';
import type { ListedParticipant, Participant } from './participants.rules.ts';
import type { Division } from './split.ts';
import type { FixedParticipantBody, SplitParticipantBody } from './splits.schemas.ts';
import type { StoredShare } from './splits.sql.ts';

/** The participants of a request, each with the company that its token names, if any. */
export function listedParticipants(
  bodies: readonly SplitParticipantBody[],
  partners: readonly (PartnerCompany | null)[],
): ListedParticipant[] {
  return bodies.map(({ accessToken: _, ...terms }, index) => ({
    ...terms,
    source: 'dynamic',
    path: `splitParticipants[${index}]`,
    company: partners[index] ?? null,
  }));
}

/** The participants of a fixed split in a request, each with the company that its token or its id names, if any. */
export function listedFixedParticipants(
  bodies: readonly FixedParticipantBody[],
  companies: readonly (PartnerCompany | null)[],
): ListedParticipant[] {
  return bodies.map(({ accessToken, company_id: _, ...terms }, index) => ({
    ...terms,
    source: 'fixed',
    path: `splitParticipants[${index}]`,
    ...(accessToken === undefined ? { namedBy: 'company_id' } : {}),
    company: companies[index] ?? null,
  }));
}

/** A participant of a fixed split that passed its checks, as companies keep it. */
export function toStore(participant: Participant): FixedParticipant {
  const { companyId, merchantType, type, chargeFee, discountGrossAmount, amountSplit } = participant;
  return { participantCompanyId: companyId, merchantType, type, chargeFee, discountGrossAmount, amountSplit };
}

export function fixedParticipant(participant: Participant) {
  const { companyId, companyName, merchantType, type, chargeFee, discountGrossAmount, amountSplit } = participant;
  return { company_id: companyId, name: companyName, merchantType, type, chargeFee, discountGrossAmount, amountSplit };
}

export function simulatedSplit(totalCents: number, { feeCents, shares }: Division) {
  return { success: true, total: totalCents, fee: feeCents, split: shares.map(simulatedShare) };
}

function simulatedShare(share: Share) {
  return {
    company_id: share.companyId,
    name: share.companyName,
    merchant_type: share.merchantType,
    type: share.type,
    amount_split: share.amountSplit,
    share: share.shareCents,
    fee: share.feeCents,
    net: share.netCents,
  };
}

export function storedShare(share: StoredShare) {
  return {
    company_id: share.company_id,
    name: share.company_name,
    merchant_type: share.merchant_type,
    type: share.type,
    amount_split: share.amount_split,
    share: share.share_cents,
    fee: share.fee_cents,
    net: share.share_cents - share.fee_cents,
  };
}
