import { normalizeEmail } from '../auth/log-in.ts';
import { findActiveUserByEmail } from '../auth/users.sql.ts';
import type { Deps } from '../deps.ts';
import { MOST_RESETS_COUNTED, resetsCountedSince } from './account-links.rules.ts';
import { resetMail } from './account-mails.rules.ts';
import { makeResetLink } from './make-reset-link.ts';
import { countResetsSince } from './password-resets.sql.ts';
import type { PostOffice } from './post-office.ts';

/** Mails a link to whoever logs in with this e-mail. Nobody does, or was sent enough already: nothing happens. */
export async function sendResetLink(deps: Deps, postOffice: PostOffice, typed: string): Promise<void> {
  const user = await findActiveUserByEmail(deps.db, normalizeEmail(typed));
  if (!user) return;
  const since = resetsCountedSince(deps.clock.realNow());
  if ((await countResetsSince(deps.db, user, since)) >= MOST_RESETS_COUNTED) return;
  const { url } = await makeResetLink(deps, user);
  await postOffice.send(user.email, resetMail(url));
}
