import type { FastifyInstance } from 'fastify';
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
    const [migrations, acquirer] = await Promise.all([isMigrated().then(nameOf, () => null), deps.acquirer.ping()]);
    const checks = {
      database: migrations === null ? 'down' : 'up',
      migrations: migrations ?? 'unknown',
      acquirer: acquirer ? 'up' : 'down',
    };
    const isReady = migrations === 'current' && acquirer && !isStopping();
    return reply.code(isReady ? 200 : 503).send({ status: isStopping() ? 'stopping' : isReady ? 'ready' : 'not ready', checks });
  });

  app.get('/openapi.json', hidden, async () => app.swagger());
}

function nameOf(isCurrent: boolean): 'current' | 'behind' {
  return isCurrent ? 'current' : 'behind';
}
