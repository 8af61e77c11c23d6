import { listOwedByAcquirers } from '../../../books/ledger/clearing.sql.ts';
import { command } from '../command.ts';
import { withDatabase } from '../database.ts';

export const acquirerOwed = command({
  name: 'owed',
  description: 'Show what each acquirer owes by the books, to hold against what it says: received, less given back',
  examples: ['vintem acquirer owed', 'vintem acquirer owed --json'],
  args: {},
  run: () =>
    withDatabase(async ({ db }) => {
      const owed = await listOwedByAcquirers(db);
      const lines = owed.map(({ acquirer, owed_cents }) => `${acquirer} | ${owed_cents} cents`);
      return { lines: lines.length > 0 ? lines : ['nothing was received yet'], json: owed };
    }),
});
