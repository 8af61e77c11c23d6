import { askForComparison } from '../../gateway/alignment/comparisons/ask-for-comparison.ts';
import { listUnknownReceipts } from '../../gateway/alignment/receipts/unknown-receipts.sql.ts';
import {
  type ComparedFigures,
  listReports,
  type ReportWithHistory,
} from '../../gateway/alignment/reconciliation.sql.ts';
import { isLocalDate } from '../../ground/brazil/calendar.rules.ts';
import { CliError, command, group } from './command.ts';
import { withDatabase } from './database.ts';
import { lineOfReceipt, MOST_RECEIPTS } from './receipt.ts';
import { readReason } from './values.ts';

const DAYS_SHOWN = 31;

const list = command({
  name: 'list',
  description:
    "List the daily comparisons of our totals with each acquirer's, newest first, with earlier figures of a day",
  examples: ['vintem reconciliation list', 'vintem reconciliation list --json'],
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

const again = command({
  name: 'again',
  description: 'Have a day that was compared before compared anew, at the next turn of the running service',
  examples: [`vintem reconciliation again banco --day 2026-11-17 --reason 'the bank has mended its list'`],
  args: {
    name: { type: 'positional', required: true, description: 'name of the acquirer' },
    day: { type: 'string', required: true, valueHint: 'YYYY-MM-DD', description: 'in São Paulo' },
    reason: { type: 'string', required: true, description: 'why, for the audit log' },
  },
  async run(args) {
    if (!isLocalDate(args.day)) throw new CliError(`--day must be a day, YYYY-MM-DD, got "${args.day}"`);
    const asked = { acquirer: args.name, day: args.day, reason: readReason(args.reason) };
    await withDatabase((deps) => askForComparison({ ...deps, poke: () => {} }, asked));
    return {
      lines: [`${args.day} is compared anew with ${args.name} within minutes, where a service runs`],
      json: { acquirer: args.name, day: args.day },
    };
  },
});

export const reconciliation = group(
  { name: 'reconciliation', description: 'Daily comparisons of our totals with each acquirer’s' },
  { list, again },
  'list',
);
