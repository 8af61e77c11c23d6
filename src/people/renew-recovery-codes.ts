import { recordAudit } from '../audit-log/record-audit.ts';
import type { User } from '../auth/users.sql.ts';
import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { WithWebhooks } from '../webhook-sender.ts';
import { aboutUser } from './about-user.ts';
import { makeRecoveryCodes } from './make-recovery-codes.ts';
import { type BothFactors, proveBothFactors } from './prove-both-factors.ts';

/** Others, for who has used or lost the ones before. */
export async function renewRecoveryCodes(
  deps: Deps & WithWebhooks,
  user: User,
  given: BothFactors,
  address: string,
): Promise<string[]> {
  await proveBothFactors(deps, user, given, address);
  return withTransaction(deps.db, async (tx) => {
    await recordAudit(deps, tx, { ...aboutUser(user), action: 'totp.codes_renewed' });
    return makeRecoveryCodes(deps, tx, user);
  });
}
