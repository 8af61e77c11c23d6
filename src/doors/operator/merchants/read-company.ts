import { listChargingAcquirers, listPayingAcquirers } from '../../../gateway/bank-access/fit-acquirers.ts';
import { countOpenLinks } from '../../../gateway/payment-links/payment-links.sql.ts';
import { countPendingPayments } from '../../../gateway/payments/payment-counts.sql.ts';
import type { PayoutTerms } from '../../../gateway/payouts/terms/payout-terms.rules.ts';
import { findPayoutTerms } from '../../../gateway/payouts/terms/payout-terms.sql.ts';
import type { Db } from '../../../ground/db/pool.ts';
import type { Deps } from '../../../ground/deps.ts';
import { unknownCompany } from '../../../parties/companies/company.rules.ts';
import {
  type CompanyOverview,
  countWhatStops,
  findCompanyNames,
  findCompanyOverview,
} from '../../../parties/companies/operator.sql.ts';
import { maskCompanyDocument } from '../mask.rules.ts';

/** An establishment with everything that was agreed about it. Its tokens are nobody's to see. */
export async function readCompany({ db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>, id: number) {
  const company = await findCompanyOverview(db, id);
  if (!company) throw unknownCompany(id);
  return {
    ...companyOf(company),
    split: await namedSplit(db, company.split),
    would_stop: {
      ...(await countWhatStops(db, id)),
      payment_links: await countOpenLinks(db, company.merchant_id, id, await clock.now()),
      pending_payments: await countPendingPayments(db, company.merchant_id, id),
    },
    payouts: payoutsOf(await findPayoutTerms(db, id)),
    choices: {
      pix: await listChargingAcquirers(db, config.mode, 'pix'),
      invoice: await listChargingAcquirers(db, config.mode, 'invoice'),
      payouts: await listPayingAcquirers(db, config.mode),
    },
  };
}

async function namedSplit(db: Db, split: CompanyOverview['split']) {
  const ids = split.map(({ company_id }) => company_id);
  const names = new Map((await findCompanyNames(db, ids)).map(({ id, name }) => [id, name]));
  return split.map((part) => ({ ...part, name: names.get(part.company_id) ?? '' }));
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
