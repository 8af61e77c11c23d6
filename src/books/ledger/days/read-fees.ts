import type { Db } from '../../../ground/db/pool.ts';
import { type CompanyNames, findCompanyNames } from '../../../parties/companies/operator.sql.ts';
import { listFees, readFeesByCompany, readFeesByDate } from './fee-days.sql.ts';
import { addFees, type FeeFigures, type FeePeriod, feesBy } from './fees.rules.ts';

/** Who else paid stands in the file. */
const MOST_LINES = 1_000;

export interface FeeLine {
  /** The day or the first of the month; null where the line is of the whole period. */
  date: string | null;
  merchant: { id: number; name: string } | null;
  company: { id: number; name: string } | null;
  fees: FeeFigures;
}

export interface Fees {
  lines: FeeLine[];
  /** There are more, which earned less. */
  isCut: boolean;
  /** Of all, shown or not. */
  totals: FeeFigures;
}

export type FeesAsked = FeePeriod & { by: 'date' | 'merchant' | 'company' };

/** What the platform earned in a period: by its dates, or by who paid it, most first. */
export async function readFees(db: Db, { by, ...period }: FeesAsked): Promise<Fees> {
  if (by === 'date') {
    const dated = await readFeesByDate(db, period);
    const lines = dated.map(({ date, ...fees }) => ({ date, merchant: null, company: null, fees }));
    return { lines, isCut: false, totals: addFees(dated) };
  }
  const all = await readFeesByCompany(db, period);
  const known = await namesOf(db, all);
  const groups = feesBy(all, ({ company_id }) =>
    by === 'company' ? company_id : (known.get(company_id ?? 0)?.merchant_id ?? null),
  );
  const byMerchant = new Map([...known.values()].map((company) => [company.merchant_id, company]));
  const lines = groups.slice(0, MOST_LINES).map(({ key, fees }) => {
    const company = by === 'company' ? known.get(key ?? 0) : byMerchant.get(key ?? 0);
    return { date: null, ...whoPaid(company, by === 'company'), fees };
  });
  return { lines, isCut: groups.length > lines.length, totals: addFees(all) };
}

/** Everything by date and company, for a file; null where that is more than a file holds. */
export async function readFeeLines(db: Db, period: FeePeriod, most: number): Promise<FeeLine[] | null> {
  const all = await listFees(db, period, most + 1);
  if (all.length > most) return null;
  const known = await namesOf(db, all);
  return all.map(({ date, company_id, ...fees }) => ({ date, ...whoPaid(known.get(company_id ?? 0), true), fees }));
}

async function namesOf(
  db: Db,
  all: readonly { company_id: number | null }[],
): Promise<ReadonlyMap<number, CompanyNames>> {
  const ids = [...new Set(all.flatMap(({ company_id }) => company_id ?? []))];
  return new Map((await findCompanyNames(db, ids)).map((company) => [company.id, company]));
}

function whoPaid(company: CompanyNames | undefined, isOfCompany: boolean): Pick<FeeLine, 'merchant' | 'company'> {
  if (!company) return { merchant: null, company: null };
  const { id, name, merchant_id, merchant_name } = company;
  return { merchant: { id: merchant_id, name: merchant_name }, company: isOfCompany ? { id, name } : null };
}
