import { raiseVersion } from '../auth/users.sql.ts';
import { removeOtherSessions } from '../dashboard/sessions.sql.ts';
import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { unknownUser } from './people.rules.ts';

/** Logs a user out everywhere, tokens included: these are signed and not stored, so only the version ends them. */
export async function endSessions(deps: Pick<Deps, 'db'>, merchantId: number, userId: number): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const version = await raiseVersion(tx, merchantId, userId);
    if (version === null) throw unknownUser(userId);
    await removeOtherSessions(tx, { id: userId, merchant_id: merchantId }, null);
  });
}
