import { existsSync } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import path from 'node:path';
import { request } from 'undici';
import { type Config, ConfigError, readConfig } from '../../ground/config.ts';
import { openPool } from '../../ground/db/pool.ts';
import { clusterExists } from '../../ground/embedded-postgres/cluster.ts';
import { findRunningEmbedded } from '../../ground/embedded-postgres/running.ts';
import { hostOf, isLoopbackHost } from '../../ground/ip-address.ts';
import { weaknessOfSecret } from '../../ground/secret-strength.rules.ts';
import { trySmtp } from '../../pages/notices/smtp-mailer.ts';
import type { CallbackFileFacts, DiskFacts, Facts, ListenerFacts, Reach, SettingsFacts } from './facts.rules.ts';
import { certificateFacts, gatherDatabaseFacts, type Look, NOTHING } from './gather-database-facts.ts';

const LOOK_WITHIN_MS = 12_000;
const STATEMENT_MS = 5_000;
const LISTENER_MS = 5_000;
/** What a process opens beside its pool and a quarter of it for lists: for orders, and for the sandbox acquirer. */
const OTHER_CONNECTIONS = 9;

type Env = Record<string, string | undefined>;

export interface Surroundings {
  env: Env;
  /** The folder of this release's migrations. */
  migrations: string;
  realNow: () => Date;
  /** The room on the disk of that folder. */
  readDisk: (folder: string) => Promise<Omit<DiskFacts, 'path'>>;
  /** How long one look may take: what takes longer is a fact of its own. */
  lookMs: number;
  onProgress: (what: string) => void;
}

export const surroundings = (env: Env, migrations: string): Surroundings => ({
  env,
  migrations,
  realNow: () => new Date(),
  readDisk: async (folder) => {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  },
  lookMs: LOOK_WITHIN_MS,
  onProgress: () => {},
});

/**
 * Looks at everything once, and changes nothing. Each look has its time, so that what is dead is told and
 * not waited for.
 */
export async function gatherFacts(around: Surroundings): Promise<Facts> {
  const { config, problems } = readLeniently(around.env);
  const unknown: Facts['unknown'] = [];
  const look: Look = async (what, work) => {
    around.onProgress(what);
    try {
      return await within(around.lookMs, work());
    } catch (error) {
      unknown.push({ what, reason: reasonOf(error) });
      return null;
    }
  };
  const facts: Facts = {
    ...NOTHING,
    realNow: around.realNow(),
    settings: settingsFacts(config, problems),
    reach: null,
    ownerTrouble: null,
    disk: null,
    smtp: null,
    listener: null,
    callbackFiles: null,
    unknown,
  };
  if (!config) return facts;
  const { smtp, mode } = config;
  return {
    ...facts,
    ...(await gatherFromDatabase(around, config, look)),
    disk: config.databaseUrl ? null : await look('the disk', () => gatherDisk(around, config.dataDir)),
    smtp: smtp && (await look('the mail server', async () => (await trySmtp(smtp, mode)) ?? 'ok')),
    listener: config.port === 0 ? null : await look('the listener', () => gatherListener(config)),
    callbackFiles: await look('the files for callbacks', () => gatherCallbackFiles(config)),
  };
}

/** Live insists on settings that a look can do without: their absence is told, and everything else looked at. */
function readLeniently(env: Env): { config: Config | null; problems: string[] } {
  try {
    return { config: readConfig(env), problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = [...error.problems];
    if (env['VINTEM_MODE'] !== 'live') return { config: null, problems };
    try {
      return { config: { ...readConfig({ ...env, VINTEM_MODE: 'sandbox' }), mode: 'live' }, problems };
    } catch {
      return { config: null, problems };
    }
  }
}

export function settingsFacts(config: Config | null, problems: string[]): SettingsFacts {
  const publicUrl = config?.publicUrl ?? '';
  return {
    mode: config?.mode ?? 'sandbox',
    problems,
    weakSecrets: config
      ? weakSecretsOf(config).filter(({ name }) => !problems.some((text) => text.startsWith(name)))
      : [],
    host: config?.host ?? '',
    isHostLoopback: config ? isLoopbackHost(config.host) : true,
    publicUrl,
    isPublicUrlLoopback: publicUrl !== '' && isLoopbackHost(hostOf(new URL(publicUrl))),
    connections: config ? Math.ceil(config.poolSize * 1.25) + OTHER_CONNECTIONS : 0,
    hasOwnDatabaseRole: Boolean(config?.databaseUrl),
  };
}

function weakSecretsOf(config: Config): SettingsFacts['weakSecrets'] {
  const secrets: [name: string, secret: string | undefined | null][] = [
    ['JWT_SECRET', config.jwtSecret],
    ['WEBHOOK_KEY', config.webhookKey?.toString('hex')],
    ['ACQUIRER_KEY', config.acquirerKey?.toString('hex')],
  ];
  return secrets.flatMap(([name, secret]) => {
    const weakness = secret ? weaknessOfSecret(secret) : null;
    return weakness ? [{ name, weakness }] : [];
  });
}

async function gatherFromDatabase(around: Surroundings, config: Config, look: Look): Promise<Partial<Facts>> {
  // Live without an address was told already; whatever lies in DATA_DIR is not its database.
  if (config.mode === 'live' && !config.databaseUrl) return {};
  const found = config.databaseUrl ?? (await look('the embedded database', () => findEmbedded(config.dataDir)));
  if (found === null) return {};
  if (typeof found === 'object') return { reach: found };
  around.onProgress('the database');
  const ownerTrouble = config.databaseOwnerUrl && (await findTrouble(config.databaseOwnerUrl, around.lookMs));
  const reason = await findTrouble(found, around.lookMs);
  if (reason !== null) return { ownerTrouble, reach: { state: 'away', reason } };
  const db = openLookingPool(found);
  try {
    const looking = { db, config, realNow: around.realNow, migrations: around.migrations };
    const reach: Reach = { state: 'reached' };
    return { reach, ownerTrouble, ...(await gatherDatabaseFacts(looking, look)) };
  } finally {
    await db.close();
  }
}

const openLookingPool = (url: string) =>
  openPool({ url, max: 1, applicationName: 'vintem-doctor', statementTimeoutMs: STATEMENT_MS, onError: () => {} });

/** Null when it answers. The address holds a password and is never repeated. */
async function findTrouble(url: string, withinMs: number): Promise<string | null> {
  const db = openLookingPool(url);
  try {
    await within(withinMs, db.query('SELECT 1'));
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    // Whoever does not answer does not say goodbye either.
    void db.close().catch(() => {});
  }
}

async function findEmbedded(dataDir: string): Promise<string | Reach> {
  const folder = path.resolve(dataDir);
  if (!clusterExists(folder)) return { state: 'no-database', dataDir: folder };
  return (await findRunningEmbedded(folder)) ?? { state: 'not-running', dataDir: folder };
}

export async function gatherDisk({ readDisk }: Surroundings, dataDir: string): Promise<DiskFacts | null> {
  const folder = path.resolve(dataDir);
  return existsSync(folder) ? { path: folder, ...(await readDisk(folder)) } : null;
}

/** What answers where the service of these settings would listen. */
async function gatherListener({ host, port }: Config): Promise<ListenerFacts> {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
  try {
    const { statusCode, body } = await request(`${url}/readyz`, { signal: AbortSignal.timeout(LISTENER_MS) });
    const answer = (await body.json().catch(() => null)) as { status?: unknown; checks?: object } | null;
    if (typeof answer?.checks !== 'object') return { url, state: 'stranger', detail: `it answers ${statusCode}` };
    const detail = Object.entries(answer.checks).map(([what, state]) => `${what} ${state}`);
    return { url, state: statusCode === 200 ? 'ready' : 'not-ready', detail: detail.join(', ') };
  } catch (error) {
    return { url, state: 'silent', detail: reasonOf(error) };
  }
}

async function gatherCallbackFiles({ callbackTls }: Config): Promise<CallbackFileFacts[]> {
  if (!callbackTls) return [];
  const files: [setting: string, file: string, isCertificate: boolean][] = [
    ['CALLBACK_TLS_CERT_FILE', callbackTls.certificateFile, true],
    ['CALLBACK_TLS_KEY_FILE', callbackTls.privateKeyFile, false],
    ['CALLBACK_TLS_CLIENT_CA_FILE', callbackTls.clientCaFile, true],
  ];
  return Promise.all(
    files.map(async ([setting, file, isCertificate]) => {
      const content = await readFile(file, 'utf8').catch(() => null);
      const certificate = content !== null && isCertificate ? certificateFacts(content) : null;
      return { setting, file, isReadable: content !== null, certificate };
    }),
  );
}

export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

/** A code where there is one: words of others may quote what they were given. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return KNOWN_CODES[code ?? ''] ?? code ?? message ?? 'unknown';
}

const KNOWN_CODES: Record<string, string> = {
  '28P01': 'the password is wrong',
  '28000': 'the role may not log in',
  '3D000': 'there is no database of that name',
  '57P03': 'PostgreSQL is starting up',
  '53300': 'too many connections are open',
  '57014': 'it took too long',
};
