import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError, invalidField } from '../../ground/errors.ts';
import { checkEmail, readAccountName } from '../accounts/account.rules.ts';
import { normalizeEmail } from '../accounts/log-in.ts';
import type { Scope } from '../accounts/permissions.rules.ts';
import { findActiveUserByEmail } from '../accounts/users.sql.ts';
import { hintOfKey, MOST_LIVE_KEYS } from '../api-keys/api-key.rules.ts';
import { countLiveKeys, insertKey, type ListedKey } from '../api-keys/api-keys.sql.ts';
import { hashOfKey } from '../api-keys/key-door.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { INSTALLATION } from '../merchants/installation.rules.ts';
import { lockMerchant } from '../merchants/merchants.sql.ts';
import { actsOfRole, type OperatorRole } from './operator-acts.rules.ts';
import { operatorTokenOf } from './operator-token.rules.ts';

const DAY_MS = 86_400_000;

export interface WantedToken {
  /** Whose it is: it ends with them, and does no more than they may. */
  email: string;
  name: string;
  role: OperatorRole;
  days: number;
}

/** A token by which a program uses the console's interface. Only the hash is stored. */
export async function createOperatorToken(
  deps: Pick<Deps, 'db' | 'clock' | 'ids'>,
  wanted: WantedToken,
): Promise<{ token: string; record: ListedKey }> {
  const email = normalizeEmail(wanted.email);
  checkEmail(email);
  const name = readAccountName(wanted.name);
  const at = deps.clock.realNow();
  const expiresAt = new Date(at.getTime() + wanted.days * DAY_MS);
  const token = operatorTokenOf(deps.ids.apiKey());
  const record = await withTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, INSTALLATION);
    const operator = await findActiveUserByEmail(tx, email, 'console');
    if (!operator) throw invalidField('email', 'does not belong to any active operator');
    refuseMoreThan(operator.role as string as OperatorRole, wanted.role);
    if ((await countLiveKeys(tx, INSTALLATION, at)) >= MOST_LIVE_KEYS)
      throw new ApiError('API_KEY_LIMIT', `at most ${MOST_LIVE_KEYS} tokens may be active`);
    const stored = { merchantId: INSTALLATION, name, addresses: null, createdBy: operator.id, expiresAt, at };
    // What a merchant's key may is a list of scopes; what a token may is the one role.
    const scopes = [wanted.role as string as Scope];
    const made = await insertKey(tx, { ...stored, scopes, keyHash: hashOfKey(token), hint: hintOfKey(token) });
    await recordAudit(deps, tx, {
      merchantId: INSTALLATION,
      action: 'api_key.created',
      object: { kind: 'api_key', id: made.id },
      details: { name, role: wanted.role, of: operator.id, expires_at: expiresAt.toISOString() },
    });
    return made;
  });
  return { token, record };
}

function refuseMoreThan(own: OperatorRole, wanted: OperatorRole): void {
  const may = actsOfRole(own);
  if ([...actsOfRole(wanted)].some((act) => !may.has(act)))
    throw invalidField('role', `may not do more than its operator, who is ${own}`);
}
