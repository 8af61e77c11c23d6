import { type Dispatcher, Pool } from 'undici';
import { hostOf } from '../address-guard.ts';
import { type ConnectorOptions, guardedConnector } from './guarded-connector.ts';
import { type NetworkTrouble, troubleOf } from './network-trouble.ts';

/** As many as the deliveries that may be under way to one endpoint. */
export const MAX_CONNECTIONS_PER_RECEIVER = 64;
/** The status, `Retry-After` and whatever proxies add fit many times. */
const MAX_RESPONSE_HEADER_BYTES = 16 * 1024;
/** An idle connection goes before most receivers drop theirs: a request that meets a closing connection is lost. */
const IDLE_CONNECTION_MS = 4_000;
/** Whatever a receiver proposes, a name is resolved and checked anew after this long. */
const MAX_IDLE_CONNECTION_MS = 30_000;

export type Exchange = { ok: true; statusCode: number; retryAfter: string | null; body: Buffer } | { ok: false; reason: NetworkTrouble };

export interface ExchangeOptions extends ConnectorOptions {
  /** For the whole exchange: waiting for a connection, DNS, TCP, TLS, headers and body. */
  timeoutMs: number;
  /** What is kept of a body; the connection is cut when there is more. */
  maxResponseBytes: number;
}

/**
 * One address with the connections to it. Not one host: endpoints of many merchants may share a host (automation services do),
 * and one of them that hangs would take the connections of all.
 */
export interface Receiver {
  pool: Pool;
  /** Handed to the pool. No more than it has connections: for each one beyond, it would look at all of them. */
  running: number;
  /** Each says whether it still wants the place it is offered. */
  queue: (() => boolean)[];
  onQueueEmpty: () => void;
  /** Exchanges that have no connection yet and whose time is not over. */
  waiting: number;
}

export function openReceiver({ origin }: URL, options: ExchangeOptions): Receiver {
  // undici connects again for a request that was given up, only to drop it then: to a dead receiver every time-out
  // would cost a second connection. So the connector asks whether anybody still waits.
  const isWanted = () => receiver.waiting > 0;
  const pool = new Pool(origin, {
    connections: MAX_CONNECTIONS_PER_RECEIVER,
    pipelining: 1,
    connect: guardedConnector(hostOf(new URL(origin)), isWanted, options),
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: MAX_IDLE_CONNECTION_MS,
    maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
    // One limit rules the whole exchange; limits per phase, each started anew, would add up to more.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const receiver: Receiver = { pool, running: 0, queue: [], onQueueEmpty: () => {}, waiting: 0 };
  return receiver;
}

type Request = Pick<Dispatcher.DispatchOptions, 'method' | 'path' | 'headers' | 'body'>;

const ENOUGH = new Error('the exchange is over');

/**
 * One request under one deadline. It talks to the dispatcher directly: the `signal` of undici's own request is not heeded
 * while a connection is being made, so a name server or a TLS handshake that hangs would outlive the limit.
 */
export function exchange(receiver: Receiver, request: Request, { timeoutMs, maxResponseBytes }: ExchangeOptions): Promise<Exchange> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let statusCode = 0;
    let retryAfter: string | null = null;
    let controller: Dispatcher.DispatchController | null = null;
    let isWaiting = true;
    let isRunning = false;
    let isOver = false;
    receiver.waiting++;

    const stopWaiting = () => {
      if (isWaiting) receiver.waiting--;
      isWaiting = false;
    };
    const finish = (result: Exchange) => {
      isOver = true;
      stopWaiting();
      clearTimeout(deadline);
      resolve(result);
    };
    const leave = () => {
      if (isRunning) makeRoom(receiver);
      isRunning = false;
    };
    const end = (result: Exchange) => {
      finish(result);
      leave();
    };
    const answer = (): Exchange => ({
      ok: true,
      statusCode,
      retryAfter,
      body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks),
    });
    const deadline = setTimeout(() => {
      finish({ ok: false, reason: 'timeout' });
      controller?.abort(ENOUGH);
      // Only after the connection is gone: the time of those who came with it ends in this same moment, and on an open one they
      // would still be sent.
      leave();
    }, timeoutMs);

    const start = () => {
      // Its time ran out in the queue.
      if (isOver) return false;
      isRunning = true;
      receiver.pool.dispatch(request, {
        onRequestStart(started) {
          controller = started;
          stopWaiting();
          // The deadline passed while this waited for a connection: nothing has been sent, and nothing will be.
          if (isOver) started.abort(ENOUGH);
        },
        // Called once more for each informational answer before; the final one comes last and stays.
        onResponseStart(_controller, status, headers) {
          statusCode = status;
          const waits = headers['retry-after'] ?? null;
          retryAfter = Array.isArray(waits) ? (waits[0] ?? null) : waits;
        },
        onResponseData(started, chunk) {
          const room = maxResponseBytes - size;
          size += chunk.length;
          chunks.push(chunk.subarray(0, room));
          if (size <= maxResponseBytes) return;
          end(answer());
          started.abort(ENOUGH);
        },
        onResponseEnd: () => end(answer()),
        onResponseError(_controller, error) {
          if (!isOver) end({ ok: false, reason: troubleOf(error) });
        },
      });
      return true;
    };
    if (receiver.running >= MAX_CONNECTIONS_PER_RECEIVER) receiver.queue.push(start);
    else {
      receiver.running++;
      start();
    }
  });
}

/** The place of an exchange that is over goes to the one that has waited longest. */
function makeRoom(receiver: Receiver): void {
  let isTaken = false;
  while (!isTaken && receiver.queue.length > 0) isTaken = receiver.queue.shift()?.() ?? false;
  if (!isTaken) receiver.running--;
  if (receiver.queue.length === 0) receiver.onQueueEmpty();
}
