import { listReports, type ReconciliationReport } from '../jobs/reconciliation.sql.ts';
import { command } from './command.ts';
import { withDatabase } from './database.ts';

const DAYS_SHOWN = 31;

export const reconciliation = command({
  name: 'reconciliation',
  description: "The daily comparison of our totals with the acquirer's, newest first",
  args: {},
  run: () =>
    withDatabase(async ({ db }) => {
      const reports = await listReports(db, DAYS_SHOWN);
      return { lines: reports.length > 0 ? reports.map(lineOf) : ['no day has been compared yet'], json: reports };
    }),
});

function lineOf(report: ReconciliationReport): string {
  const ours = [report.our_count, report.our_paid_cents, report.our_refunded_cents];
  const theirs = [report.acquirer_count, report.acquirer_paid_cents, report.acquirer_refunded_cents];
  const verdict = ours.every((value, index) => value === theirs[index]) ? 'equal' : 'DIFFERENT';
  const figures = (values: number[]) => `${values[0]} paid, ${values[1]} cents, ${values[2]} refunded`;
  return `${report.day}  ${verdict}  ours: ${figures(ours)}  acquirer: ${figures(theirs)}  open divergences: ${report.open_divergences}`;
}
