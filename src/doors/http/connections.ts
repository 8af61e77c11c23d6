import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../ground/config.ts';
import { ApiError } from '../../ground/errors.ts';
import { addressKeyOf } from '../../ground/limits/caller-address.ts';
import { proxyTest } from './proxies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered even on a connection that is one too many. */
    isHealthCheck?: boolean;
  }
}

/**
 * Connections above a limit are not cut at once, because one of them may bring a health check: so many may bring one
 * request each, within so long. Everything else is refused on them in words.
 */
const SURPLUS_CONNECTIONS = 100;
const SURPLUS_LIFE_MS = 2_000;

type Refusal = 'in all' | 'from one address';

/**
 * Open connections cost memory and file descriptors whatever they send; a stranger may have only so many. Gives back
 * whether a connection is one too many.
 */
export function limitConnections(app: FastifyInstance, config: Config): (socket: Socket) => boolean {
  if (config.rateLimitPerSecond === 0) return () => false;
  // A proxy brings everybody's requests over its own connections.
  const isProxy = proxyTest(config.trustProxy);
  const ofAddress = new Map<string, number>();
  const surplus = new Map<Socket, Refusal>();
  let open = 0;

  app.server.on('connection', (socket: Socket) => {
    const key = addressKeyOf(socket.remoteAddress ?? '');
    const fromHere = (ofAddress.get(key) ?? 0) + 1;
    const isOver = open >= config.maxConnections;
    const isOverHere = fromHere > config.maxConnectionsPerAddress && !isProxy(socket.remoteAddress ?? '');
    if (isOver || isOverHere) {
      if (surplus.size >= SURPLUS_CONNECTIONS) return socket.destroy();
      surplus.set(socket, isOver ? 'in all' : 'from one address');
      const timer = setTimeout(() => socket.destroy(), SURPLUS_LIFE_MS);
      socket.once('close', () => {
        clearTimeout(timer);
        surplus.delete(socket);
      });
      return;
    }
    open += 1;
    ofAddress.set(key, fromHere);
    socket.once('close', () => {
      open -= 1;
      const left = (ofAddress.get(key) ?? 1) - 1;
      if (left > 0) ofAddress.set(key, left);
      else ofAddress.delete(key);
    });
  });

  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = surplus.get(request.raw.socket);
    if (refusal === undefined) return;
    reply.header('connection', 'close');
    if (request.routeOptions.config?.isHealthCheck) return;
    throw new ApiError(
      refusal === 'in all' ? 'SERVICE_UNAVAILABLE' : 'RATE_LIMITED',
      `too many connections ${refusal}`,
      {
        retryAfterSeconds: 1,
      },
    );
  });
  return (socket) => surplus.has(socket);
}
