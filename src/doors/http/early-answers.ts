import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Connections on which a request was answered before all of its body had come, such as a refusal that reads no body.
 */
export function createEarlyAnswers() {
  const answered = new WeakSet<Socket>();
  return {
    has: (socket: Socket) => answered.has(socket),
    watch(app: FastifyInstance): void {
      app.addHook('onRequest', async ({ raw }) => {
        answered.delete(raw.socket);
      });
      app.addHook('onResponse', async ({ raw }) => {
        if (!raw.complete) answered.add(raw.socket);
      });
    },
  };
}
