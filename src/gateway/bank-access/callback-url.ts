import { randomBytes } from 'node:crypto';
import type { Config } from '../../ground/config.ts';
import type { AcquirerConfig } from '../../rails/acquirers/acquirer-config.ts';

/** Where a bank sends its callbacks; it ends in a secret. */
export function callbackUrlOf(
  { callbackUrl }: Pick<Config, 'callbackUrl'>,
  { name, callbackSecret }: Pick<AcquirerConfig, 'name' | 'callbackSecret'>,
): string {
  return `${callbackUrl}/acquirer/${name}/notifications/${callbackSecret}`;
}

const SECRET_BYTES = 32;

export function newCallbackSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}
