import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/ground/config.ts';
import { createLog } from '../../../src/ground/log.ts';
import { startVintem, type Vintem } from '../../../src/main.ts';
import type { Habits } from '../../../src/rails/fake-bank/oddities/habits.ts';
import type { FakeBank } from '../../../src/rails/fake-bank/start-fake-bank.ts';
import { cliJson, runCli } from '../../doors/cli/run-cli.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { watchAnswersOf } from '../described-answers.ts';
import type { ApiAnswer } from '../gateway.ts';
import { request } from '../requests.ts';
import { startTestBank } from './bank-identities.ts';

/** The whole service in live mode, beside a bank: what an operator would have, on one machine. */
export interface LiveGateway {
  bank: FakeBank;
  vintem: Vintem;
  database: TestDatabase;
  /** For commands. */
  env: Record<string, string>;
  /** What was logged, a line each. */
  log: string[];
  /** Writes the files that a bank would have given, and the one that names them; returns its path. */
  writeBankFile(changes?: Record<string, unknown>): Promise<string>;
  cli(...args: string[]): ReturnType<typeof runCli>;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** Of a merchant that logs in as soon as there is one. */
  openShop(): Promise<{ companyId: number; accessToken: string }>;
  close(): Promise<void>;
}

export interface LiveOptions {
  habits?: Partial<Habits>;
  /** Beyond what live demands. */
  settings?: Record<string, string>;
}

export async function startLive({ habits = {}, settings = {} }: LiveOptions = {}): Promise<LiveGateway> {
  const [database, bank, directory] = await Promise.all([
    createTestDatabase(),
    startTestBank({ habits: { returnDelayMs: 0, ...habits } }),
    mkdtemp(join(tmpdir(), 'vintem-live-')),
  ]);
  const write = async (name: string, content: string) => {
    await writeFile(join(directory, name), content);
    return join(directory, name);
  };
  const { authority, server, client } = bank.identities;
  const env = {
    VINTEM_MODE: 'live',
    DATABASE_URL: database.url,
    JWT_SECRET: randomBytes(48).toString('base64'),
    WEBHOOK_KEY: randomBytes(32).toString('base64'),
    ACQUIRER_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: 'https://pay.example.com',
    CALLBACK_TLS_CERT_FILE: await write('callback.pem', server.certificatePem),
    CALLBACK_TLS_KEY_FILE: await write('callback.key', server.privateKeyPem),
    CALLBACK_TLS_CLIENT_CA_FILE: await write('bank-ca.pem', authority.certificatePem),
    CALLBACK_URL: '',
  };
  const log: string[] = [];
  const config = readConfig({ ...env, PORT: '0', RATE_LIMIT_PER_SECOND: '0', LOG_LEVEL: 'info', ...settings });
  const said: string[] = [];
  const vintem = await startVintem(config, createLog('info', { write: (line) => log.push(line) }), (line) =>
    said.push(line),
  );
  env.CALLBACK_URL = /https:\/\/[^,\s]+/.exec(said.join('\n'))?.[0] ?? '';
  const unwatch = watchAnswersOf(vintem.url);
  let token: string | null = null;

  const live: LiveGateway = {
    bank,
    vintem,
    database,
    env,
    log,
    async writeBankFile(changes = {}) {
      await write('client.pem', client.certificatePem);
      await write('client.key', client.privateKeyPem);
      const [account] = bank.accounts;
      return write(
        'bank.json',
        JSON.stringify({
          kind: 'bacen-pix',
          profile: 'standard',
          base_url: bank.baseUrl,
          token_url: bank.tokenUrl,
          client_id: account?.clientId,
          client_secret: account?.clientSecret,
          pix_key: account?.pixKeys[0],
          certificate_file: 'client.pem',
          private_key_file: 'client.key',
          ca_file: 'bank-ca.pem',
          ...changes,
        }),
      );
    },
    cli: (...args) => runCli(env, ...args),
    // A picture is given as it came.
    call: (method, path, body, headers = {}) =>
      request(vintem.url + path, method, { token: token ?? undefined, body, headers, isRaw: true }),
    async openShop() {
      const login = { email: 'dona@example.com', password: 'uma senha comprida 7319' };
      const merchant = ['merchant', 'create', '--name', 'Dona', '--email', login.email, '--password', login.password];
      const { merchant_id } = await cliJson(env, ...merchant);
      const address = ['--address', 'Rua A, 1', '--city', 'São Paulo', '--state', 'SP', '--zip', '01310100'];
      const details = ['--merchant', String(merchant_id), '--name', 'Loja', '--document', '11222333000181', ...address];
      const { company_id } = await cliJson(env, 'company', 'create', ...details);
      const issued = await cliJson(env, 'company', 'token', 'create', '--company', String(company_id));
      token = (await live.call('POST', '/auth', login)).body.response.token;
      return { companyId: company_id, accessToken: issued.access_token };
    },
    async close() {
      unwatch();
      await vintem.close();
      await bank.close();
      await database.drop();
      await rm(directory, { recursive: true });
    },
  };
  return live;
}
