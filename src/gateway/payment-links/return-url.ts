import type { Config } from '../../ground/config.ts';
import { invalidField } from '../../ground/errors.ts';
import { hostOf, isLoopbackHost } from '../../ground/ip-address.ts';

/** Where a payer is led back to: https, and in the sandbox the shop on the developer's own machine, too. */
export function checkReturnUrl(text: string, mode: Config['mode']): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOwnMachine = mode === 'sandbox' && url?.protocol === 'http:' && isLoopbackHost(hostOf(url));
  if (!url || (url.protocol !== 'https:' && !isOwnMachine))
    throw invalidField('success_url', 'must be an https address');
  if (url.username !== '' || url.password !== '')
    throw invalidField('success_url', 'must not contain a user or password');
}
