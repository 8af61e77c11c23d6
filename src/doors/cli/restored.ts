import { beginEpoch } from '../../ground/db/begin-epoch.ts';
import { command } from './command.ts';
import { withDatabase } from './database.ts';

export const restored = command({
  name: 'restored',
  description: 'Draw no id and no reference again, after an external database was put back to an earlier moment',
  examples: ['DATABASE_URL="$DATABASE_OWNER_URL" vintem restored'],
  args: {},
  run: () =>
    withDatabase(async ({ db, clock }) => {
      const epoch = await beginEpoch(db, clock.realNow());
      return {
        lines: [
          `epoch ${epoch} begins: ids go on 4294967296 above the highest that is known`,
          'payouts stand still: compare what left your accounts since, then run vintem payout resume --reason …',
        ],
        json: { epoch },
      };
    }),
});
