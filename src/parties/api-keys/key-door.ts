import { createHash } from 'node:crypto';
import { ANONYMOUS } from '../../ground/actor.rules.ts';
import { createRecent } from '../../ground/db/recent.ts';
import type { Deps } from '../../ground/deps.ts';
import { addressKeyOf } from '../../ground/limits/caller-address.ts';
import type { KeyDoor } from '../accounts/authenticate.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { isKey, isUsedLongAgo } from './api-key.rules.ts';
import { findUsableKey, type UsableKey, updateLastUsed } from './api-keys.sql.ts';
import { isWithin, type Network, parseNetwork } from './networks.ts';

/** A key is a few hundred bytes. */
const MOST_KEYS_KEPT = 5_000;

interface KnownKey extends UsableKey {
  /** Null: from anywhere. */
  networks: Network[] | null;
}

/** Keys are 256 random bits: a plain SHA-256 cannot be turned back, and finding one is an index lookup. */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** How `authenticate` knows whoever comes with a key; what has another shape is never looked for. */
export function keyDoor(deps: Pick<Deps, 'db' | 'clock' | 'log'>, hasShape = isKey): KeyDoor {
  const { db, clock, log } = deps;
  // Remembered for a moment only: a key that was revoked is refused within it, in every process.
  const known = createRecent<string, KnownKey>(MOST_KEYS_KEPT, clock.realNow);
  const note = notesBeside((error) => log.warn({ err: error }, 'what an API key did was not noted'));

  const noteUse = (key: KnownKey, at: Date) => {
    if (!isUsedLongAgo(key.lastUsedAt, at)) return;
    key.lastUsedAt = at;
    note(key.id, () => updateLastUsed(db, key, at));
  };
  // The merchant sees where a key that leaked, or a server that moved, was turned away.
  const noteRefusal = ({ id, merchantId }: KnownKey, address: string) =>
    note(id, () =>
      recordAudit(deps, db, {
        merchantId,
        action: 'api_key.refused',
        object: { kind: 'api_key', id },
        actor: ANONYMOUS,
        address: addressKeyOf(address),
      }),
    );

  return {
    async find(text, address) {
      if (!hasShape(text)) return null;
      const hash = hashOfKey(text);
      const key = await known.find(hash.toString('base64'), async () => withNetworks(await findUsableKey(db, hash)));
      const at = clock.realNow();
      if (!key || (key.expiresAt && key.expiresAt <= at)) return null;
      if (key.networks && !isWithin(key.networks, address)) {
        noteRefusal(key, address);
        return null;
      }
      noteUse(key, at);
      return key;
    },
  };
}

function withNetworks(key: UsableKey | null): KnownKey | null {
  return key && { ...key, networks: key.addresses?.map(parseNetwork).filter((network) => network !== null) ?? null };
}

/** Writes beside the request, which waits for nothing; one at a time for each key, however often it is used. */
function notesBeside(onError: (error: unknown) => void): (keyId: number, write: () => Promise<void>) => void {
  const writing = new Set<number>();
  return (keyId, write) => {
    if (writing.has(keyId)) return;
    writing.add(keyId);
    write()
      .catch(onError)
      .finally(() => writing.delete(keyId));
  };
}
