import type { Tx } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { invalidField } from '../../ground/errors.ts';
import type { Person } from '../accounts/second-factors/second-factors.sql.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type HeldKey, listLiveKeysOfUser, revokeKeyOfMerchant, updateHolderOfKey } from './api-keys.sql.ts';

export interface SettledKeys {
  kept: HeldKey[];
  revoked: HeldKey[];
}

/** Says what becomes of the keys of somebody who may not make any: the heir keeps those that they name. */
export async function settleKeys(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { maker, heir, keep }: { maker: Person; heir: Person; keep: readonly number[] },
): Promise<SettledKeys> {
  const at = deps.clock.realNow();
  const keys = await listLiveKeysOfUser(tx, maker, at);
  const settled: SettledKeys = { kept: [], revoked: [] };
  refuseOthers(keep, keys, maker.id === heir.id);
  for (const key of keys) {
    const about = {
      merchantId: maker.merchant_id,
      object: { kind: 'api_key', id: key.id },
      details: { name: key.name, made_by: maker.id },
    } as const;
    if (keep.includes(key.id)) {
      await updateHolderOfKey(tx, heir, key.id);
      await recordAudit(deps, tx, { ...about, action: 'api_key.taken_over' });
      settled.kept.push(key);
    } else {
      await revokeKeyOfMerchant(tx, maker.merchant_id, key.id, at);
      await recordAudit(deps, tx, { ...about, action: 'api_key.revoked' });
      settled.revoked.push(key);
    }
  }
  return settled;
}

function refuseOthers(keep: readonly number[], keys: readonly HeldKey[], isOwnDoing: boolean): void {
  const [first] = keep;
  if (first === undefined) return;
  if (isOwnDoing) throw invalidField('keep_api_keys', 'is for another owner: nobody inherits their own keys');
  const own = new Set(keys.map(({ id }) => id));
  const place = keep.findIndex((id) => !own.has(id));
  if (place >= 0) throw invalidField(`keep_api_keys[${place}]`, 'is not an active key of this user');
}
