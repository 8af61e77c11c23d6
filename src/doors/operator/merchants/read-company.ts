import { listChargingAcquirers, listPayingAcquirers } from '../../../gateway/bank-access/fit-acquirers.ts';
import type { PayoutTerms } from '../../../gateway/payouts/terms/payout-terms.rules.ts';
import { findPayoutTerms } from '../../../gateway/payouts/terms/payout-terms.sql.ts';
import type { Deps } from '../../../ground/deps.ts';
import { unknownCompany } from '../../../parties/companies/company.rules.ts';
import { type CompanyOverview, findCompanyOverview } from '../../../parties/companies/operator.sql.ts';
import { maskCompanyDocument } from '../mask.rules.ts';

/** An establishment with everything that was agreed about it. Its tokens are nobody's to see. */
export async function readCompany({ db, config }: Pick<Deps, 'db' | 'config'>, id: number) {
  const company = await findCompanyOverview(db, id);
  if (!company) throw unknownCompany(id);
  return {
    ...companyOf(company),
    payouts: payoutsOf(await findPayoutTerms(db, id)),
    choices: {
      pix: await listChargingAcquirers(db, config.mode, 'pix'),
      invoice: await listChargingAcquirers(db, config.mode, 'invoice'),
      payouts: await listPayingAcquirers(db, config.mode),
    },
  };
}

function companyOf(company: CompanyOverview) {
  const { id, merchant_id, name, document, status, payer_receipts, late_caps } = company;
  return {
    id,
    merchant_id,
    name,
    document: maskCompanyDocument(document),
    status: status as 'ACTIVE' | 'INACTIVE',
    plans: company.plans.map(({ payment_type, fee_fixed_cents, ...plan }) => ({
      payment_type,
      fee_fixed: fee_fixed_cents,
      fee_basis_points: plan.fee_basis_points,
      fee_on_refund: plan.fee_on_refund,
      settlement_days: plan.settlement_days,
      enabled: plan.enabled,
      acquirer: plan.acquirer,
    })),
    retention: { basis_points: company.retention_basis_points, days: company.retention_days },
    payer_receipts,
    confirm_above: company.confirm_above_cents,
    late_caps,
    reminder_days: company.reminder_days ?? [],
    split: company.split,
  };
}

function payoutsOf(terms: PayoutTerms) {
  const { acquirer, feeCents, minimumCents, mostCents, dayCents, toOthers, needsApproval } = terms;
  return {
    acquirer,
    fee: feeCents,
    minimum: minimumCents,
    most: mostCents,
    day: dayCents,
    to_others: toOthers,
    needs_approval: needsApproval,
  };
}
