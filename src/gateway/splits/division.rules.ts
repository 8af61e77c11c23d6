import { feeOf } from '../../ground/money/basis-points.ts';
import { enabledPlanOf } from '../../parties/companies/plan.rules.ts';
import type { PaymentType, Seller } from '../../parties/companies/seller.ts';
import { allocate, OWNER_POSITION, type Share } from './allocate.rules.ts';
import {
  checkParticipants,
  type ListedParticipant,
  type ParticipantSource,
  type SplitTerms,
} from './participants.rules.ts';
import type { Division, FrozenShare } from './split.ts';

/**
 * The fee and the shares of a payment of this type, which `acquirer` charges (null: nobody), under the seller's plan:
 * among the seller, its fixed participants and those that came with the request. Checks all participants together.
 */
export function dividePayment(
  seller: Seller,
  paymentType: PaymentType,
  acquirer: string | null,
  totalCents: number,
  listed: readonly ListedParticipant[],
): Division {
  const { company, standing } = seller;
  const plan = enabledPlanOf(seller, paymentType, acquirer);
  const feeCents = feeOf(totalCents, { fixedCents: plan.fee_fixed_cents, basisPoints: plan.fee_basis_points });
  const fixed = standing.map((participant): ListedParticipant => ({ ...participant, source: 'fixed', path: null }));
  const participants = checkParticipants([...fixed, ...listed], totalCents, feeCents);
  const owner = { companyId: company.id, merchantId: company.merchant_id, name: company.name };
  const shares = allocate({ totalCents, feeCents, owner, participants });
  return {
    acquirer: plan.acquirer,
    feeCents,
    feeOnRefund: plan.fee_on_refund,
    shares: shares.map((share) => freeze(share, participants[share.position - OWNER_POSITION - 1])),
  };
}

function freeze(share: Share, participant: (SplitTerms & { source: ParticipantSource }) | undefined): FrozenShare {
  return {
    ...share,
    source: participant?.source ?? 'owner',
    chargeFee: participant?.chargeFee ?? false,
    discountGrossAmount: participant?.discountGrossAmount ?? true,
  };
}
