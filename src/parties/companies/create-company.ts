import type { Tx } from '../../ground/db/transaction.ts';
import { type AccessTokenRecord, insertAccessToken } from './access-tokens.sql.ts';
import { hashAccessToken, hintOf } from './access-tokens.ts';
import { insertCompany, type NewCompany, upsertPaymentPlan } from './companies.sql.ts';
import type { PaymentPlan } from './seller.ts';

const NO_FEES = {
  enabled: true,
  fee_fixed_cents: 0,
  fee_basis_points: 0,
  fee_on_refund: 'returned',
  acquirer: null,
} as const;
/** What a company starts with: no fees, PIX at once, boleto on the next business day. */
export const DEFAULT_PLANS: readonly PaymentPlan[] = [
  { payment_type: 'pix', settlement_days: 0, ...NO_FEES },
  { payment_type: 'invoice', settlement_days: 1, ...NO_FEES },
];

export async function createCompanyWithPlans(
  tx: Tx,
  company: NewCompany,
  plans: readonly PaymentPlan[] = DEFAULT_PLANS,
): Promise<number> {
  const companyId = await insertCompany(tx, company);
  for (const plan of plans) await upsertPaymentPlan(tx, companyId, plan);
  return companyId;
}

export async function storeAccessToken(
  tx: Tx,
  companyId: number,
  token: string,
  now: Date,
): Promise<AccessTokenRecord> {
  return insertAccessToken(tx, { companyId, tokenHash: hashAccessToken(token), hint: hintOf(token), now });
}
