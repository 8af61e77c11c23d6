import type { OrderBody } from '../../../src/gateway/orders/orders.schemas.ts';
import type { SimCompany } from '../fixtures.ts';
import { halfUp, type Row } from './model.ts';

/** REFERENCE MODEL of the split: who gets what of an order and who bears its fee, or why it is refused. */

const WHOLE = 10_000;

interface Participant {
  company: SimCompany;
  isPrimary: boolean;
  isBearer: boolean;
  type: 'PERCENTAGE' | 'FIXED';
  figure: number;
  /** What it receives unless it takes the remainder. */
  shareCents: number;
}

export type Division = { refusal: string } | { refusal: null; rows: Row[]; isFeeReturned: boolean };

/** Computes with the terms that `companies` had when the order was taken. */
export function divide(order: OrderBody, companies: readonly SimCompany[]): Division {
  const owner = companies.find(({ token }) => token === order.access_token) as SimCompany;
  const { total } = order;
  const plan = owner.plans[order.payment.type];
  const feeCents = Math.min(total, plan.fee_fixed_cents + halfUp(total * plan.fee_basis_points, WHOLE));
  const participants = participantsOf(order, owner, companies, feeCents);
  const refusal = refusalOf(participants, total);
  if (refusal) return { refusal };
  const taken = sum(participants.filter(({ isPrimary }) => !isPrimary).map(({ shareCents }) => shareCents));
  const listed = participants.map((participant) => ({
    ...participant,
    shareCents: participant.isPrimary ? total - taken : participant.shareCents,
  }));
  const hasPrimary = listed.some(({ isPrimary }) => isPrimary);
  const isOwnerListed = listed.some(({ company }) => company.id === owner.id);
  const unlisted = {
    company: owner,
    isPrimary: !hasPrimary,
    isBearer: false,
    shareCents: hasPrimary ? 0 : total - taken,
  };
  const all = hasPrimary && isOwnerListed ? listed : [unlisted, ...listed];
  const fees = feesOf(all, owner, feeCents);
  const rows = all.map(({ company, shareCents, isPrimary }, index) => ({
    companyId: company.id,
    shareCents,
    feeCents: fees[index] ?? 0,
    isPrimary,
  }));
  return { refusal: null, rows, isFeeReturned: plan.fee_on_refund === 'returned' };
}

/** Those of the establishment first, then those of the order. */
function participantsOf(
  order: OrderBody,
  owner: SimCompany,
  companies: readonly SimCompany[],
  feeCents: number,
): Participant[] {
  const fixed = owner.fixedSplit.map((terms) => ({
    ...terms,
    company: companies.find(({ id }) => id === terms.participantCompanyId) as SimCompany,
  }));
  const sent = (order.splitParticipants ?? []).map((terms) => ({
    ...terms,
    company: companies.find(({ token }) => token === terms.accessToken) as SimCompany,
  }));
  return [...fixed, ...sent].map(({ company, merchantType, type, chargeFee, discountGrossAmount, amountSplit }) => {
    const base = discountGrossAmount ? order.total : order.total - feeCents;
    return {
      company,
      isPrimary: merchantType === 'PRIMARY',
      isBearer: chargeFee,
      type,
      figure: amountSplit,
      shareCents: type === 'FIXED' ? amountSplit : Math.floor((base * amountSplit) / WHOLE),
    };
  });
}

function refusalOf(participants: readonly Participant[], total: number): string | null {
  const figures = (type: string) => sum(participants.filter((one) => one.type === type).map(({ figure }) => figure));
  if (participants.filter(({ isBearer }) => isBearer).length > 1) return 'SPLIT_MULTIPLE_FEE_BEARERS';
  if (participants.filter(({ isPrimary }) => isPrimary).length > 1) return 'SPLIT_MULTIPLE_PRIMARIES';
  if (figures('PERCENTAGE') > WHOLE) return 'SPLIT_PERCENTAGE_EXCEEDED';
  if (figures('FIXED') > total) return 'SPLIT_FIXED_EXCEEDED';
  const taken = sum(participants.filter(({ isPrimary }) => !isPrimary).map(({ shareCents }) => shareCents));
  return taken > total ? 'SPLIT_EXCEEDS_TOTAL' : null;
}

type FeeRow = Pick<Participant, 'company' | 'isPrimary' | 'isBearer' | 'shareCents'>;

/**
 * The bearer pays; a stranger only as far as its share goes, and the owner pays the rest out of its remainder or
 * its first row.
 */
function feesOf(rows: readonly FeeRow[], owner: SimCompany, feeCents: number): number[] {
  const own = rows.filter(({ company }) => company.id === owner.id);
  const ownerRow = own.find(({ isPrimary }) => isPrimary) ?? own[0];
  const bearer = rows.find(({ isBearer }) => isBearer) ?? ownerRow;
  const isStranger = bearer?.company.merchantId !== owner.merchantId;
  const borne = isStranger ? Math.min(feeCents, bearer?.shareCents ?? 0) : feeCents;
  return rows.map((row) => (row === bearer ? borne : 0) + (row === ownerRow ? feeCents - borne : 0));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
