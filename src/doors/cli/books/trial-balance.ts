import { trialBalanceCsv } from '../../../books/ledger/days/day-files.wire.ts';
import { readTrialBalance } from '../../../books/ledger/days/read-trial-balance.ts';
import { TRIAL_DAYS, type TrialLine } from '../../../books/ledger/days/trial-balance.rules.ts';
import { saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import { periodOfDays } from '../../../ground/lists/list-query.rules.ts';
import { command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { readLocalDay } from '../values.ts';

const day = (description: string) => ({ type: 'string', valueHint: 'YYYY-MM-DD', description }) as const;

export const trialBalance = command({
  name: 'trial-balance',
  description: 'Show what each account of the books stood at and moved on each day, by the day of posting in São Paulo',
  examples: ['vintem books trial-balance', 'vintem books trial-balance --from 2026-11-01 --to 2026-11-15 --csv'],
  args: {
    from: day('first day; else the last'),
    to: day('last day; else today'),
    csv: { type: 'boolean', description: 'print a CSV, in cents' },
  },
  run: ({ from, to, csv }) =>
    withDatabase(async ({ db, clock }) => {
      const asked = { from: readLocalDay('--from', from), to: readLocalDay('--to', to) };
      const period = periodOfDays(asked, saoPauloDateOf(await clock.now()), TRIAL_DAYS);
      const lines = await readTrialBalance(db, period);
      const text = csv ? trialBalanceCsv(lines, 'rfc4180').trimEnd().split('\r\n') : lines.map(lineOf);
      return { lines: text.length > 0 ? text : ['nothing was booked yet'], json: lines };
    }),
});

function lineOf({ day: on, account, acquirer, ...line }: TrialLine): string {
  const moved = `${line.debitCents} debited, ${line.creditCents} credited`;
  const name = acquirer ? `${account} ${acquirer}` : account;
  return `${on} | ${name} | ${line.openingCents} | ${moved} | ${line.balanceCents} cents`;
}
