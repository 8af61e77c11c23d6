import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { removeOtherSessions } from '../accounts/sessions/sessions.sql.ts';
import { raiseVersion } from '../accounts/users.sql.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { unknownUser } from './people.rules.ts';

/** Logs a user out everywhere, tokens included: these are signed and not stored, so only the version ends them. */
export async function endSessions(
  deps: Pick<Deps, 'db' | 'clock'>,
  merchantId: number,
  userId: number,
  reason?: string,
): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const version = await raiseVersion(tx, merchantId, userId);
    if (version === null) throw unknownUser(userId);
    await removeOtherSessions(tx, { id: userId, merchant_id: merchantId }, null);
    await recordAudit(deps, tx, {
      merchantId,
      action: 'sessions.ended',
      object: { kind: 'user', id: userId },
      ...(reason === undefined ? {} : { details: { reason } }),
    });
  });
}
