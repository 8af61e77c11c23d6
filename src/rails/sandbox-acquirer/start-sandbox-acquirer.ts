import { createHash, timingSafeEqual } from 'node:crypto';
import type { Ajv, AnySchema, ValidateFunction } from 'ajv';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { isRefusedForItsData } from '../../ground/db/away.ts';
import { startBatcher } from '../../ground/db/batcher.ts';
import type { DbPool } from '../../ground/db/pool.ts';
import { chargeRoutes } from './charges.routes.ts';
import { type NewCharge, type StoredCharge, storeCharges } from './charges.sql.ts';
import { controlRoutes } from './control.routes.ts';
import { startCourier } from './courier.ts';
import { type Clock, type Deps, describeError, type Log } from './deps.ts';
import { startForgetting } from './forget-old-rows.ts';
import { createMisbehaviour } from './misbehave.ts';
import { startAdvancingPayouts } from './payouts/advance-payouts.ts';
import { payoutControlRoutes, payoutRoutes } from './payouts/payouts.routes.ts';
import { ServiceError } from './service-error.ts';

const MAX_BODY_BYTES = 64 * 1024;
const MAX_PARAM_LENGTH = 256;
const CLOSE_SWEEP_MS = 50;
/** The schemas are ours: checking them against the schema of schemas would only delay the start. */
const TRUSTED_SCHEMAS = { meta: false, validateSchema: false };

export interface SandboxAcquirerOptions {
  db: DbPool;
  /** For new charges alone. */
  ordersDb: DbPool;
  host: string;
  /** 0: any free port. */
  port: number;
  apiKey: string;
  notificationSecret: string;
  notificationUrl: string;
  /** How long charges that are over are kept. */
  keptDays: number;
  clock: Clock;
  log: Log;
}

export interface SandboxAcquirer {
  url: string;
  port: number;
  close(): Promise<void>;
}

/**
 * All state is in the database, in a schema that is there already: any number of these may listen over it. The pools
 * stay the caller's.
 */
export async function startSandboxAcquirer(options: SandboxAcquirerOptions): Promise<SandboxAcquirer> {
  const { db, ordersDb, clock, log } = options;
  const deps: Deps = { db, ordersDb, storeCharge: batchCharges(ordersDb), clock, log };

  const server = fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    forceCloseConnections: 'idle',
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, ...TRUSTED_SCHEMAS },
      onCreate: compileWhenNeeded,
    },
  });
  const courier = startCourier(deps, options);
  const forgetting = startForgetting(deps, options.keptDays);
  const advancing = startAdvancingPayouts(deps, courier);
  const misbehaviour = createMisbehaviour(deps);
  // Whoever still has something to tell is stopped before the courier.
  const closeLoops = async () => {
    await Promise.all([advancing.close(), forgetting.close()]);
    await courier.close();
  };
  server.addHook('preClose', async () => misbehaviour.close());
  answerErrors(server, options.log);
  demandKey(server, options.apiKey);
  server.get('/health', { config: { isPublic: true } }, async () => {
    await options.db.query('SELECT 1');
    return { status: 'ok' };
  });
  chargeRoutes(server, deps, misbehaviour, courier);
  payoutRoutes(server, deps, misbehaviour);
  controlRoutes(server, deps, courier);
  payoutControlRoutes(server, deps, courier);

  try {
    await server.listen({ host: options.host, port: options.port });
  } catch (error) {
    await closeLoops();
    throw error;
  }
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the acquirer listens on no TCP port');
  const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${address.port}`;
  return {
    url,
    port: address.port,
    async close() {
      // Node closes what is idle now; a connection whose last answer leaves later would linger for its keep-alive time.
      const sweep = setInterval(() => server.server.closeIdleConnections(), CLOSE_SWEEP_MS);
      await server.close();
      clearInterval(sweep);
      await closeLoops();
    },
  };
}

/** They say nothing about who asks, so that all acquirers of a process share them. */
const validators = new WeakMap<object, ValidateFunction>();

/** Most schemas are never asked for in a life of this process, and compiling all would be a tenth of its start. */
function compileWhenNeeded(ajv: Pick<Ajv, 'compile'>): void {
  const compile = ajv.compile.bind(ajv) as (schema: AnySchema) => ValidateFunction;
  const compiledFor = (schema: object) => {
    const compiled = validators.get(schema) ?? compile(schema);
    validators.set(schema, compiled);
    return compiled;
  };
  const later = (schema: object) => {
    const validate = (value: unknown) => {
      const compiled = compiledFor(schema);
      const isValid = compiled(value);
      validate.errors = compiled.errors ?? null;
      return isValid;
    };
    validate.errors = null as ValidateFunction['errors'];
    return validate;
  };
  ajv.compile = later as unknown as Ajv['compile'];
}

function batchCharges(db: DbPool): Deps['storeCharge'] {
  return startBatcher<NewCharge, StoredCharge | null>({
    run: (charges) => storeCharges(db, charges),
    isWorthRepeating: (error, count) => count > 1 && isRefusedForItsData(error),
    maxItems: 64,
    lanes: 2,
    maxQueued: 500,
    maxWaitMs: 5_000,
    keyOf: ({ reference }) => reference,
  }).add;
}

function demandKey(server: FastifyInstance, apiKey: string): void {
  // Digests have one length, which the constant-time comparison needs.
  const expected = digest(`Bearer ${apiKey}`);
  server.addHook('onRequest', async (request) => {
    if ((request.routeOptions.config as { isPublic?: boolean }).isPublic) return;
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      throw new ServiceError('unauthorized', 'send Authorization: Bearer <api key>');
    }
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function answerErrors(server: FastifyInstance, log: Log): void {
  server.setErrorHandler<FastifyError>(async (error, _request, reply) => {
    if (error instanceof ServiceError) return reply.code(error.statusCode).send(error.body);
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return reply.code(error.statusCode).send({ code: 'invalid_request', message: error.message });
    }
    log.error(describeError(error), 'sandbox acquirer failed to answer');
    return reply.code(500).send({ code: 'internal_error', message: 'something went wrong here' });
  });
  // Not `not_found`: that code speaks of charges, refunds and payouts only, and clients act on it.
  server.setNotFoundHandler(async (_request, reply) =>
    reply.code(404).send({ code: 'no_such_route', message: 'no such route' }),
  );
}
