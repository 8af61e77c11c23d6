import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError, invalidField } from '../../ground/errors.ts';
import { instantReader } from '../../ground/lists/list-query.rules.ts';
import { insistOnUser } from '../accounts/insist-on-user.ts';
import type { Scope } from '../accounts/permissions.rules.ts';
import type { User } from '../accounts/users.sql.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { lockMerchant } from '../merchants/merchants.sql.ts';
import { hintOfKey, holdsKey, KEPT_ENDED_KEYS, MOST_LIVE_KEYS, tidyScopes } from './api-key.rules.ts';
import { countLiveKeys, forgetEndedKeys, insertKey, type ListedKey } from './api-keys.sql.ts';
import { hashOfKey } from './key-door.ts';
import { readNetworks } from './networks.ts';

export interface WantedKey {
  name: string;
  scopes: readonly Scope[];
  expires_at?: string;
  addresses?: readonly string[];
}

const readEnd = instantReader('end');

/** Only the hash is stored: whoever asked has the only copy of the key. */
export async function createKey(
  deps: Pick<Deps, 'db' | 'clock' | 'ids'>,
  user: User,
  wanted: WantedKey,
): Promise<{ key: string; record: ListedKey }> {
  const { id: createdBy, merchant_id: merchantId } = user;
  const at = deps.clock.realNow();
  const name = readName(wanted.name);
  const expiresAt = wanted.expires_at === undefined ? null : readEnd(wanted.expires_at, 'expires_at');
  if (expiresAt && expiresAt <= at) throw invalidField('expires_at', `must be after ${at.toISOString()}`);
  const addresses = wanted.addresses === undefined ? null : readNetworks(wanted.addresses);
  const scopes = tidyScopes(wanted.scopes);
  const key = deps.ids.apiKey();
  const record = await withTransaction(deps.db, async (tx) => {
    // Whoever makes one at the same time waits here, and counts this one.
    await lockMerchant(tx, merchantId);
    await insistOnUser(tx, user);
    if ((await countLiveKeys(tx, merchantId, at)) >= MOST_LIVE_KEYS) {
      throw new ApiError('API_KEY_LIMIT', `at most ${MOST_LIVE_KEYS} API keys may be active`, {
        details: { maximum: MOST_LIVE_KEYS },
      });
    }
    await forgetEndedKeys(tx, merchantId, at, KEPT_ENDED_KEYS);
    const stored = { merchantId, name, scopes, addresses, createdBy, expiresAt, at };
    const record = await insertKey(tx, { ...stored, keyHash: hashOfKey(key), hint: hintOfKey(key) });
    await recordAudit(deps, tx, {
      merchantId,
      action: 'api_key.created',
      object: { kind: 'api_key', id: record.id },
      details: { name, scopes, addresses, expires_at: expiresAt?.toISOString() ?? null },
    });
    return record;
  });
  return { key, record };
}

function readName(text: string): string {
  const name = text.trim();
  if (holdsKey(name)) throw invalidField('name', 'must not hold a key: it is shown in lists');
  return name;
}
