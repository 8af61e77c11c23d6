import { hashRecoveryCode } from '../auth/second-factor-secrets.ts';
import { replaceRecoveryCodes } from '../auth/second-factors.sql.ts';
import { spacedRecoveryCode } from '../auth/totp.rules.ts';
import type { User } from '../auth/users.sql.ts';
import type { Tx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';

const CODES = 10;

/** New ones in the place of all before, as they are shown this once. */
export async function makeRecoveryCodes({ ids }: Pick<Deps, 'ids'>, tx: Tx, user: User): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => ids.recoveryCode());
  await replaceRecoveryCodes(
    tx,
    user,
    codes.map((code) => hashRecoveryCode(user, code)),
  );
  return codes.map(spacedRecoveryCode);
}
