import { type CsvDialect, csvHead, csvLine } from '../../../ground/lists/csv.rules.ts';
import { earnedCents } from './fees.rules.ts';
import type { FeeLine } from './read-fees.ts';
import type { TrialLine } from './trial-balance.rules.ts';

const TRIAL_COLUMNS = ['day', 'account', 'acquirer', 'opening_balance', 'debits', 'credits', 'balance'];

/** A line for each account, and one for each day that adds them up: its sums are zero, and its debits its credits. */
export function trialBalanceCsv(lines: readonly TrialLine[], dialect: CsvDialect): string {
  const days = [...new Set(lines.map(({ day }) => day))];
  const rows = days.flatMap((day) => {
    const ofDay = lines.filter((line) => line.day === day);
    return [...ofDay.map((line) => trialRow(line, dialect)), trialRow({ ...sumOf(ofDay), day }, dialect)];
  });
  return csvHead(TRIAL_COLUMNS, dialect) + rows.join('');
}

type TrialRow = Omit<TrialLine, 'account'> & { account: string };

function trialRow(line: TrialRow, dialect: CsvDialect): string {
  const figures = [line.openingCents, line.debitCents, line.creditCents, line.balanceCents];
  return csvLine([line.day, line.account, line.acquirer, ...figures.map((cents) => ({ cents }))], dialect);
}

function sumOf(lines: readonly TrialLine[]): Omit<TrialRow, 'day'> {
  const sum = (name: 'openingCents' | 'debitCents' | 'creditCents' | 'balanceCents') =>
    lines.reduce((all, line) => all + line[name], 0);
  return {
    account: 'total',
    acquirer: null,
    openingCents: sum('openingCents'),
    debitCents: sum('debitCents'),
    creditCents: sum('creditCents'),
    balanceCents: sum('balanceCents'),
  };
}

const FEE_COLUMNS = [
  ...['date', 'merchant_id', 'merchant', 'company_id', 'company'],
  ...['payment_fees', 'returned', 'payout_fees', 'other', 'earned'],
];

export function feesCsv(lines: readonly FeeLine[], dialect: CsvDialect): string {
  const rows = lines.map(({ date, merchant, company, fees }) => {
    const { payment_fee_cents, returned_cents, payout_fee_cents, other_cents } = fees;
    const figures = [payment_fee_cents, returned_cents, payout_fee_cents, other_cents, earnedCents(fees)];
    const who = [date, merchant?.id ?? null, merchant?.name ?? null, company?.id ?? null, company?.name ?? null];
    return csvLine([...who, ...figures.map((cents) => ({ cents }))], dialect);
  });
  return csvHead(FEE_COLUMNS, dialect) + rows.join('');
}
