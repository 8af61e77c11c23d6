import type { User } from '../auth/users.sql.ts';
import { hashOfToken } from '../dashboard/open-session.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { endOfReset, resetUrl } from './account-links.rules.ts';
import { insertReset } from './password-resets.sql.ts';

/** A link by which this user chooses another password. */
export async function makeResetLink(
  { clock, ids, config }: Pick<Deps, 'clock' | 'ids' | 'config'>,
  db: Db,
  user: User,
): Promise<{ url: string; expiresAt: Date }> {
  const token = ids.accountLinkToken();
  const at = clock.realNow();
  const expiresAt = endOfReset(at);
  await insertReset(db, { tokenHash: hashOfToken(token), user, at, expiresAt });
  return { url: resetUrl(config.publicUrl, token), expiresAt };
}
