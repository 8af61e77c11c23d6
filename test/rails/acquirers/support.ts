import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DbPool } from '../../../src/ground/db/pool.ts';
import {
  createSandboxAcquirerClient,
  type SandboxAcquirerClient,
} from '../../../src/rails/acquirers/sandbox/sandbox-acquirer-client.ts';
import {
  type SandboxAcquirer,
  startSandboxAcquirer,
} from '../../../src/rails/sandbox-acquirer/start-sandbox-acquirer.ts';

export const API_KEY = 'key-of-the-tests';
export const NOTIFICATION_SECRET = 'secret-of-the-tests';
/** A busy machine is no acquirer that hangs. */
const PATIENT_MS = 20_000;
/** Port 9 has no service: connections to it are refused. */
export const NOBODY_LISTENS = 'http://127.0.0.1:9';

interface RecordingLog {
  errors: object[];
  /** What the service said of itself. */
  told: { kind: string }[];
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

function recordingLog(): RecordingLog {
  const errors: object[] = [];
  const told: RecordingLog['told'] = [];
  return {
    errors,
    told,
    debug() {},
    info: (details) => told.push(details as { kind: string }),
    warn() {},
    error: (details, message) => errors.push({ ...details, message }),
  };
}

interface TestClock {
  offsetMs: number;
  now(): Promise<Date>;
}

function testClock(): TestClock {
  return {
    offsetMs: 0,
    async now() {
      return new Date(Date.now() + this.offsetMs);
    },
  };
}

export function newReference(): string {
  return `ref-${randomUUID()}`;
}

export interface StartedService {
  service: SandboxAcquirer;
  client: SandboxAcquirerClient;
  log: RecordingLog;
  clock: TestClock;
  /** Any request with the API key; the answer's JSON, or null when it has no body. */
  api(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> | null }>;
  close(): Promise<void>;
}

export async function startService(db: DbPool, notificationUrl: string, ordersDb = db): Promise<StartedService> {
  const log = recordingLog();
  const clock = testClock();
  const service = await startSandboxAcquirer({
    db,
    ordersDb,
    host: '127.0.0.1',
    port: 0,
    apiKey: API_KEY,
    notificationSecret: NOTIFICATION_SECRET,
    notificationUrl,
    keptDays: 180,
    clock,
    log,
  });
  const client = createSandboxAcquirerClient({
    baseUrl: service.url,
    apiKey: API_KEY,
    notificationSecret: NOTIFICATION_SECRET,
    timeoutMs: PATIENT_MS,
  });
  return {
    service,
    client,
    log,
    clock,
    async api(method, path, body) {
      const answer = await fetch(service.url + path, {
        method,
        headers: {
          authorization: `Bearer ${API_KEY}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
    },
    async close() {
      await client.close();
      await service.close();
    },
  };
}

interface ReceivedNotification {
  headers: IncomingHttpHeaders;
  rawBody: string;
  reference: string;
  status: string;
}

export interface Receiver {
  url: string;
  received: ReceivedNotification[];
  /** The answers to give, in order; 200 when they are used up. */
  statusCodes: number[];
  /** Keeps its answers back, until the function that this returns is called. */
  holdAnswers(): () => void;
  about(reference: string): ReceivedNotification[];
  close(): Promise<void>;
}

/** Stands in for the gateway: a real server that keeps the notifications it receives. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedNotification[] = [];
  let isHeld: Promise<void> | null = null;
  const server = createServer(async (request, response) => {
    let rawBody = '';
    for await (const chunk of request) rawBody += chunk;
    const { reference, status } = JSON.parse(rawBody);
    received.push({ headers: request.headers, rawBody, reference, status });
    await isHeld;
    response.writeHead(receiver.statusCodes.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/acquirer/notifications`,
    received,
    statusCodes: [],
    holdAnswers() {
      let letAnswer = () => {};
      isHeld = new Promise((resolve) => {
        letAnswer = resolve;
      });
      return () => {
        isHeld = null;
        letAnswer();
      };
    },
    about: (reference) => received.filter((notification) => notification.reference === reference),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
  return receiver;
}
