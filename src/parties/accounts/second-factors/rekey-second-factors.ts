import { type Tx, withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { openSecret, opensSecret, sealSecret } from '../../../ground/secret-box.ts';
import { secondFactorKey } from './second-factor-secrets.ts';
import { lockSealedFactors, updateSealedFactor } from './second-factors.sql.ts';

const CHUNK = 200;

interface Rekeyed {
  resealed: number;
  /** The users whose secret neither key opens; they stay as they are. */
  unopened: number[];
}

/** Encrypts under what follows from the current key of webhooks whatever still is under the previous one. */
export async function rekeySecondFactors(
  deps: Pick<Deps, 'db'>,
  webhookKeys: { current: Buffer; previous: Buffer },
): Promise<Rekeyed> {
  const keys = { current: secondFactorKey(webhookKeys.current), previous: secondFactorKey(webhookKeys.previous) };
  const done: Rekeyed = { resealed: 0, unopened: [] };
  const rekeyAfter = (userId: number) => withTransaction(deps.db, (tx) => rekeyChunk(tx, keys, userId));
  for (let chunk = await rekeyAfter(0); chunk.lastId !== null; chunk = await rekeyAfter(chunk.lastId)) {
    done.resealed += chunk.resealed;
    done.unopened.push(...chunk.unopened);
  }
  return done;
}

async function rekeyChunk(tx: Tx, { current, previous }: { current: Buffer; previous: Buffer }, afterUserId: number) {
  const factors = await lockSealedFactors(tx, afterUserId, CHUNK);
  const done: Rekeyed & { lastId: number | null } = {
    resealed: 0,
    unopened: [],
    lastId: factors.at(-1)?.user_id ?? null,
  };
  for (const factor of factors) {
    if (opensSecret(current, factor.secret_sealed)) continue;
    if (!opensSecret(previous, factor.secret_sealed)) {
      done.unopened.push(factor.user_id);
      continue;
    }
    const secret_sealed = sealSecret(current, openSecret(previous, factor.secret_sealed));
    await updateSealedFactor(tx, { ...factor, secret_sealed });
    done.resealed++;
  }
  return done;
}
