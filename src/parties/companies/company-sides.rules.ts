import type { AuditDetails } from '../audit-log/audit-log.rules.ts';

interface SplitPart {
  companyId: number;
  merchantType: string;
  type: string;
  chargeFee: boolean;
  discountGrossAmount: boolean;
  amountSplit: number;
}

interface Plan {
  payment_type: string;
  enabled: boolean;
  fee_fixed_cents: number;
  fee_basis_points: number;
  fee_on_refund: string;
  settlement_days: number;
  acquirer: string | null;
}

/** What an operator may change of a company. */
interface Terms {
  name: string;
  status: string;
  retention_basis_points: number;
  retention_days: number;
  payer_receipts: boolean;
  confirm_above_cents: number | null;
  late_caps: boolean;
  reminder_days: readonly number[] | null;
  plans: readonly Plan[];
  split: readonly (Omit<SplitPart, 'companyId'> & { company_id: number })[];
}

/** Who receives what, each as one line of the audit log. */
export function splitLines(parts: readonly SplitPart[]): string[] {
  return parts.map((part) => {
    const unit = part.type === 'FIXED' ? 'cents' : part.discountGrossAmount ? 'bp of the gross' : 'bp';
    const fee = part.chargeFee ? ', bears the fee' : '';
    return `company ${part.companyId} ${part.merchantType} ${part.amountSplit} ${unit}${fee}`;
  });
}

/** As an operator writes them. */
export function reminderLine(days: readonly number[] | null): string {
  return days === null ? 'off' : days.join(',');
}

/** The terms of a company as the audit log shows them, to be held against what they were. */
export function sidesOfCompany({ plans, split, ...terms }: Terms): AuditDetails {
  const planTerms = plans.flatMap(({ payment_type, ...plan }) =>
    Object.entries(plan).map(([name, value]) => [`${payment_type}.${name}`, value] as const),
  );
  const parts = split.map(({ company_id, ...part }) => ({ ...part, companyId: company_id }));
  const { name, status, retention_basis_points, retention_days } = terms;
  const { payer_receipts, confirm_above_cents, late_caps } = terms;
  const reminder_days = reminderLine(terms.reminder_days);
  const own = { name, status, retention_basis_points, retention_days, payer_receipts, confirm_above_cents, late_caps };
  return { ...own, reminder_days, ...Object.fromEntries(planTerms), split: splitLines(parts) };
}
