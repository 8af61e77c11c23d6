import type { FastifyInstance } from 'fastify';
import { clockSkewMs } from '../clock.ts';
import type { Deps } from '../deps.ts';

export interface Readiness {
  /** Whether migrations are current. */
  isMigrated: () => Promise<boolean>;
  /** Whether the process was told to stop and callers should look elsewhere. */
  isStopping: () => boolean;
}

export function healthRoutes(app: FastifyInstance, deps: Deps, { isMigrated, isStopping }: Readiness): void {
  const hidden = { config: { isPublic: true, rateLimit: false as const }, schema: { hide: true } };

  app.get('/healthz', hidden, async () => ({ status: 'ok' }));

  app.get('/readyz', hidden, async (_request, reply) => {
    const [migrations, acquirer, skewMs] = await Promise.all([
      isMigrated().then(nameOf, () => null),
      deps.acquirer.ping(),
      clockSkewMs(deps.clock).catch(() => null),
    ]);
    const checks = {
      database: migrations === null ? 'down' : 'up',
      migrations: migrations ?? 'unknown',
      acquirer: acquirer ? 'up' : 'down',
      clock: clockNameOf(skewMs),
    };
    const isReady = migrations === 'current' && acquirer && skewMs === 0 && !isStopping();
    return reply.code(isReady ? 200 : 503).send({ status: isStopping() ? 'stopping' : isReady ? 'ready' : 'not ready', checks });
  });

  app.get('/openapi.json', hidden, async () => app.swagger());
}

/** A process whose clock is not the database's must not date money. */
function clockNameOf(skewMs: number | null): string {
  if (skewMs === null) return 'unknown';
  if (skewMs === 0) return 'in step';
  return `${Math.abs(skewMs)} ms ${skewMs > 0 ? 'ahead of' : 'behind'} the database`;
}

function nameOf(isCurrent: boolean): 'current' | 'behind' {
  return isCurrent ? 'current' : 'behind';
}
