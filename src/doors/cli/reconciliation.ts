import { listUnknownReceipts } from '../../gateway/alignment/receipts/unknown-receipts.sql.ts';
import {
  type ComparedFigures,
  listReports,
  type ReportWithHistory,
} from '../../gateway/alignment/reconciliation.sql.ts';
import { command } from './command.ts';
import { withDatabase } from './database.ts';
import { lineOfReceipt, MOST_RECEIPTS } from './receipt.ts';

const DAYS_SHOWN = 31;

export const reconciliation = command({
  name: 'reconciliation',
  description:
    "List the daily comparisons of our totals with each acquirer's, newest first, with earlier figures of a day",
  examples: ['vintem reconciliation', 'vintem reconciliation --json'],
  args: {},
  run: () =>
    withDatabase(async ({ db }) => {
      const reports = await listReports(db, DAYS_SHOWN);
      const unknown = await listUnknownReceipts(db, { days: DAYS_SHOWN, limit: MOST_RECEIPTS });
      const lines = reports.length > 0 ? reports.flatMap(linesOf) : ['no day has been compared yet'];
      return { lines: [...lines, ...unknown.map(lineOfReceipt)], json: reports };
    }),
});

function linesOf(report: ReportWithHistory): string[] {
  const earlier = report.before.map((figures) => `  was, at ${figures.made_at.toISOString()}:  ${figuresOf(figures)}`);
  return [`${report.day}  ${report.acquirer}  ${figuresOf(report)}`, ...earlier];
}

function figuresOf(report: ComparedFigures): string {
  const ours = [report.our_count, report.our_paid_cents, report.our_refunded_cents];
  const theirs = [report.acquirer_count, report.acquirer_paid_cents, report.acquirer_refunded_cents];
  const verdict = ours.every((value, index) => value === theirs[index]) ? 'equal' : 'DIFFERENT';
  const figures = (values: number[]) => `${values[0]} paid, ${values[1]} cents, ${values[2]} refunded`;
  const unknown = report.unknown_count > 0 ? `  UNKNOWN: ${report.unknown_count}, ${report.unknown_cents} cents` : '';
  const open = `open divergences: ${report.open_divergences}${unknown}`;
  return `${verdict}  ours: ${figures(ours)}  acquirer: ${figures(theirs)}  ${open}`;
}
