import { auditLedger } from '../ledger/audit-ledger.ts';
import { CliError, command } from './command.ts';
import { withDatabase } from './database.ts';

export const audit = command({
  name: 'audit',
  description: 'Recompute every invariant of the books from the raw rows; fails at the first that is broken',
  args: {},
  run: () =>
    withDatabase(async ({ db }) => {
      const { held, broken } = await auditLedger(db);
      if (broken) throw new CliError(`BROKEN: ${broken.name}: ${JSON.stringify(broken.rows)}`);
      return { lines: [...held.map((name) => `ok  ${name}`), `the books hold: ${held.length} checks`], json: { held } };
    }),
});
