import { readFileSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import type { CallbackTls } from '../../ground/config.ts';
import { callbackRoutes } from '../../rails/acquirers/notifications.routes.ts';
import type { AllDeps } from '../all-deps.ts';
import { handleErrors } from './error-handler.ts';

/** A bank that says nothing for this long is not waited for. */
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_PARAM_LENGTH = 256;
const MAX_CONNECTIONS = 1_000;

/**
 * Where banks show their certificate: without one that the given authority issued there is not even a connection. The
 * secret in the address is asked for besides, because everybody with an account at the same bank can make it call here.
 */
async function openCallbackListener(
  deps: AllDeps,
  tls: CallbackTls,
  host: string,
  watchRequests: (app: FastifyInstance) => void,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    https: {
      cert: readFileSync(tls.certificateFile),
      key: readFileSync(tls.privateKeyFile),
      ca: readFileSync(tls.clientCaFile),
      requestCert: true,
      rejectUnauthorized: true,
    },
  });
  handleErrors(app as unknown as FastifyInstance, deps.log);
  watchRequests(app as unknown as FastifyInstance);
  app.server.maxConnections = MAX_CONNECTIONS;
  callbackRoutes(app as unknown as FastifyInstance, deps);
  await app.listen({ host, port: tls.port });
  return app as unknown as FastifyInstance;
}

/** Where the settings ask for it; a worker takes nothing from banks. */
export async function listenForBanks(
  deps: AllDeps,
  watchRequests: (app: FastifyInstance) => void,
  say: (line: string) => void,
  cleanups: (() => Promise<void>)[],
): Promise<void> {
  const { callbackTls, role, host } = deps.config;
  if (!callbackTls || role === 'worker') return;
  const callbacks = await openCallbackListener(deps, callbackTls, host, watchRequests);
  cleanups.push(async () => callbacks.close());
  say(`callbacks of banks are taken at ${callbacks.listeningOrigin}, with their certificate`);
}
