import type { User } from '../auth/users.sql.ts';
import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { makeRecoveryCodes } from './make-recovery-codes.ts';
import { type BothFactors, proveBothFactors } from './prove-both-factors.ts';

/** Others, for who has used or lost the ones before. */
export async function renewRecoveryCodes(
  deps: Deps,
  user: User,
  given: BothFactors,
  address: string,
): Promise<string[]> {
  await proveBothFactors(deps, user, given, address);
  return withTransaction(deps.db, (tx) => makeRecoveryCodes(deps, tx, user));
}
