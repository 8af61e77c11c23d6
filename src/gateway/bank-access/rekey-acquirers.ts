import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { opensSecret } from '../../ground/secret-box.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { INSTALLATION } from '../../parties/merchants/installation.rules.ts';
import { type ConfigKeys, openConfig, sealConfig } from '../../rails/acquirers/acquirer-config.ts';
import { listConfigVersions, lockConfig, upsertConfig } from '../../rails/acquirers/configs.sql.ts';
import { type RekeyedDestinations, rekeyDestinations } from '../destinations/rekey-destinations.ts';

export interface Rekeyed {
  resealed: number;
  /** Those that neither key opens; they stay as they are. */
  unopened: string[];
  destinations: RekeyedDestinations;
}

/**
 * Encrypts under the current key what is still under the previous one: destinations of payouts in chunks, then how
 * banks are reached. Of those there are few: one transaction for all.
 */
export async function rekeyAcquirers(deps: Pick<Deps, 'db' | 'clock'>, keys: ConfigKeys): Promise<Rekeyed> {
  const destinations = await rekeyDestinations(deps, keys);
  return withTransaction(deps.db, async (tx) => {
    const done: Rekeyed = { resealed: 0, unopened: [], destinations };
    for (const { name } of await listConfigVersions(tx)) {
      const outcome = await rekey(tx, keys, name, deps.clock.realNow());
      if (outcome === 'resealed') done.resealed++;
      if (outcome === 'unopened') done.unopened.push(name);
    }
    await recordAudit(deps, tx, {
      merchantId: INSTALLATION,
      action: 'acquirers.rekeyed',
      details: {
        resealed: done.resealed,
        unopened: done.unopened.length,
        destinations_resealed: destinations.resealed,
        destinations_unopened: destinations.unopened.length,
      },
    });
    return done;
  });
}

async function rekey(tx: Tx, keys: ConfigKeys, name: string, now: Date): Promise<'resealed' | 'kept' | 'unopened'> {
  const stored = await lockConfig(tx, name);
  if (!stored || opensSecret(keys.current, stored.sealed)) return 'kept';
  const config = openConfig(keys, stored);
  if (!config) return 'unopened';
  await upsertConfig(tx, { ...stored, sealed: sealConfig(keys.current, config) }, now);
  return 'resealed';
}
