import { feeOf, floorShare } from '../../../src/ground/money/basis-points.ts';
import { type Change, changedGroups } from './changes.ts';
import type { Company, Plan, TermsChange } from './companies.queries.ts';

export type ChargeType = Plan['payment_type'];
/** As it is typed: `undefined` while what stands there is no figure. */
type Figure = number | undefined;

export interface PlanDraft {
  fee_basis_points: Figure;
  fee_fixed: Figure;
  settlement_days: Figure;
  fee_on_refund: Plan['fee_on_refund'];
}

export interface TermsDraft {
  pix: PlanDraft;
  invoice: PlanDraft;
  retention: { basis_points: Figure; days: Figure };
  payouts: { fee: Figure };
}

const NO_PLAN: PlanDraft = { fee_basis_points: 0, fee_fixed: 0, settlement_days: 0, fee_on_refund: 'returned' };

export function termsOf({ plans, retention: { basis_points, days }, payouts: { fee } }: Company): TermsDraft {
  const planOf = (type: ChargeType): PlanDraft => {
    const plan = plans.find(({ payment_type }) => payment_type === type);
    if (!plan) return NO_PLAN;
    const { fee_basis_points, fee_fixed, settlement_days, fee_on_refund } = plan;
    return { fee_basis_points, fee_fixed, settlement_days, fee_on_refund };
  };
  return { pix: planOf('pix'), invoice: planOf('invoice'), retention: { basis_points, days }, payouts: { fee } };
}

/** As the interface takes it, where the fee of a payout stands alone. */
export function termsChange(changes: readonly Change<TermsDraft>[]): TermsChange {
  const { payouts, ...others } = changedGroups(changes);
  const { fee } = (payouts ?? {}) as { fee?: number };
  return { ...(others as TermsChange), ...(fee === undefined ? {} : { payout_fee: fee }) };
}

export interface Division {
  platform: number;
  shop: number;
  /** Of what the shop gets, what is held back for some days. */
  retained: number;
}

/** What becomes of a payment, by the rules that the books have; null while a figure is missing. */
export function divide(totalCents: number, plan: PlanDraft, retention: TermsDraft['retention']): Division | null {
  const { fee_fixed: fixedCents, fee_basis_points: basisPoints } = plan;
  if (fixedCents === undefined || basisPoints === undefined || retention.basis_points === undefined) return null;
  const platform = feeOf(totalCents, { fixedCents, basisPoints });
  const shop = totalCents - platform;
  return { platform, shop, retained: floorShare(shop, retention.basis_points) };
}
