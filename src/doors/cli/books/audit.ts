import { auditLedger, CHECK_NAMES } from '../../../care/audit/audit-ledger.ts';
import type { Seal } from '../../../care/audit/seals.sql.ts';
import { CliError, command } from '../command.ts';
import { withDatabase } from '../database.ts';

export const audit = command({
  name: 'audit',
  description: 'Recompute every invariant of the books from the raw rows; fails at the first broken one',
  examples: ['vintem audit', 'vintem audit --json > audit.json'],
  args: {},
  run: (_args, terminal) =>
    withDatabase(async ({ db }) => {
      const tell = (name: string, number: number) => terminal.progress(`${number} of ${CHECK_NAMES.length}: ${name}`);
      const { held, broken, latestSeal } = await auditLedger(db, { onCheck: tell });
      if (broken) throw new CliError(`BROKEN: ${broken.name}: ${JSON.stringify(broken.rows)}`);
      const lines = [
        ...held.map((name) => `ok  ${name}`),
        `the books hold: ${held.length} checks`,
        sealLine(latestSeal),
      ];
      return { lines, json: { held, seal: latestSeal } };
    }),
});

/** An operator who keeps this line elsewhere can prove later that nobody rewrote the seals. */
function sealLine(seal: Seal | null): string {
  return seal ? `sealed through ${seal.day}: seal ${seal.number}, ${seal.hash}` : 'nothing is sealed yet';
}
