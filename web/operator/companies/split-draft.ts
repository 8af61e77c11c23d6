import { allocate } from '../../../src/gateway/splits/allocate.rules.ts';
import { checkParticipants } from '../../../src/gateway/splits/participants.rules.ts';
import { feeOf } from '../../../src/ground/money/basis-points.ts';
import { NEW_TERMS, type SplitTerms } from '../../ui/splits/split-terms-fields.tsx';
import type { Company, Plan, TermsChange } from './companies.queries.ts';

/** A line of the form, and a number that stays with it while others come and go. */
export interface SplitLine extends SplitTerms {
  key: number;
  /** As it is typed. */
  id: string;
}

export function linesOf({ split }: Company): SplitLine[] {
  return split.map(({ company_id, name: _, ...terms }, key) => ({ ...terms, key, id: String(company_id) }));
}

export function newLine(lines: readonly SplitLine[]): SplitLine {
  return { ...NEW_TERMS, key: Math.max(-1, ...lines.map(({ key }) => key)) + 1, id: '' };
}

export const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text);

export function splitChange(lines: readonly SplitLine[]): TermsChange {
  return { split: lines.map(({ key: _, id, ...terms }) => ({ company_id: Number(id), ...terms })) };
}

export function isSameSplit(before: readonly SplitLine[], after: readonly SplitLine[]): boolean {
  const plain = (lines: readonly SplitLine[]) => JSON.stringify(splitChange(lines));
  return plain(before) === plain(after);
}

interface NamedShare {
  name: string;
  netCents: number;
}

/** What each would get of an amount, by the rules that orders have; null where they refuse the split. */
export function divideAmong(
  totalCents: number,
  company: Company,
  plan: Plan,
  lines: readonly SplitLine[],
  nameOf: (id: number) => string,
): { feeCents: number; shares: NamedShare[] } | null {
  const feeCents = feeOf(totalCents, { fixedCents: plan.fee_fixed, basisPoints: plan.fee_basis_points });
  const owner = { companyId: company.id, merchantId: company.merchant_id, name: company.name };
  const listed = lines.map(({ key: _, id, ...terms }) => ({
    ...terms,
    ...{ company: { companyId: Number(id), merchantId: 0, companyName: nameOf(Number(id)) } },
    ...{ source: 'fixed' as const, path: null },
  }));
  try {
    const participants = checkParticipants(listed, totalCents, feeCents);
    const shares = allocate({ totalCents, feeCents, owner, participants });
    return { feeCents, shares: shares.map(({ companyName, netCents }) => ({ name: companyName, netCents })) };
  } catch {
    return null;
  }
}
