import { createHmac, hkdfSync } from 'node:crypto';
import { opensSecret, sealSecret } from '../../ground/secret-box.ts';
import type { ConfigKeys } from '../../rails/acquirers/acquirer-config.ts';
import type { PayoutDestination } from '../../rails/acquirers/payout.ts';
import type { SealedDestination } from './destination.ts';
import { canonicalDestination } from './destination-shape.rules.ts';
import { openDestination } from './open-destination.ts';

export function sealDestination(key: Buffer, destination: PayoutDestination): SealedDestination {
  return { sealed: sealSecret(key, JSON.stringify(destination)), fingerprint: fingerprintOf(key, destination) };
}

/** By either key: while keys are changed, what was stored before has the fingerprint of the previous one. */
export function fingerprintsOf({ current, previous }: ConfigKeys, destination: PayoutDestination): Buffer[] {
  return [current, previous].flatMap((key) => (key ? [fingerprintOf(key, destination)] : []));
}

/** What is under the previous key, under the current one; null where nothing is to be done, or neither key opens it. */
export function resealDestination(keys: ConfigKeys, stored: { sealed: string }): SealedDestination | null {
  const destination = opensSecret(keys.current, stored.sealed) ? null : openDestination(keys, stored);
  return destination && sealDestination(keys.current, destination);
}

/**
 * There are few CPFs and phones: a plain hash of one is as good as the number. The key is not the one that encrypts, so
 * that neither use tells anything about the other.
 */
function fingerprintOf(key: Buffer, destination: PayoutDestination): Buffer {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'vintem destination fingerprint', 32));
  return createHmac('sha256', derived).update(canonicalDestination(destination)).digest();
}
