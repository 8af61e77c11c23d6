import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { MOST_RESETS_COUNTED, resetsCountedSince } from '../account-links.rules.ts';
import { resetMail } from '../account-mails.rules.ts';
import { normalizeEmail } from '../log-in.ts';
import type { PostOffice } from '../post-office.ts';
import { findActiveUserByEmail, lockUser } from '../users.sql.ts';
import { makeResetLink } from './make-reset-link.ts';
import { countResetsSince } from './password-resets.sql.ts';

/** Mails a link to whoever logs in with this e-mail. Nobody does, or was sent enough already: nothing happens. */
export async function sendResetLink(deps: Deps, postOffice: PostOffice, typed: string): Promise<void> {
  const user = await findActiveUserByEmail(deps.db, normalizeEmail(typed));
  if (!user) return;
  const since = resetsCountedSince(deps.clock.realNow());
  const link = await withTransaction(deps.db, async (tx) => {
    // Of many who ask at once, each counts those before.
    await lockUser(tx, user);
    if ((await countResetsSince(tx, user, since)) >= MOST_RESETS_COUNTED) return null;
    return makeResetLink(deps, tx, user);
  });
  if (link) await postOffice.send(user.email, resetMail(link.url));
}
