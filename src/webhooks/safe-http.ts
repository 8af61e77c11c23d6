import { buildConnector, type Dispatcher, errors, Pool } from 'undici';
import { type AddressLookup, type AddressPolicy, hostOf, resolveAndCheck } from './address-guard.ts';

/** Endpoints of many merchants may share one origin (automation services do), so it has room for more than one of them. */
export const MAX_CONNECTIONS_PER_ORIGIN = 64;
/** Origins with open or reusable connections; the one unused for longest makes room. */
export const MAX_ORIGINS = 1_000;
/** The status, `Retry-After` and whatever proxies add fit many times. */
const MAX_RESPONSE_HEADER_BYTES = 16 * 1024;
/** An idle connection goes before most receivers drop theirs: a request that meets a closing connection is lost. */
const IDLE_CONNECTION_MS = 4_000;
/** Whatever a receiver proposes, a name is resolved and checked anew after this long. */
const MAX_IDLE_CONNECTION_MS = 30_000;
/** A name with several addresses: how many are tried, and how long one that stays silent may hold up the next. */
const MAX_DIALS = 3;
const FALLBACK_AFTER_MS = 1_500;

/** Short and stable: they are stored with the attempt and shown to the merchant. */
export type NetworkTrouble =
  | 'timeout'
  | 'refused_address'
  | 'dns'
  | 'tls'
  | 'connection_refused'
  | 'connection_reset'
  | 'unreachable'
  | 'bad_response'
  | 'network'
  | 'closed';

export type Exchange = { ok: true; statusCode: number; retryAfter: string | null; body: Buffer } | { ok: false; reason: NetworkTrouble };

export interface SafeHttpOptions extends AddressPolicy {
  lookup: AddressLookup;
  /** For the whole exchange: waiting for a connection, DNS, TCP, TLS, headers and body. */
  timeoutMs: number;
  /** What is kept of a body; the connection is cut when there is more. */
  maxResponseBytes: number;
  maxOrigins: number;
  /** Certificate authorities to trust instead of the well-known ones. */
  ca?: string;
}

export interface SafeHttp {
  post(url: URL, headers: Record<string, string>, body: string): Promise<Exchange>;
  /** Lets running exchanges end, which their time limit bounds. */
  close(): Promise<void>;
}

/**
 * The one door through which requests to addresses chosen by merchants leave. Redirects are never followed, proxy
 * settings of the environment are not read, and nothing is sent to an address that was not checked.
 */
export function createSafeHttp(options: SafeHttpOptions): SafeHttp {
  const origins = new Map<string, Origin>();
  const closing = new Set<Promise<void>>();
  let isClosed = false;

  function retire(name: string, { pool }: Origin): void {
    origins.delete(name);
    const closed = pool.close().finally(() => closing.delete(closed));
    closing.add(closed);
  }

  function originOf(name: string): Origin {
    const known = origins.get(name);
    // A Map keeps the order of insertion, so putting it back makes it the youngest.
    origins.delete(name);
    const origin = known ?? openOrigin(name, options);
    origins.set(name, origin);
    const [oldest] = origins;
    if (oldest && origins.size > options.maxOrigins) retire(...oldest);
    return origin;
  }

  return {
    post: (url, headers, body) => {
      if (isClosed) return Promise.resolve<Exchange>({ ok: false, reason: 'closed' });
      return exchange(originOf(url.origin), { method: 'POST', path: url.pathname + url.search, headers, body }, options);
    },
    async close() {
      isClosed = true;
      for (const [name, origin] of origins) retire(name, origin);
      await Promise.all(closing);
    },
  };
}

interface Origin {
  pool: Pool;
  /** Handed to the pool. No more than it has connections: for each one beyond, it would look at all of them. */
  running: number;
  /** Each says whether it still wants the place it is offered. */
  queue: (() => boolean)[];
  /** Exchanges that have no connection yet and whose time is not over. */
  waiting: number;
}

function openOrigin(name: string, options: SafeHttpOptions): Origin {
  // undici connects again for a request that was given up, only to drop it then: to a dead receiver every time-out
  // would cost a second connection. So the connector asks whether anybody still waits.
  const isWanted = () => origin.waiting > 0;
  const pool = new Pool(name, {
    connections: MAX_CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    connect: guardedConnector(hostOf(new URL(name)), isWanted, options),
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: MAX_IDLE_CONNECTION_MS,
    maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
    // One limit rules the whole exchange; limits per phase, each started anew, would add up to more.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const origin: Origin = { pool, running: 0, queue: [], waiting: 0 };
  return origin;
}

type Socket = Exclude<Parameters<buildConnector.Callback>[1], null>;

class DialError extends Error {
  readonly reason: NetworkTrouble;

  constructor(reason: NetworkTrouble) {
    super(`no connection: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Resolves, checks and dials by address, so that the address dialled is the one that was checked: a name that answers
 * differently the second time is never asked a second time. It wraps the connector because undici's `lookup` option is
 * not consulted for hosts that are addresses. Name and certificate still belong together: SNI, the certificate check
 * and the Host header come from `host` and the origin, which stay as they are.
 */
function guardedConnector(host: string, isWanted: () => boolean, options: SafeHttpOptions): buildConnector.connector {
  const { ca, timeoutMs } = options;
  // Said outright, because an environment variable of Node can turn the check off for the whole process.
  const security = { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) };
  const dialFirst = buildConnector({ ...security, timeout: Math.min(FALLBACK_AFTER_MS, timeoutMs) });
  const dialLast = buildConnector({ ...security, timeout: timeoutMs });

  async function connect(target: buildConnector.Options): Promise<Socket> {
    if (!isWanted()) throw new DialError('timeout');
    const resolved = await resolveAndCheck(host, options.lookup, options);
    if (!resolved.ok) throw new DialError(resolved.reason);
    const addresses = resolved.addresses.slice(0, MAX_DIALS);
    let reason: NetworkTrouble = 'dns';
    for (const [index, address] of addresses.entries()) {
      // Finding the name, or the address before this one, may have used up the time.
      if (!isWanted()) throw new DialError('timeout');
      const dial = index === addresses.length - 1 ? dialLast : dialFirst;
      const dialled = await new Promise<Socket | Error>((resolve) => {
        dial({ ...target, hostname: address }, (error, socket) => resolve(error ?? (socket as Socket)));
      });
      if (!(dialled instanceof Error)) return dialled;
      reason = dialTrouble(dialled, target.protocol);
      // A wrong certificate is no better at the next address, and trying there would hide it.
      if (reason === 'tls') break;
    }
    throw new DialError(reason);
  }

  return (target, callback) => {
    connect(target).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

type Request = Pick<Dispatcher.DispatchOptions, 'method' | 'path' | 'headers' | 'body'>;

const ENOUGH = new Error('the exchange is over');

/**
 * One request under one deadline. It talks to the dispatcher directly: the `signal` of undici's own request is not heeded
 * while a connection is being made, so a name server or a TLS handshake that hangs would outlive the limit.
 */
function exchange(origin: Origin, request: Request, { timeoutMs, maxResponseBytes }: SafeHttpOptions): Promise<Exchange> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let statusCode = 0;
    let retryAfter: string | null = null;
    let controller: Dispatcher.DispatchController | null = null;
    let isWaiting = true;
    let isRunning = false;
    let isOver = false;
    origin.waiting++;

    const stopWaiting = () => {
      if (isWaiting) origin.waiting--;
      isWaiting = false;
    };
    const finish = (result: Exchange) => {
      isOver = true;
      stopWaiting();
      clearTimeout(deadline);
      resolve(result);
      if (isRunning) makeRoom(origin);
      isRunning = false;
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
    }, timeoutMs);

    const start = () => {
      // Its time ran out in the queue.
      if (isOver) return false;
      isRunning = true;
      origin.pool.dispatch(request, {
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
          finish(answer());
          started.abort(ENOUGH);
        },
        onResponseEnd: () => finish(answer()),
        onResponseError: (_controller, error) => finish({ ok: false, reason: troubleOf(error) }),
      });
      return true;
    };
    if (origin.running >= MAX_CONNECTIONS_PER_ORIGIN) origin.queue.push(start);
    else {
      origin.running++;
      start();
    }
  });
}

/** The place of an exchange that is over goes to the one that has waited longest. */
function makeRoom(origin: Origin): void {
  for (let next = origin.queue.shift(); next; next = origin.queue.shift()) if (next()) return;
  origin.running--;
}

const TROUBLE_OF_CODE: Readonly<Record<string, NetworkTrouble>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'bad_response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'bad_response',
};

interface SystemError extends Error {
  code?: string;
  syscall?: string;
}

function dialTrouble(error: SystemError, protocol: string): NetworkTrouble {
  const known = TROUBLE_OF_CODE[error.code ?? ''];
  if (known) return known;
  // OpenSSL has dozens of codes; what failed under TLS without a system call to blame is one of them.
  return protocol === 'https:' && error.syscall === undefined ? 'tls' : 'network';
}

function troubleOf(error: SystemError): NetworkTrouble {
  if (error instanceof DialError) return error.reason;
  if (error instanceof errors.HTTPParserError) return 'bad_response';
  return TROUBLE_OF_CODE[error.code ?? ''] ?? 'network';
}
