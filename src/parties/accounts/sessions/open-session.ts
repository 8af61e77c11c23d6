import { createHash } from 'node:crypto';
import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { type Entrance, entranceOf } from '../../merchants/installation.rules.ts';
import { actorOf } from '../about-user.ts';
import { type Credentials, logIn } from '../log-in.ts';
import type { User } from '../users.sql.ts';
import { endOfSession, MOST_SESSIONS_OF_USER } from './session.rules.ts';
import { insertSession, removeSurplusSessions } from './sessions.sql.ts';

export interface OpenedSession {
  user: User;
  /** Shown to nobody but the browser that asked. */
  token: string;
  expiresAt: Date;
}

export interface Visitor {
  address: string;
  agent: string;
}

/** Logs in as `POST /auth` does, under the same limits, and begins a session. */
export async function openSession(
  deps: Deps & WithWebhooks,
  credentials: Credentials,
  visitor: Visitor,
  entrance: Entrance = 'dashboard',
): Promise<OpenedSession> {
  const user = await logIn(deps, credentials, visitor.address, 'everything', entrance);
  return beginSession(deps, user, visitor);
}

/** For whoever has just shown who they are. */
export async function beginSession(deps: Deps, user: User, visitor: Visitor): Promise<OpenedSession> {
  const token = deps.ids.sessionToken();
  const at = deps.clock.realNow();
  const expiresAt = endOfSession(at);
  await withTransaction(deps.db, async (tx) => {
    await insertSession(tx, { tokenHash: hashOfToken(token), user, at, expiresAt, ...visitor });
    await removeSurplusSessions(tx, user, MOST_SESSIONS_OF_USER);
    await recordAudit(deps, tx, {
      merchantId: user.merchant_id,
      action: 'login.succeeded',
      actor: actorOf(user),
      details: { by: entranceOf(user) },
    });
  });
  return { user, token, expiresAt };
}

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
