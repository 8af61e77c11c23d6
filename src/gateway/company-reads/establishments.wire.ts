import type { Balance } from '../../books/ledger/value-dates.rules.ts';
import type { AccessTokenRecord } from '../../parties/companies/access-tokens.sql.ts';
import type { OwnCompany, OwnCompanyDetails } from '../../parties/companies/own-companies.sql.ts';
import type { PaymentPlan } from '../../parties/companies/seller.ts';

export function listedEstablishment(company: OwnCompany, balance: Balance) {
  const { id, name, document, active_tokens } = company;
  return { id, name, document, status: company.status as 'ACTIVE' | 'INACTIVE', balance, active_tokens };
}

export function establishment(company: OwnCompanyDetails, balance: Balance, tokens: readonly AccessTokenRecord[]) {
  const { address_line, city, state, zip_code, retention_basis_points, retention_days, plans, split } = company;
  return {
    ...listedEstablishment(company, balance),
    address: { line_1: address_line, city, state, zip_code },
    created_at: company.created_at.toISOString(),
    plans: plans.map(plan),
    retention: { basis_points: retention_basis_points, days: retention_days },
    split,
    reminder_days: company.reminder_days ?? [],
    access_tokens: tokens.map((token) => ({
      ...accessToken(token),
      status: token.status as 'ACTIVE' | 'REVOKED',
      revoked_at: token.revoked_at?.toISOString() ?? null,
    })),
  };
}

/** Which acquirer charges is the operator's business. */
function plan({
  payment_type,
  enabled,
  fee_fixed_cents,
  fee_basis_points,
  fee_on_refund,
  settlement_days,
}: PaymentPlan) {
  return { payment_type, enabled, fee_fixed: fee_fixed_cents, fee_basis_points, fee_on_refund, settlement_days };
}

export function accessToken({ id, hint, created_at }: AccessTokenRecord) {
  return { id, hint, created_at: created_at.toISOString() };
}
