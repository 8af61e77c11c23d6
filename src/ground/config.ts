import { isIP } from 'node:net';
import { type ConsoleSettings, consoleSettings, isLoopbackUrl, isOnOwnMachine } from './console-settings.ts';
import { problemOfAddresses } from './db/addresses.rules.ts';
import { hostOf } from './ip-address.ts';
import { type OperationSettings, readOperationSettings } from './operation-settings.ts';
import { weaknessOfSecret } from './secret-strength.rules.ts';
import { address, ConfigError, type Env, integer, oneOf } from './setting-values.ts';
import { isEmail, isOneLine } from './text/visible-text.rules.ts';

export { ConfigError } from './setting-values.ts';

export interface Config extends OperationSettings {
  mode: 'sandbox' | 'live';
  /** What this process does: everything, only HTTP, or only background work. */
  role: 'all' | 'api' | 'worker';
  host: string;
  port: number;
  publicUrl: string;
  databaseUrl: string | null;
  /** The owner of an external database, who migrates it; when absent, the user in `databaseUrl` does. */
  databaseOwnerUrl: string | null;
  /** PostgreSQL itself, for migrations, where `databaseUrl` leads to a pooler and there is no owner beside it. */
  databaseDirectUrl: string | null;
  /** A replica for reads that may be some seconds old; null reads everything at `databaseUrl`. */
  databaseReadUrl: string | null;
  /** A replica that is further behind is not read. */
  databaseReadMaxLagMs: number;
  /** The number of this installation among those of one business: its identities begin with it. */
  cell: number;
  dataDir: string;
  poolSize: number;
  /** A pooler lends one connection to many (PgBouncer in transaction mode): nothing may be kept in a session. */
  isPooled: boolean;
  acquirerPort: number;
  /** 32 bytes that encrypt at rest how banks are reached. */
  acquirerKey: Buffer | null;
  /** The key before this one: it opens what is not encrypted under the new key yet. */
  acquirerKeyPrevious: Buffer | null;
  /** A listener of its own for banks that show a certificate; null: callbacks arrive at the API's. */
  callbackTls: CallbackTls | null;
  /** Where banks reach us; the public address, unless callbacks have a listener or a proxy of their own. */
  callbackUrl: string;
  jwtSecret: string | null;
  /** The secret before this one: its tokens are accepted until everybody has changed over. */
  jwtSecretPrevious: string | null;
  jwtLifetimeSeconds: number;
  /** 32 bytes that encrypt the secrets of webhooks at rest. */
  webhookKey: Buffer | null;
  /** How far back the log of webhook deliveries goes. */
  webhookLogDays: number;
  /** How long the acquirer's notifications are kept after they were processed. */
  notificationDays: number;
  /** How far back the daily comparisons with the acquirers go. */
  comparisonDays: number;
  /** How long the sandbox acquirer keeps charges that are over. */
  sandboxDays: number;
  /** How far back the audit log goes. */
  auditLogDays: number;
  /** How long an unpaid boleto holds its place of a payment link. */
  linkBoletoHoldMs: number;
  /** How many years events are kept; 0 keeps them for ever. */
  eventYears: number;
  /** After how many years without an order a customer's data are removed; 0 never removes them. */
  customerDataYears: number;
  /** The key before this one: it opens what is not encrypted under the new key yet. */
  webhookKeyPrevious: Buffer | null;
  /** Whether webhooks may go to this very machine. */
  allowLoopbackWebhooks: boolean;
  /** Whether merchants may move the sandbox's clock, which moves for all of them. */
  sandboxClock: boolean;
  /** Whether anybody may begin a merchant at the dashboard, without an invitation. */
  signUp: boolean;
  documentCheck: 'shape' | 'strict';
  /** How long a new destination of payouts waits before it can be used. */
  payoutHoldMs: number;
  /** How long the request of a refund waits for a bank that is still working on it. */
  refundWaitMs: number;
  /**
   * Requests per second and merchant in one process; 0 turns this and every other limit of rates and concurrency off.
   */
  rateLimitPerSecond: number;
  /** Questions to acquirers that the reads of one merchant may cause in a second and process; 0: no limit. */
  readQueriesPerSecond: number;
  /** How many proxies stand in front, or the networks they stand in; `false` believes no header about addresses. */
  trustProxy: number | string[] | false;
  /**
   * How many connections one process keeps open: in all, and from one address. The address of a proxy has no limit
   * of its own.
   */
  maxConnections: number;
  maxConnectionsPerAddress: number;
  /** How long a process that was told to stop goes on serving, while `/readyz` already says no. */
  drainSeconds: number;
  logLevel: string;
  /** The mail server for notices, and who they are from; null sends none. */
  smtp: SmtpSettings | null;
  /** Where operators work; null: nowhere, and nothing of it is loaded. */
  console: ConsoleSettings | null;
}

export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the first byte; else STARTTLS where the server offers it. */
  isSecure: boolean;
  user: string | null;
  password: string | null;
  from: { name: string; address: string };
}

/** The files of a listener that asks banks for their certificate. */
export interface CallbackTls {
  port: number;
  certificateFile: string;
  privateKeyFile: string;
  /** Who issues the certificates of the banks. */
  clientCaFile: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MIN_SECRET_LENGTH = 32;
const KEY_BYTES = 32;

export function readConfig(env: Env): Config {
  const mode = oneOf(env, 'VINTEM_MODE', ['sandbox', 'live'], 'sandbox');
  const port = integer(env, 'PORT', 3000, 0, 65_535);
  const config: Config = {
    mode,
    role: oneOf(env, 'VINTEM_ROLE', ['all', 'api', 'worker'], 'all'),
    host: env['HOST'] || '127.0.0.1',
    port,
    publicUrl: publicUrl(env, port),
    databaseUrl: env['DATABASE_URL'] || null,
    databaseOwnerUrl: env['DATABASE_OWNER_URL'] || null,
    databaseDirectUrl: env['DATABASE_DIRECT_URL'] || null,
    databaseReadUrl: env['DATABASE_READ_URL'] || null,
    databaseReadMaxLagMs: integer(env, 'DATABASE_READ_MAX_LAG_SECONDS', 10, 2, 3_600) * 1_000,
    dataDir: env['DATA_DIR'] || './.vintem',
    poolSize: integer(env, 'DATABASE_POOL_SIZE', 20, 2, 1000),
    isPooled: oneOf(env, 'DATABASE_PREPARE', ['on', 'off'], 'on') === 'off',
    acquirerPort: integer(env, 'ACQUIRER_PORT', 0, 0, 65_535),
    acquirerKey: encryptionKey(env, 'ACQUIRER_KEY'),
    acquirerKeyPrevious: encryptionKey(env, 'ACQUIRER_KEY_PREVIOUS'),
    callbackTls: callbackTls(env),
    callbackUrl: address(env, 'CALLBACK_URL', publicUrl(env, port)),
    jwtSecret: jwtSecret(env, 'JWT_SECRET'),
    jwtSecretPrevious: jwtSecret(env, 'JWT_SECRET_PREVIOUS'),
    jwtLifetimeSeconds: integer(env, 'JWT_LIFETIME_SECONDS', 3600, 60, 86_400),
    webhookLogDays: integer(env, 'WEBHOOK_LOG_DAYS', 90, 3, 3_650),
    notificationDays: integer(env, 'NOTIFICATION_DAYS', 30, 1, 3_650),
    comparisonDays: integer(env, 'COMPARISON_DAYS', 1_825, 30, 36_500),
    cell: integer(env, 'CELL', 0, 0, 8_999),
    auditLogDays: integer(env, 'AUDIT_LOG_DAYS', 1_825, 30, 36_500),
    sandboxDays: integer(env, 'SANDBOX_DAYS', 180, 91, 3_650),
    linkBoletoHoldMs: integer(env, 'LINK_BOLETO_HOLD_HOURS', 24, 1, 720) * 3_600_000,
    eventYears: integer(env, 'EVENT_YEARS', 0, 0, 100),
    customerDataYears: integer(env, 'CUSTOMER_DATA_YEARS', 0, 0, 100),
    webhookKey: encryptionKey(env, 'WEBHOOK_KEY'),
    webhookKeyPrevious: encryptionKey(env, 'WEBHOOK_KEY_PREVIOUS'),
    allowLoopbackWebhooks: oneOf(env, 'WEBHOOK_ALLOW_LOOPBACK', ['true', 'false'], 'false') === 'true',
    sandboxClock:
      oneOf(env, 'SANDBOX_CLOCK', ['on', 'off'], isLoopbackUrl(publicUrl(env, port)) ? 'on' : 'off') === 'on',
    signUp:
      oneOf(env, 'SIGN_UP', ['on', 'off'], mode === 'sandbox' && isLoopbackUrl(publicUrl(env, port)) ? 'on' : 'off') ===
      'on',
    documentCheck: oneOf(env, 'DOCUMENT_CHECK', ['shape', 'strict'], mode === 'live' ? 'strict' : 'shape'),
    readQueriesPerSecond: integer(env, 'READ_QUERIES_PER_SECOND', 30, 0, 100_000),
    refundWaitMs: integer(env, 'REFUND_WAIT_SECONDS', 8, 0, 8) * 1_000,
    payoutHoldMs: integer(env, 'PAYOUT_HOLD_HOURS', mode === 'live' ? 24 : 0, 0, 720) * 3_600_000,
    rateLimitPerSecond: integer(env, 'RATE_LIMIT_PER_SECOND', 1000, 0, 1_000_000),
    trustProxy: trustProxy(env),
    maxConnections: integer(env, 'MAX_CONNECTIONS', 5000, 1, 1_000_000),
    maxConnectionsPerAddress: integer(env, 'MAX_CONNECTIONS_PER_ADDRESS', 1000, 1, 1_000_000),
    drainSeconds: integer(env, 'DRAIN_SECONDS', 0, 0, 300),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    smtp: smtp(env),
    console: null,
    ...readOperationSettings(env),
  };
  config.console = consoleSettings(env, config);
  const halfAddress = problemOfAddresses(config);
  if (halfAddress) throw new ConfigError(halfAddress);
  if (mode === 'live') refuseUnfitForLive(config, env);
  else if (!env['WEBHOOK_ALLOW_LOOPBACK']) config.allowLoopbackWebhooks = isOnOwnMachine(config);
  return config;
}

/** Names every missing setting at once, so that an operator does not find them one start at a time. */
function refuseUnfitForLive(config: Config, env: Env): void {
  const problems: string[] = [];
  if (!config.databaseUrl) problems.push('DATABASE_URL is missing: live does not run on the embedded database');
  if (!config.jwtSecret) problems.push('JWT_SECRET is missing: live does not run on a generated secret');
  problems.push(
    ...guessable('JWT_SECRET', config.jwtSecret),
    ...guessable('JWT_SECRET_PREVIOUS', config.jwtSecretPrevious),
  );
  if (!config.webhookKey) problems.push('WEBHOOK_KEY is missing: live does not run on a generated key');
  if (!env['PUBLIC_URL']?.startsWith('https://'))
    problems.push('PUBLIC_URL is missing or not https: payers follow links to it');
  if (!config.acquirerKey) problems.push('ACQUIRER_KEY is missing: live does not run on a generated key');
  if (config.allowLoopbackWebhooks) {
    problems.push('WEBHOOK_ALLOW_LOOPBACK=true is for a sandbox: live sends webhooks to public addresses only');
  }
  if (problems.length > 0)
    throw new ConfigError(`VINTEM_MODE=live cannot start:\n  - ${problems.join('\n  - ')}`, problems);
}

/** Whoever knows the secret can make tokens of every merchant. The previous secret counts as long as it is accepted. */
function guessable(name: string, secret: string | null): string[] {
  const weakness = secret === null ? null : weaknessOfSecret(secret);
  return weakness === null
    ? []
    : [`${name} is easy to guess because it ${weakness}: make one with openssl rand -base64 48`];
}

function jwtSecret(env: Env, name: string): string | null {
  const secret = env[name] || null;
  if (secret !== null && secret.length < MIN_SECRET_LENGTH) {
    throw new ConfigError(`${name} must have at least ${MIN_SECRET_LENGTH} characters`);
  }
  return secret;
}

function encryptionKey(env: Env, name: string): Buffer | null {
  const text = env[name];
  if (!text) return null;
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (key.length !== KEY_BYTES) throw new ConfigError(`${name} must be ${KEY_BYTES} bytes in hex or base64`);
  return key;
}

const SMTP_PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };
const SENDER = /^(?:([^<>"]*)<([^<>]+)>|([^<>\s]+))$/;

/** The address holds a password: no error repeats it. */
function smtp(env: Env): SmtpSettings | null {
  const text = env['SMTP_URL'];
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const defaultPort = SMTP_PORTS[url?.protocol ?? ''];
  const [user, password] = [decoded(url?.username ?? ''), decoded(url?.password ?? '')];
  if (!url?.hostname || defaultPort === undefined || user === null || password === null)
    throw new ConfigError('SMTP_URL must be an address such as smtps://user:password@mail.example.com');
  return {
    host: hostOf(url),
    port: url.port ? Number(url.port) : defaultPort,
    isSecure: url.protocol === 'smtps:',
    user: user || null,
    password: password || null,
    from: sender(env),
  };
}

/** Null when a percent sign leads nowhere. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function sender(env: Env): SmtpSettings['from'] {
  const text = env['SMTP_FROM'] ?? '';
  const [, name = '', inBrackets, alone] = SENDER.exec(text.trim()) ?? [];
  const address = inBrackets ?? alone ?? '';
  if (!isEmail(address) || !isOneLine(name))
    throw new ConfigError(`SMTP_FROM must say who notices are from, such as Loja <avisos@example.com>, got "${text}"`);
  return { name: name.trim(), address };
}

/** All of its files or none: half a listener would accept nobody, or everybody. */
function callbackTls(env: Env): CallbackTls | null {
  const names = ['CALLBACK_TLS_CERT_FILE', 'CALLBACK_TLS_KEY_FILE', 'CALLBACK_TLS_CLIENT_CA_FILE'] as const;
  const [certificateFile, privateKeyFile, clientCaFile] = names.map((name) => env[name] || null);
  if (!certificateFile && !privateKeyFile && !clientCaFile) return null;
  if (!certificateFile || !privateKeyFile || !clientCaFile)
    throw new ConfigError(`${names.join(', ')} belong together: ${names.find((name) => !env[name])} is missing`);
  return { port: integer(env, 'CALLBACK_TLS_PORT', 0, 0, 65_535), certificateFile, privateKeyFile, clientCaFile };
}

const MAX_PROXIES = 10;

/**
 * `true` is not accepted: it would believe the leftmost address of a header, which is whatever the caller wrote there.
 */
function trustProxy(env: Env): Config['trustProxy'] {
  const text = env['TRUST_PROXY']?.trim();
  if (!text || text === 'false' || text === '0') return false;
  if (/^\d+$/.test(text)) return integer(env, 'TRUST_PROXY', 0, 1, MAX_PROXIES);
  const networks = text.split(',').map((network) => network.trim());
  if (networks.every(isNetwork)) return networks;
  throw new ConfigError(
    'TRUST_PROXY must be the number of proxies in front (such as 1) ' +
      `or their networks (such as 10.0.0.0/8, 2001:db8::/32), got "${text}"`,
  );
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    bits > 0 && more.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
}

function publicUrl(env: Env, port: number): string {
  return address(env, 'PUBLIC_URL', `http://localhost:${port}`);
}
