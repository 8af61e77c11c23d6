import type { PartnerCompany } from '../companies/seller.ts';
import type { Share } from './allocate.rules.ts';
import type { ListedParticipant } from './participants.rules.ts';
import type { SplitParticipantBody } from './splits.schemas.ts';
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

export function simulatedShare(share: Share) {
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
