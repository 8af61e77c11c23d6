import type { AuditDetails } from '../audit-log/audit-log.rules.ts';
import type { CompanyOverview } from './operator.sql.ts';

interface SplitPart {
  companyId: number;
  merchantType: string;
  type: string;
  chargeFee: boolean;
  discountGrossAmount: boolean;
  amountSplit: number;
}

/** Who receives what, each as one line of the audit log. */
export function splitLines(parts: readonly SplitPart[]): string[] {
  return parts.map((part) => {
    const unit = part.type === 'FIXED' ? 'cents' : part.discountGrossAmount ? 'bp of the gross' : 'bp';
    const fee = part.chargeFee ? ', bears the fee' : '';
    return `company ${part.companyId} ${part.merchantType} ${part.amountSplit} ${unit}${fee}`;
  });
}

/** The terms of a company as the audit log shows them, to be held against what they were. */
export function sidesOfCompany(company: CompanyOverview): AuditDetails {
  const { id: _, merchant_id: __, document: ___, plans, split, ...terms } = company;
  const planTerms = plans.flatMap(({ payment_type, ...plan }) =>
    Object.entries(plan).map(([name, value]) => [`${payment_type}.${name}`, value] as const),
  );
  const parts = split.map(({ company_id, ...part }) => ({ ...part, companyId: company_id }));
  return { ...terms, ...Object.fromEntries(planTerms), split: splitLines(parts) };
}
