import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { aboutUser } from '../about-user.ts';
import type { User } from '../users.sql.ts';
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
