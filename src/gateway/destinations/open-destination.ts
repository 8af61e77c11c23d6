import { openSecret, opensSecret } from '../../ground/secret-box.ts';
import type { ConfigKeys } from '../../rails/acquirers/acquirer-config.ts';
import type { PayoutDestination } from '../../rails/acquirers/payout.ts';
import type { Destination } from './destination.ts';

/** By which destinations are encrypted at rest: the key that also keeps how banks are reached. */
export interface WithDestinationKeys {
  destinationKeys: ConfigKeys;
}

/** In clear, for the way to a bank alone. Null where neither key opens it. */
export function openDestination(
  { current, previous }: ConfigKeys,
  { sealed }: Pick<Destination, 'sealed'>,
): PayoutDestination | null {
  const key = [current, previous].find((one) => one !== null && opensSecret(one, sealed));
  return key ? (JSON.parse(openSecret(key, sealed)) as PayoutDestination) : null;
}
