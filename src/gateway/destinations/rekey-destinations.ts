import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import type { ConfigKeys } from '../../rails/acquirers/acquirer-config.ts';
import { openDestination } from './open-destination.ts';
import { resealDestination } from './seal-destination.ts';
import { lockSealsAfter, updateSeal } from './sealed-destinations.sql.ts';

/** How many are encrypted while their rows are locked: this takes a few milliseconds. */
const CHUNK = 200;

export interface RekeyedDestinations {
  resealed: number;
  /** Those that neither key opens; they stay as they are. */
  unopened: number[];
}

/** Encrypts under the current key every destination that is still under the previous one, and skips the others. */
export async function rekeyDestinations(deps: Pick<Deps, 'db'>, keys: ConfigKeys): Promise<RekeyedDestinations> {
  const done: RekeyedDestinations = { resealed: 0, unopened: [] };
  const rekeyAfter = (id: number) => withTransaction(deps.db, (tx) => rekeyChunk(tx, keys, id));
  for (let chunk = await rekeyAfter(0); chunk.lastId !== null; chunk = await rekeyAfter(chunk.lastId)) {
    done.resealed += chunk.resealed;
    done.unopened.push(...chunk.unopened);
  }
  return done;
}

async function rekeyChunk(
  tx: Tx,
  keys: ConfigKeys,
  afterId: number,
): Promise<RekeyedDestinations & { lastId: number | null }> {
  const stored = await lockSealsAfter(tx, afterId, CHUNK);
  let resealed = 0;
  for (const { id, sealed } of stored) {
    const anew = resealDestination(keys, { sealed });
    if (!anew) continue;
    await updateSeal(tx, id, anew);
    resealed++;
  }
  const unopened = stored.filter((one) => openDestination(keys, one) === null).map(({ id }) => id);
  return { resealed, unopened, lastId: stored.at(-1)?.id ?? null };
}
