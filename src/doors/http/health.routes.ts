import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { clockSkewMs } from '../../ground/clock.ts';
import type { AllDeps } from '../all-deps.ts';

export interface Readiness {
  /** Whether migrations are current. */
  isMigrated: () => Promise<boolean>;
  /** Whether the process was told to stop and callers should look elsewhere. */
  isStopping: () => boolean;
}

export const HEALTH_PATH = '/healthz';
export const READINESS_PATH = '/readyz';

const Alive = Type.Object({ status: Type.Enum(['ok']) });
const Ready = Type.Object({
  status: Type.Enum(['ready', 'not ready', 'stopping']),
  checks: Type.Object({
    database: Type.Enum(['up', 'down']),
    migrations: Type.Enum(['current', 'behind', 'unknown']),
    acquirer: Type.Enum(['up', 'down', 'none'], {
      description:
        '`up`: every acquirer answers; `down`: one does not, or its stored configuration cannot be opened; `none`: ' +
        'none is configured. It does not decide.',
    }),
    clock: Type.String({ description: '`in step`, or how far it is from the database' }),
  }),
});

/** Never limited: who asks decides whether this process lives. So both must be cheap. */
export function healthRoutes(app: FastifyInstance, deps: AllDeps, { isMigrated, isStopping }: Readiness): void {
  const config = { isPublic: true, isHealthCheck: true, rateLimit: false as const };
  const described = (summary: string, response: object) => ({
    config,
    schema: { tags: ['service'], summary, security: [], response },
  });

  app.get(HEALTH_PATH, described('Ask whether the process lives', { 200: Alive }), async () => ({ status: 'ok' }));

  const look = joined(async () => {
    const [migrations, pings, skewMs] = await Promise.all([
      isMigrated().then(nameOf, () => null),
      Promise.all(deps.acquirers.list().map((acquirer) => inTime(acquirer.ping()))),
      clockSkewMs(deps.clock).catch(() => null),
    ]);
    return {
      database: migrations === null ? 'down' : 'up',
      migrations: migrations ?? 'unknown',
      acquirer: acquirerNameOf(pings, deps.acquirers.unusable()),
      clock: clockNameOf(skewMs),
    };
  });

  const states = { 200: Ready, 503: Ready };
  app.get(READINESS_PATH, described('Ask whether the process takes requests', states), async (_request, reply) => {
    const checks = await look();
    // Without an acquirer reads still work, and all processes would become unready together: it is told and
    // does not decide.
    const isReady = checks.migrations === 'current' && checks.clock === IN_STEP && !isStopping();
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isStopping() ? 'stopping' : isReady ? 'ready' : 'not ready', checks });
  });
}

/** However many ask at once, one look at database and acquirer answers them. */
function joined<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | null = null;
  return () => {
    underWay ??= look().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}

/** Balancers give up after seconds: a bank that says nothing must not make every process look dead. */
const LONGEST_PING_MS = 2_000;

async function inTime(ping: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), LONGEST_PING_MS);
  });
  try {
    return await Promise.race([ping, late]);
  } finally {
    clearTimeout(timer);
  }
}

function acquirerNameOf(pings: readonly boolean[], unusable: readonly string[]): 'up' | 'down' | 'none' {
  if (pings.length === 0 && unusable.length === 0) return 'none';
  return pings.every(Boolean) && unusable.length === 0 ? 'up' : 'down';
}

const IN_STEP = 'in step';

/** A process whose clock is not the database's must not date money. */
function clockNameOf(skewMs: number | null): string {
  if (skewMs === null) return 'unknown';
  if (skewMs === 0) return IN_STEP;
  return `${Math.abs(skewMs)} ms ${skewMs > 0 ? 'ahead of' : 'behind'} the database`;
}

function nameOf(isCurrent: boolean): 'current' | 'behind' {
  return isCurrent ? 'current' : 'behind';
}
