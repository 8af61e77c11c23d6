import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { readAccountName } from '../../parties/accounts/account.rules.ts';
import { type User, updateUserName } from '../../parties/accounts/users.sql.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';

/** Answers the user as they are called from now on. */
export async function changeOwnName(deps: Deps, user: User, typed: string): Promise<User> {
  const name = readAccountName(typed);
  await withTransaction(deps.db, async (tx) => {
    await updateUserName(tx, user, name);
    const object = { kind: 'user', id: user.id } as const;
    const details = { name, name_before: user.name };
    await recordAudit(deps, tx, { merchantId: user.merchant_id, action: 'profile.changed', object, details });
  });
  return { ...user, name };
}
