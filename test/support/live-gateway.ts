import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMerchant } from '../../src/auth/create-merchant.ts';
import { issueToken } from '../../src/companies/issue-token.ts';
import { registerCompany } from '../../src/companies/register-company.ts';
import { readConfig } from '../../src/config.ts';
import type { Deps } from '../../src/deps.ts';
import { writeFiles } from '../../src/fake-bank/files.ts';
import type { Habits } from '../../src/fake-bank/habits.ts';
import { type FakeBank, startFakeBank } from '../../src/fake-bank/start-fake-bank.ts';
import { createLog } from '../../src/log.ts';
import { startVintem, type Vintem } from '../../src/main.ts';
import { type CliRun, runCli } from '../cli/run-cli.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import type { ApiAnswer } from './gateway.ts';
import { orderOf } from './orders.ts';

const EMAIL = 'loja@example.com';
const PASSWORD = 'uma-senha-bem-comprida';
const SHOP = {
  name: 'Loja Centro',
  document: '11222333000181',
  addressLine: 'Av. Paulista, 1',
  city: 'São Paulo',
  state: 'SP',
  zipCode: '01310100',
};

/** The service in live mode, without a bank yet, and the fake bank beside it. */
export interface LiveGateway {
  url: string;
  vintem: Vintem;
  database: TestDatabase;
  bank: FakeBank;
  /** What an operator has in the environment and in a folder. */
  env: Record<string, string>;
  folder: string;
  companyId: number;
  cli(...args: string[]): Promise<CliRun>;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** An order of that many cents, under a key of its own unless one is given. */
  order(cents: number, key?: string): Promise<ApiAnswer>;
  refund(id: number, cents: number | null, key?: string): Promise<ApiAnswer>;
  /** The transaction as it is; with a look at the bank when asked for. */
  transaction(id: number, isSynced?: boolean): Promise<ApiAnswer['body']>;
  /** By which name the bank knows a transaction. */
  txidOf(id: number): Promise<string>;
  /** Moves the clocks of the service and of the bank. */
  advance(ms: number): void;
  close(): Promise<void>;
}

export async function startLiveGateway(
  habits: Partial<Habits> = {},
  settings: Record<string, string> = {},
): Promise<LiveGateway> {
  const [bank, database, folder, callbackPort] = await Promise.all([
    startFakeBank({ habits: { returnDelayMs: 0, ...habits } }),
    createTestDatabase(),
    mkdtemp(path.join(tmpdir(), 'vintem-live-')),
    freePort(),
  ]);
  await writeFiles(folder, bank, '');
  const env: Record<string, string> = {
    VINTEM_MODE: 'live',
    DATABASE_URL: database.serviceUrl,
    DATABASE_OWNER_URL: database.url,
    JWT_SECRET: randomBytes(48).toString('base64'),
    WEBHOOK_KEY: randomBytes(32).toString('hex'),
    ACQUIRER_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: 'https://pay.example.com',
    CALLBACK_URL: `https://127.0.0.1:${callbackPort}`,
    CALLBACK_TLS_PORT: String(callbackPort),
    CALLBACK_TLS_CERT_FILE: path.join(folder, 'server.pem'),
    CALLBACK_TLS_KEY_FILE: path.join(folder, 'server-key.pem'),
    CALLBACK_TLS_CLIENT_CA_FILE: path.join(folder, 'ca.pem'),
  };
  const config = readConfig({ ...env, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_PER_SECOND: '0', ...settings });
  const vintem = await startVintem(config, createLog(config.logLevel), () => {});
  const shop = await openShop(vintem.deps);

  async function call(method: string, route: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(vintem.url + route, {
      method,
      headers: {
        ...(session ? { authorization: `Bearer ${session}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const isJson = response.headers.get('content-type')?.includes('json');
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(bytes.toString()) : bytes };
  }

  let session = '';
  session = (await call('POST', '/auth', { email: EMAIL, password: PASSWORD })).body.response.token;
  let keys = 0;
  const newKey = () => `key-${++keys}`;

  return {
    url: vintem.url,
    vintem,
    database,
    bank,
    env,
    folder,
    companyId: shop.companyId,
    cli: (...args) => runCli(env, ...args),
    call,
    order: (cents, key = newKey()) =>
      call('POST', '/payments/order', orderOf(cents, { access_token: shop.accessToken }), { 'idempotency-key': key }),
    refund: (id, cents, key = newKey()) =>
      call(
        'POST',
        '/payments/pix/refund',
        { transaction_id: id, ...(cents === null ? {} : { amount: cents / 100 }) },
        { 'idempotency-key': key },
      ),
    async transaction(id, isSynced = false) {
      return (await call('GET', `/transactions/${id}${isSynced ? '?payment_type=PIX' : ''}`)).body;
    },
    async txidOf(id) {
      const [row] = await database.db.query<{ reference: string }>('SELECT reference FROM payments WHERE id = $1', [
        id,
      ]);
      return row?.reference ?? '';
    },
    advance(ms) {
      const { clock } = vintem.deps;
      const { now } = clock;
      clock.now = async (on) => new Date((await now(on)).getTime() + ms);
      bank.advance(ms);
    },
    async close() {
      await vintem.close();
      await Promise.all([bank.close(), database.drop(), rm(folder, { recursive: true })]);
    },
  };
}

async function openShop(deps: Deps): Promise<{ companyId: number; accessToken: string }> {
  const { merchantId } = await createMerchant(deps, { name: 'Loja', email: EMAIL, password: PASSWORD });
  const { companyId } = await registerCompany(deps, merchantId, SHOP);
  return { companyId, accessToken: (await issueToken(deps, companyId)).token };
}

/** How the service is told of the bank: the commands of the guide. */
export async function setUpBank(live: LiveGateway): Promise<void> {
  await succeed(live, 'acquirer', 'set', 'banco', '--file', path.join(live.folder, 'acquirer.json'));
  await Promise.all([
    succeed(live, 'acquirer', 'register-webhook', 'banco'),
    succeed(live, 'company', 'set', String(live.companyId), '--pix-acquirer', 'banco'),
  ]);
}

async function succeed(live: LiveGateway, ...args: string[]): Promise<void> {
  const { code, err } = await live.cli(...args);
  if (code !== 0) throw new Error(`vintem ${args.join(' ')}: ${err}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
