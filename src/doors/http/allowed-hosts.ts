import type { FastifyInstance } from 'fastify';
import type { Config } from '../../ground/config.ts';
import { ApiError } from '../../ground/errors.ts';
import { hostOf, isLoopbackHost } from '../../ground/ip-address.ts';

/**
 * A sandbox on a developer's own machine trusts whoever reaches it. A stranger's page reaches it, too, by a name of its
 * own that it lets lead to loopback (DNS rebinding), and the browser takes the answers for that page's own: so only the
 * names of this machine, and the one in PUBLIC_URL, are answered to.
 */
export function refuseForeignHosts(app: FastifyInstance, { mode, host, publicUrl }: Config): void {
  if (mode !== 'sandbox' || !isLoopbackHost(host)) return;
  const own = hostOf(new URL(publicUrl));
  // Most requests name the host that the one before named: it is not read again.
  let lastAllowed: string | null = null;
  app.addHook('onRequest', async ({ headers, routeOptions }) => {
    const header = headers.host;
    // No browser sends none.
    if (header === undefined || header === lastAllowed) return;
    const asked = hostIn(header);
    if (isLoopbackHost(asked) || asked === own) {
      lastAllowed = header;
      return;
    }
    // Whoever looks after the process asks by whatever name it has there.
    if (routeOptions.config?.isHealthCheck) return;
    throw new ApiError('HOST_NOT_ALLOWED', 'this sandbox answers to the names of its own machine and of PUBLIC_URL');
  });
}

/** The name without its port. A text that is no name is nobody's. */
function hostIn(header: string): string {
  const url = `http://${header}`;
  return URL.canParse(url) ? hostOf(new URL(url)) : '';
}
