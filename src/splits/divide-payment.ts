import { hashAccessToken } from '../companies/access-tokens.ts';
import type { PayingCompany, PaymentPlan } from '../companies/companies.sql.ts';
import { findActiveCompaniesByTokens, listFixedParticipants, type StoredParticipant } from '../companies/participants.sql.ts';
import type { Db } from '../db/pool.ts';
import { feeOf } from '../money/basis-points.ts';
import { allocate, OWNER_POSITION, type Share } from './allocate.rules.ts';
import { checkParticipants, type ListedParticipant, type ParticipantSource, type SplitTerms } from './participants.rules.ts';
import type { Division, FrozenShare } from './split.ts';
import type { SplitParticipantBody } from './splits.schemas.ts';

/** Divides a total among the owner, its fixed participants and those that came with the order; checks all of them together. */
export async function dividePayment(
  db: Db,
  owner: PayingCompany,
  plan: PaymentPlan,
  totalCents: number,
  dynamic: readonly ListedParticipant[],
): Promise<Division> {
  const feeCents = feeOf(totalCents, { fixedCents: plan.fee_fixed_cents, basisPoints: plan.fee_basis_points });
  const fixed = (await listFixedParticipants(db, owner.id)).map((participant) => listedAs('fixed', participant));
  const participants = checkParticipants([...fixed, ...dynamic], totalCents, feeCents);
  const shares = allocate({
    totalCents,
    feeCents,
    owner: { companyId: owner.id, merchantId: owner.merchant_id, name: owner.name },
    participants,
  });
  return { feeCents, shares: shares.map((share) => freeze(share, participants[share.position - OWNER_POSITION - 1])) };
}

function freeze(share: Share, participant: (SplitTerms & { source: ParticipantSource }) | undefined): FrozenShare {
  return {
    ...share,
    source: participant?.source ?? 'owner',
    chargeFee: participant?.chargeFee ?? false,
    discountGrossAmount: participant?.discountGrossAmount ?? true,
  };
}

/** A stored participant is known by company; whether the company still takes part is checked anew. */
export function listedAs(
  source: ParticipantSource,
  { isActive, companyId, merchantId, companyName, ...terms }: StoredParticipant,
): ListedParticipant {
  return { ...terms, source, path: null, company: isActive ? { companyId, merchantId, companyName } : null };
}

/** The participants of a request, each with the company its token names, if any. */
export async function readParticipants(db: Db, listed: readonly SplitParticipantBody[]): Promise<ListedParticipant[]> {
  if (listed.length === 0) return [];
  const hashes = listed.map((participant) => hashAccessToken(participant.accessToken));
  const companies = await findActiveCompaniesByTokens(db, hashes);
  return listed.map(({ accessToken: _, ...terms }, index) => ({
    ...terms,
    source: 'dynamic',
    path: `splitParticipants[${index}]`,
    company: companies.get((hashes[index] as Buffer).toString('hex')) ?? null,
  }));
}
