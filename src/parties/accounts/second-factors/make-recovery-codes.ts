import type { Tx } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import type { User } from '../users.sql.ts';
import { hashRecoveryCode } from './second-factor-secrets.ts';
import { replaceRecoveryCodes } from './second-factors.sql.ts';
import { spacedRecoveryCode } from './totp.rules.ts';

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
