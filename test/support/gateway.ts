import { readConfig } from '../../src/ground/config.ts';
import { createLog } from '../../src/ground/log.ts';
import { type StartOptions, startVintem, type Vintem } from '../../src/main.ts';
import { createDemoDatabase, type TestDatabase } from './database.ts';
import { watchAnswersOf } from './described-answers.ts';
import { keepLog, showLogOnFailure } from './processes/gateway-logs.ts';
import { request } from './requests.ts';

/** A busy machine is no acquirer, database or drawing that hangs: tests of giving up set limits of their own. */
const PATIENT = {
  acquirerTimeoutMs: 20_000,
  drawingLimitMs: 120_000,
  statementTimeoutMs: 60_000,
  connectionWaitMs: 60_000,
  // Where a test has no worker, nobody adds up what it looks at.
  sumsEveryMs: 24 * 60 * 60_000,
};
/** A refund that the bank works on is answered at once. */
const NO_WAIT = { REFUND_WAIT_SECONDS: '0' };

export interface ApiAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  /** Sent as it is, instead of `body` as JSON. */
  rawBody?: string | Buffer;
  headers?: Record<string, string>;
  /** Shows where an answer leads to, instead of going there. */
  redirect?: 'manual';
  /** Reads nothing of a stream of events, which would not end by itself. */
  isStreamLeft?: true;
  /** Gives what is no JSON as bytes, or as null where there are none, instead of as a text. */
  isRaw?: true;
  /** Gives up when it says so. */
  signal?: AbortSignal;
}

export interface TestGateway {
  url: string;
  vintem: Vintem;
  database: TestDatabase;
  /** Logged in as the demo merchant. */
  token: string;
  /** Logged in as the other demo merchant. */
  otherToken: string;
  /** Whether this process works on what comes in, as opposed to one that only answers. */
  hasWorker: boolean;
  call(method: string, path: string, options?: CallOptions): Promise<ApiAnswer>;
  get(path: string, token?: string): Promise<ApiAnswer>;
  post(path: string, body?: unknown, token?: string): Promise<ApiAnswer>;
  /** A call to the sandbox acquirer itself, e.g. to order a fault. */
  acquirer(method: string, path: string, body?: unknown): Promise<ApiAnswer>;
  close(): Promise<void>;
}

/** The whole service on a database of its own: real HTTP, real PostgreSQL, the real sandbox acquirer. */
export async function startTestGateway(
  env: Record<string, string> = {},
  database?: TestDatabase,
  options: StartOptions = {},
): Promise<TestGateway> {
  const ownDatabase = database ?? (await createDemoDatabase());
  const addresses = { DATABASE_URL: ownDatabase.serviceUrl, DATABASE_OWNER_URL: ownDatabase.url };
  const config = readConfig({
    ...addresses,
    PORT: '0',
    RATE_LIMIT_PER_SECOND: '0',
    // A test reads as often as it likes; those of the budget set their own.
    READ_QUERIES_PER_SECOND: '1000',
    ...NO_WAIT,
    ...env,
  });
  const log = keepLog();
  const vintem = await startVintem(config, createLog(config.logLevel, log), () => {}, { ...PATIENT, ...options });
  const unwatch = watchAnswersOf(vintem.url);
  const forgetLog = showLogOnFailure(`the gateway at ${vintem.url}`, log.text);
  const call = (method: string, path: string, options: CallOptions = {}) => request(vintem.url + path, method, options);
  const login = async (email: string) => {
    const answer = await call('POST', '/auth', { body: { email, password: 'vintem-demo' } });
    if (answer.status !== 200) throw new Error(`login of ${email} answered ${answer.status}`);
    return answer.body.response.token as string;
  };
  const token = await login('demo@vintem.dev');
  const otherToken = await login('parceiro@vintem.dev');
  return {
    url: vintem.url,
    vintem,
    database: ownDatabase,
    token,
    otherToken,
    hasWorker: config.role !== 'api',
    call,
    get: (path, as = token) => call('GET', path, { token: as }),
    post: (path, body, as = token) => call('POST', path, { token: as, body }),
    async acquirer(method, path, body) {
      const [row] = await ownDatabase.db.query<{ value: string }>(
        "SELECT value FROM generated_secrets WHERE name = 'sandbox-acquirer-key'",
      );
      return request(vintem.acquirerUrl + path, method, { token: row?.value, body });
    },
    async close() {
      unwatch();
      forgetLog();
      await vintem.close();
      if (!database) await ownDatabase.drop();
    },
  };
}
