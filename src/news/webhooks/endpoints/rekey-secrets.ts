import { type Tx, withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { openSecret, opensSecret, sealSecret } from '../../../ground/secret-box.ts';
import { recordAudit } from '../../../parties/audit-log/record-audit.ts';
import { INSTALLATION } from '../../../parties/merchants/installation.rules.ts';
import { lockSealedSecrets, type SealedSecrets, updateSealedSecrets } from './secrets.sql.ts';

/** How many secrets are encrypted while their rows are locked: this takes a few milliseconds. */
const CHUNK = 200;

export interface Keys {
  current: Buffer;
  previous: Buffer;
}

export interface Rekeyed {
  resealed: number;
  /** The endpoints whose secret neither key opens; they stay as they are. */
  unopened: number[];
}

/** Encrypts under the current key every secret that is still under the previous one, and skips the others. */
export async function rekeySecrets(
  deps: Pick<Deps, 'db' | 'clock'>,
  keys: Keys,
  onChunk: (resealed: number) => void = () => {},
): Promise<Rekeyed> {
  const done: Rekeyed = { resealed: 0, unopened: [] };
  const rekeyAfter = (id: number) => withTransaction(deps.db, (tx) => rekeyChunk(tx, keys, id));
  for (let chunk = await rekeyAfter(0); chunk.lastId !== null; chunk = await rekeyAfter(chunk.lastId)) {
    done.resealed += chunk.resealed;
    done.unopened.push(...chunk.unopened);
    onChunk(done.resealed);
  }
  await recordAudit(deps, deps.db, {
    merchantId: INSTALLATION,
    action: 'webhooks.rekeyed',
    details: { resealed: done.resealed, unopened: done.unopened.length },
  });
  return done;
}

async function rekeyChunk(tx: Tx, keys: Keys, afterId: number): Promise<Rekeyed & { lastId: number | null }> {
  const endpoints = await lockSealedSecrets(tx, afterId, CHUNK);
  const isLost = (sealed: string) => !opensSecret(keys.current, sealed) && !opensSecret(keys.previous, sealed);
  const unopened = endpoints.filter(({ secret_sealed }) => isLost(secret_sealed)).map(({ id }) => id);
  let resealed = 0;
  for (const endpoint of endpoints) {
    const sealed = [endpoint.secret_sealed, ...endpoint.previous_secrets_sealed];
    if (!sealed.some((secret) => needsResealing(keys, secret))) continue;
    await updateSealedSecrets(tx, reseal(keys, endpoint));
    resealed++;
  }
  return { resealed, unopened, lastId: endpoints.at(-1)?.id ?? null };
}

function needsResealing({ current, previous }: Keys, sealed: string): boolean {
  return !opensSecret(current, sealed) && opensSecret(previous, sealed);
}

function reseal(keys: Keys, endpoint: SealedSecrets): SealedSecrets {
  const anew = (sealed: string) =>
    needsResealing(keys, sealed) ? sealSecret(keys.current, openSecret(keys.previous, sealed)) : sealed;
  return {
    id: endpoint.id,
    secret_sealed: anew(endpoint.secret_sealed),
    previous_secrets_sealed: endpoint.previous_secrets_sealed.map(anew),
  };
}
