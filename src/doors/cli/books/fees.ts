import { feesCsv } from '../../../books/ledger/days/day-files.wire.ts';
import { earnedCents, type FeeFigures, feePeriodOf } from '../../../books/ledger/days/fees.rules.ts';
import { type FeeLine, readFeeLines, readFees } from '../../../books/ledger/days/read-fees.ts';
import { saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import { MAX_FILE_ROWS } from '../../../ground/streams/send-file.ts';
import { CliError, command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { readLocalDay } from '../values.ts';

const day = (description: string) => ({ type: 'string', valueHint: 'YYYY-MM-DD', description }) as const;

export const fees = command({
  name: 'fees',
  description: 'Show what the platform earned: by day or month, merchant or company',
  examples: [
    'vintem books fees',
    'vintem books fees --interval month --by merchant',
    'vintem books fees --from 2026-11-01 --csv',
  ],
  args: {
    interval: { type: 'enum', options: ['day', 'month'], default: 'day', description: 'whether days or months count' },
    by: {
      type: 'enum',
      options: ['date', 'merchant', 'company'],
      default: 'date',
      description: 'a line for each of them',
    },
    from: day('first day; else a month before, or a year'),
    to: day('last day; else today'),
    csv: { type: 'boolean', description: 'print a CSV by date and company, in cents' },
  },
  run: ({ interval, by, from, to, csv }) =>
    withDatabase(async ({ db, clock }) => {
      const asked = { interval, from: readLocalDay('--from', from), to: readLocalDay('--to', to) };
      const period = feePeriodOf(asked, saoPauloDateOf(await clock.now()));
      if (csv) {
        const all = await readFeeLines(db, period, MAX_FILE_ROWS);
        if (!all) throw new CliError(`a file holds at most ${MAX_FILE_ROWS} lines: choose a shorter period`);
        return { lines: feesCsv(all, 'rfc4180').trimEnd().split('\r\n'), json: all };
      }
      const { lines, totals } = await readFees(db, { ...period, by });
      return { lines: [...lines.map(lineOf), `total | ${textOf(totals)}`], json: { ...period, lines, totals } };
    }),
});

function lineOf({ date, merchant, company, fees: of }: FeeLine): string {
  const who = [
    date,
    merchant && `merchant ${merchant.id} ${merchant.name}`,
    company && `company ${company.id} ${company.name}`,
  ];
  return `${who.filter((part) => part !== null).join(', ') || 'nobody'} | ${textOf(of)}`;
}

function textOf(of: FeeFigures): string {
  const { payment_fee_cents, returned_cents, payout_fee_cents, other_cents } = of;
  const parts = [
    `payments ${payment_fee_cents}`,
    `returned ${returned_cents}`,
    `payouts ${payout_fee_cents}`,
    `other ${other_cents}`,
  ];
  return `${earnedCents(of)} cents (${parts.join(', ')})`;
}
