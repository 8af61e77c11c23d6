import { noteBackup } from '../../care/backups/note-backup.ts';
import { CliError, command } from './command.ts';
import { withDatabase } from './database.ts';

export const backedUp = command({
  name: 'backed-up',
  description: 'Note that an external database was backed up, so that doctor and console notice when it was not',
  examples: ['vintem backed-up', 'vintem backed-up --at 2026-11-16T04:00:00Z --proved'],
  args: {
    at: {
      type: 'string',
      valueHint: 'time',
      description: 'when the copy began, such as 2026-11-16T04:00:00Z; else now',
    },
    proved: { type: 'boolean', description: 'it was restored once, and the books held' },
  },
  run: ({ at, proved }) =>
    withDatabase(async ({ db, clock }) => {
      const now = clock.realNow();
      const madeAt = at === undefined ? now : readInstant(at, now);
      await noteBackup(db, { madeAt, madeBy: 'elsewhere', isProved: proved ?? false, bytes: null }, now);
      const json = { made_at: madeAt.toISOString(), proved: proved ?? false };
      return { lines: [`noted: a backup of ${json.made_at}`], json };
    }),
});

function readInstant(text: string, now: Date): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime()) || !/(?:Z|[+-]\d\d:\d\d)$/.test(text))
    throw new CliError(`--at must be a time with its zone, such as 2026-11-16T04:00:00Z, got "${text}"`);
  if (at > now) throw new CliError('--at lies in the future');
  return at;
}
