import { type Dispatcher, Pool } from 'undici';
import { hostOf } from '../../../ground/ip-address.ts';
import type { NetworkTrouble } from '../../../ground/webhook-sender.ts';
import { type ConnectorOptions, guardedConnector } from './guarded-connector.ts';
import { troubleOf } from './network-trouble.ts';

/**
 * Endpoints of many merchants may share one origin, for example at an automation service. This many connections serve
 * all of them as long as they answer. An exchange that has waited this long gets one more, so that those that hang hold
 * up nobody else.
 */
export const USUAL_CONNECTIONS = 64;
const MAX_CONNECTIONS = 1_000;
const PATIENCE_MS = 300;
/** No exchange begins after this part of its time. */
const LATEST_START = 0.8;
/** Many times what the status, `Retry-After` and the headers of proxies need. */
const MAX_RESPONSE_HEADER_BYTES = 16 * 1024;
/**
 * We close an idle connection before most receivers do, because a request on a connection that is being closed is lost.
 */
const IDLE_CONNECTION_MS = 4_000;
/** A name is resolved and checked again after this long, whatever a receiver proposes. */
const MAX_IDLE_CONNECTION_MS = 30_000;

export type Exchange =
  | { ok: true; statusCode: number; retryAfter: string | null; body: Buffer }
  | { ok: false; reason: NetworkTrouble };

export interface ExchangeOptions extends ConnectorOptions {
  /** The limit of the whole exchange: waiting for a connection, DNS, TCP, TLS, headers and body. */
  timeoutMs: number;
  /** How much of a body is kept; the connection is cut when there is more. */
  maxResponseBytes: number;
}

interface Waiting {
  /** Says whether it still wants the place it is offered. */
  start: () => boolean;
  sinceMs: number;
}

export interface Origin {
  pool: Pool;
  /** Handed to the pool. */
  running: number;
  queue: Waiting[];
  /** Runs while exchanges wait, and gives them connections. */
  impatience: NodeJS.Timeout | null;
  onQueueEmpty: () => void;
  /** How many exchanges have no connection yet and still have time. */
  waiting: number;
}

export function openOrigin(name: string, options: ExchangeOptions): Origin {
  // undici connects again for a request that was given up, and only then drops it: with a dead receiver, every time-out
  // would cost a second connection. So the connector asks whether anybody still waits.
  const isWanted = () => origin.waiting > 0;
  const pool = new Pool(name, {
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    connect: guardedConnector(hostOf(new URL(name)), isWanted, options),
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: MAX_IDLE_CONNECTION_MS,
    maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
    // One limit covers the whole exchange; limits per phase would add up to more.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const origin: Origin = { pool, running: 0, queue: [], impatience: null, onQueueEmpty: () => {}, waiting: 0 };
  return origin;
}

type Request = Pick<Dispatcher.DispatchOptions, 'method' | 'path' | 'headers' | 'body'>;

const ENOUGH = new Error('the exchange is over');

export function exchange(origin: Origin, request: Request, options: ExchangeOptions): Promise<Exchange> {
  return new Promise((resolve) => new RunningExchange(origin, request, options, resolve).begin());
}

/**
 * One request under one deadline. It talks to the dispatcher directly, because undici's own request ignores its
 * `signal` while a connection is being made: a name server or a TLS handshake that hangs would outlive the limit. It is
 * a class and not a set of functions, because there are thousands of them in a second.
 */
class RunningExchange implements Dispatcher.DispatchHandler, Waiting {
  readonly sinceMs = performance.now();
  readonly #origin: Origin;
  readonly #request: Request;
  readonly #maxResponseBytes: number;
  readonly #resolve: (result: Exchange) => void;
  readonly #deadline: NodeJS.Timeout;
  readonly #latestStartMs: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #statusCode = 0;
  #retryAfter: string | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #isWaiting = true;
  #isRunning = false;
  #isOver = false;

  constructor(
    origin: Origin,
    request: Request,
    { timeoutMs, maxResponseBytes }: ExchangeOptions,
    resolve: (result: Exchange) => void,
  ) {
    this.#origin = origin;
    this.#request = request;
    this.#maxResponseBytes = maxResponseBytes;
    this.#resolve = resolve;
    this.#deadline = setTimeout(() => this.#timeOut(), timeoutMs);
    this.#latestStartMs = this.sinceMs + timeoutMs * LATEST_START;
  }

  begin(): void {
    const origin = this.#origin;
    origin.waiting++;
    if (origin.running < USUAL_CONNECTIONS) {
      origin.running++;
      this.start();
    } else {
      origin.queue.push(this);
      origin.impatience ??= setTimeout(openMore, PATIENCE_MS, origin);
    }
  }

  start(): boolean {
    // Its time ran out in the queue, or so little is left that we would cut the receiver off in the middle of its work.
    if (this.#isOver || performance.now() > this.#latestStartMs) return false;
    this.#isRunning = true;
    this.#origin.pool.dispatch(this.#request, this);
    return true;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#stopWaiting();
    // The deadline passed while this waited for a connection: nothing has been sent, and nothing will be.
    if (this.#isOver) controller.abort(ENOUGH);
  }

  /** Called for each informational answer, too; the final answer comes last and stays. */
  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#statusCode = statusCode;
    const waits = headers['retry-after'] ?? null;
    this.#retryAfter = Array.isArray(waits) ? (waits[0] ?? null) : waits;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = this.#maxResponseBytes - this.#size;
    this.#size += chunk.length;
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    if (this.#size <= this.#maxResponseBytes) return;
    this.#end(this.#answer());
    controller.abort(ENOUGH);
  }

  onResponseEnd(): void {
    this.#end(this.#answer());
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.#isOver) this.#end({ ok: false, reason: troubleOf(error) });
  }

  #timeOut(): void {
    this.#finish({ ok: false, reason: 'timeout' });
    this.#controller?.abort(ENOUGH);
    // Only after the connection is gone: the requests that came with it reach their deadline in this same moment, and
    // an open connection would still send them.
    this.#leave();
  }

  #end(result: Exchange): void {
    this.#finish(result);
    this.#leave();
  }

  #finish(result: Exchange): void {
    this.#isOver = true;
    this.#stopWaiting();
    clearTimeout(this.#deadline);
    this.#resolve(result);
  }

  #leave(): void {
    if (this.#isRunning) makeRoom(this.#origin);
    this.#isRunning = false;
  }

  #stopWaiting(): void {
    if (this.#isWaiting) this.#origin.waiting--;
    this.#isWaiting = false;
  }

  #answer(): Exchange {
    const [first] = this.#chunks;
    const body = first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    return { ok: true, statusCode: this.#statusCode, retryAfter: this.#retryAfter, body };
  }
}

/** Gives the place of an exchange that is over to the one that has waited longest. */
function makeRoom(origin: Origin): void {
  let isTaken = false;
  while (!isTaken && origin.queue.length > 0) isTaken = origin.queue.shift()?.start() ?? false;
  if (!isTaken) origin.running--;
  if (origin.queue.length === 0) origin.onQueueEmpty();
}

/** Opens a place for every exchange that has waited long enough, as far as there are places. */
function openMore(origin: Origin): void {
  const longEnough = performance.now() - PATIENCE_MS;
  while (origin.running < MAX_CONNECTIONS) {
    const [first] = origin.queue;
    if (!first || first.sinceMs > longEnough) break;
    origin.queue.shift();
    if (first.start()) origin.running++;
  }
  const [next] = origin.queue;
  // When all places are open, only the end of an exchange makes room.
  const waitMs = next && origin.running < MAX_CONNECTIONS ? next.sinceMs - longEnough : PATIENCE_MS;
  origin.impatience = next ? setTimeout(openMore, waitMs, origin) : null;
  if (!next) origin.onQueueEmpty();
}
