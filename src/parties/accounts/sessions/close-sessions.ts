import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { actorOf } from '../about-user.ts';
import type { User } from '../users.sql.ts';
import { removeOtherSessions, removeSession, removeSessionByToken } from './sessions.sql.ts';

type SessionDeps = Pick<Deps, 'db' | 'clock'>;

/** Logs out: the session that the cookie names, if there is one. */
export async function closeSession(deps: SessionDeps, tokenHash: Buffer): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const closed = await removeSessionByToken(tx, tokenHash);
    if (!closed) return;
    await recordAudit(deps, tx, {
      merchantId: closed.merchantId,
      action: 'session.ended',
      object: { kind: 'session', id: closed.sessionId },
      actor: actorOf({ id: closed.userId, merchant_id: closed.merchantId, name: closed.userName }),
    });
  });
}

/** One of the user's own; one that is not there has ended already. */
export async function closeOwnSession(deps: SessionDeps, user: User, id: number): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    if (!(await removeSession(tx, user, id))) return;
    await recordAudit(deps, tx, {
      merchantId: user.merchant_id,
      action: 'session.ended',
      object: { kind: 'session', id },
    });
  });
}

/** All of the user's own but this one; all without one. */
export async function closeOtherSessions(deps: SessionDeps, user: User, keptId: number | null): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const count = await removeOtherSessions(tx, user, keptId);
    if (count === 0) return;
    await recordAudit(deps, tx, {
      merchantId: user.merchant_id,
      action: 'sessions.ended',
      object: { kind: 'user', id: user.id },
      details: { count },
    });
  });
}
