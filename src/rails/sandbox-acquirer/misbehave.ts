import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { shareReads } from '../../ground/db/shared-read.ts';
import { type Deps, describeError } from './deps.ts';
import type { FaultKind, FaultOperation } from './fault.rules.ts';
import { type Fault, hasFaults, takeFault } from './faults.sql.ts';
import { pause } from './pause.ts';
import { ServiceError } from './service-error.ts';

const HUGE_BODY_BYTES = 10 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const DRIP_MS = 100;
/** A client without patience limits of its own must not hold a socket for ever. */
const MAX_HOLD_MS = 120_000;

/** Told before anything is done; the others when the work is done and its answer is about to be spoilt. */
const LEAVES_WORK_UNDONE: ReadonlySet<FaultKind> = new Set(['delay', 'timeout_before_accepting', 'error_500']);

interface Answer {
  statusCode: number;
  body: unknown;
  /** The work is done, and its answer does not arrive. */
  isLost?: boolean;
}

const LOST: Fault = { kind: 'connection_reset', delayMs: 0 };

export interface Misbehaviour {
  /**
   * Does the work and answers, unless a stored fault says otherwise. `work` sees the fault: some change what it does.
   */
  answer(
    reply: FastifyReply,
    operation: FaultOperation,
    reference: string,
    work: (fault: Fault | null) => Promise<Answer>,
  ): Promise<void>;
  /** Lets go of every held socket, so that the server can close. */
  close(): void;
}

export function createMisbehaviour(deps: Deps): Misbehaviour {
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const held = new Set<Socket>();
  const mayMisbehave = shareReads(() => hasFaults(deps.ordersDb));

  function hold(reply: FastifyReply): void {
    const { socket } = reply.raw;
    reply.hijack();
    if (!socket) return;
    const timer = setTimeout(() => socket.destroy(), MAX_HOLD_MS);
    held.add(socket);
    socket.once('close', () => {
      clearTimeout(timer);
      held.delete(socket);
    });
    if (closing.signal.aborted) socket.destroy();
  }

  async function* drip(): AsyncGenerator<string> {
    yield '{"id":"';
    const end = Date.now() + MAX_HOLD_MS;
    while (Date.now() < end && !closing.signal.aborted) {
      await pause(DRIP_MS, closing.signal);
      yield 'x';
    }
  }

  /** The client is expected to hang up in the middle. */
  async function stream(reply: FastifyReply, source: Iterable<string> | AsyncIterable<string>): Promise<void> {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'application/json' });
    try {
      await pipeline(Readable.from(source, { objectMode: false }), reply.raw);
    } catch (error) {
      deps.log.info({ reason: describeError(error).error }, 'the client hung up on a faulty answer');
    }
  }

  async function spoil(reply: FastifyReply, fault: Fault): Promise<boolean> {
    if (fault.kind === 'timeout_after_accepting') hold(reply);
    else if (fault.kind === 'garbage')
      await reply.code(200).type('text/html').send('<html><body>Service status: ok?</body></html>');
    else if (fault.kind === 'huge_body') await stream(reply, hugeBody());
    else if (fault.kind === 'slow_drip') await stream(reply, drip());
    else if (fault.kind === 'connection_reset') {
      reply.hijack();
      reply.raw.socket?.resetAndDestroy();
    } else return false;
    return true;
  }

  return {
    async answer(reply, operation, reference, work) {
      const fault = (await mayMisbehave()) ? await takeFault(deps.ordersDb, operation, reference) : null;
      const tell = () => deps.log.info({ operation, kind: fault?.kind }, 'misbehaving on demand');
      if (fault && LEAVES_WORK_UNDONE.has(fault.kind)) tell();
      if (fault?.kind === 'delay') await pause(fault.delayMs, closing.signal);
      if (fault?.kind === 'timeout_before_accepting') return hold(reply);
      if (fault?.kind === 'error_500') {
        await reply.code(500).send({ code: 'internal_error', message: 'failing on demand' });
        return;
      }
      const { statusCode, body, isLost } = await answerOf(() => work(fault));
      if (fault && !LEAVES_WORK_UNDONE.has(fault.kind)) tell();
      if (fault && (await spoil(reply, fault))) return;
      if (isLost && (await spoil(reply, LOST))) return;
      await reply.code(statusCode).send(body);
    },
    close() {
      closing.abort();
      for (const socket of held) socket.destroy();
    },
  };
}

/** A refusal or a 404 is an answer like any other, and may be spoilt like any other. */
async function answerOf(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError) return { statusCode: error.statusCode, body: error.body };
    throw error;
  }
}

function* hugeBody(): Generator<string> {
  const chunk = 'x'.repeat(CHUNK_BYTES);
  yield '{"id":"';
  for (let sent = 0; sent < HUGE_BODY_BYTES; sent += CHUNK_BYTES) yield chunk;
  yield '"}';
}
