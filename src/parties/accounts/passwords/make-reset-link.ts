import type { Db } from '../../../ground/db/pool.ts';
import type { Deps } from '../../../ground/deps.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { entranceOf } from '../../merchants/installation.rules.ts';
import { aboutUser } from '../about-user.ts';
import { endOfReset, resetUrl } from '../account-links.rules.ts';
import { hashOfToken } from '../sessions/open-session.ts';
import { addressOfEntrance } from '../sessions/session-cookie.ts';
import type { User } from '../users.sql.ts';
import { insertReset } from './password-resets.sql.ts';

/** A link by which this user chooses another password. */
export async function makeResetLink(
  { clock, ids, config }: Pick<Deps, 'clock' | 'ids' | 'config'>,
  db: Db,
  user: User,
  reason?: string,
): Promise<{ url: string; expiresAt: Date }> {
  const token = ids.accountLinkToken();
  const at = clock.realNow();
  const expiresAt = endOfReset(at);
  await recordAudit({ clock }, db, {
    ...aboutUser(user),
    action: 'password.reset_asked',
    ...(reason === undefined ? {} : { details: { reason } }),
  });
  await insertReset(db, { tokenHash: hashOfToken(token), user, at, expiresAt });
  const entrance = entranceOf(user);
  const page = entrance === 'console' ? 'operator' : 'dashboard';
  return { url: resetUrl(addressOfEntrance(config, entrance), token, page), expiresAt };
}
