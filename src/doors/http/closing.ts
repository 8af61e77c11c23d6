import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** What runs longer than this no longer delays the closing of the listener; it is still waited for afterwards. */
const RUNNING_LIMIT_MS = 2_000;
/** After the last answer: callers that open a connection for each request come back at once. */
const QUIET_MS = 50;
const POLL_MS = 5;

/**
 * Closing without a reset, for callers that turn to another process only when a connection is refused. Two things
 * reset:
 *
 * - connections the system has completed but we have not taken in when the listener closes. So new requests are held
 *   until
 *   the running ones are answered: with nothing else to do the queue is empty, and the listener closes in the turn that
 * saw it so;
 * - idle connections that are closed while a request is on its way. So they get `graceMs` to bring one more, which is
 *   answered with `connection: close`.
 *
 * Gives back whether the closing has begun.
 */
export function closeGently(app: FastifyInstance, graceMs: number): () => boolean {
  let running = 0;
  let isRefusing = false;
  let held: Promise<void> | null = null;
  app.addHook('onRequest', async (_request, reply) => {
    if (held) await held;
    running++;
    reply.raw.once('close', () => running--); // comes also when the caller hangs up, unlike onResponse
  });
  // Only now: told so earlier, the caller would come back while the listener is about to close. A kept-alive connection
  // without it would hold up the stop for minutes.
  app.addHook('onSend', async (_request, reply) => {
    if (isRefusing) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    if (graceMs > 0) {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      const limit = Date.now() + RUNNING_LIMIT_MS;
      while (running > 0 && Date.now() < limit) await pause(POLL_MS);
      await pause(QUIET_MS);
      await nextTurn(); // right after new connections were taken in; the listener closes within this turn
      setImmediate(release);
    }
    isRefusing = true;
  });
  const isClosing = () => held !== null || isRefusing;
  const closeIdle = idleCloser(app.server);
  app.server.closeIdleConnections = () => {
    if (graceMs === 0) return closeIdle();
    // In the turn after what has arrived was read.
    setTimeout(() => setImmediate(closeIdle), graceMs);
  };
  return isClosing;
}

/**
 * Node takes a connection that has never sent anything for a request under way, and waits for it until the time for a
 * head is up. Browsers open such connections ahead of need: they are idle, too.
 */
function idleCloser(server: Server): () => void {
  const closeUsed = server.closeIdleConnections.bind(server);
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    closeUsed();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
