import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

export function healthRoutes(app: FastifyInstance, deps: Deps, isMigrated: () => Promise<boolean>): void {
  const hidden = { config: { isPublic: true, rateLimit: false as const }, schema: { hide: true } };

  app.get('/healthz', hidden, async () => ({ status: 'ok' }));

  app.get('/readyz', hidden, async (_request, reply) => {
    const [migrations, acquirer] = await Promise.all([isMigrated().then(nameOf, () => null), deps.acquirer.ping()]);
    const checks = {
      database: migrations === null ? 'down' : 'up',
      migrations: migrations ?? 'unknown',
      acquirer: acquirer ? 'up' : 'down',
    };
    const isReady = migrations === 'current' && acquirer;
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks });
  });

  app.get('/openapi.json', hidden, async () => app.swagger());
}

function nameOf(isCurrent: boolean): 'current' | 'behind' {
  return isCurrent ? 'current' : 'behind';
}
