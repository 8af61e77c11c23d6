import { countOpenReceipts } from '../../gateway/alignment/receipts/unknown-receipts.sql.ts';
import { listNewestSeals } from '../../gateway/destinations/sealed-destinations.sql.ts';
import { countVainCodes, findOldestLookDue } from '../../gateway/payments/slip-pix-codes/slip-pix-codes.sql.ts';
import { measureOpenPayouts } from '../../gateway/payouts/open-payouts.sql.ts';
import { standsStill } from '../../gateway/payouts/standstill.sql.ts';
import { measureOpenRefunds } from '../../gateway/refunds/refunds.sql.ts';
import { findSecret } from '../../gateway/sandbox/sandbox.sql.ts';
import { LOOKS_OF_AN_HOUR } from '../../gateway/slip-pix/slip-pix.rules.ts';
import { startOfSaoPauloDay } from '../../ground/brazil/calendar.rules.ts';
import { type Clock, clockSkewMs, liveClock, sandboxClock } from '../../ground/clock.ts';
import type { Config } from '../../ground/config.ts';
import { compareMigrations } from '../../ground/db/migrate.ts';
import type { Db } from '../../ground/db/pool.ts';
import { opensSecret } from '../../ground/secret-box.ts';
import { measureReminders } from '../../pages/reminders/measure-reminders.ts';
import { findCompaniesOfAcquirer } from '../../parties/companies/operator.sql.ts';
import { hasDemoMerchant } from '../../parties/merchants/merchants.sql.ts';
import { CHARGE_TYPES, type ChargeType, SANDBOX } from '../../rails/acquirers/acquirer.ts';
import { openConfig } from '../../rails/acquirers/acquirer-config.ts';
import { describeCertificate } from '../../rails/acquirers/certificates/describe-certificate.ts';
import { listConfigs, type StoredConfig } from '../../rails/acquirers/configs.sql.ts';
import { listBankAccounts } from '../../rails/cnab240/bank-accounts.ts';
import { canCharge, kindOf } from '../../rails/kinds.ts';
import { findLatestSeal } from '../audit/seals.sql.ts';
import { findLatestBackup } from '../backups/backups.sql.ts';
import { readCatalog, readSizes } from './catalog.sql.ts';
import type {
  CertificateFacts,
  ConfiguredAcquirer,
  Facts,
  GrowthFacts,
  PayoutFacts,
  QueueFacts,
} from './facts.rules.ts';
import { gatherBankFiles } from './gather-bank-files.ts';
import { gatherBooks } from './gather-books.ts';
import {
  hasPayouts,
  listCompaniesWithoutPayouts,
  listOpenFindings,
  listSchedulesWithoutDestination,
} from './payouts.sql.ts';
import { listCompaniesWithoutRail, listLostPlans, listSealedSecrets, listTroubledEndpoints } from './rails.sql.ts';
import {
  countUnfolded,
  findDatabaseBirth,
  findOldestNotification,
  readOldestDue,
  readUnreadableAnswers,
} from './waiting.sql.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** One more than is a finding. */
const MOST_COUNTED = 100_001;
/** Opened within a second. */
const MOST_DESTINATIONS_OPENED = 10_000;

/** Looks at one thing and notes when that was not possible, so that everything else is looked at all the same. */
export type Look = <Fact>(what: string, look: () => Promise<Fact>) => Promise<Fact | null>;

type DatabaseFacts = Pick<
  Facts,
  | 'catalog'
  | 'migrations'
  | 'clockSkewMs'
  | 'hasDemoData'
  | 'rails'
  | 'bankFiles'
  | 'webhooks'
  | 'queues'
  | 'unreadable'
  | 'openRefunds'
  | 'payouts'
  | 'vainSlipCodes'
  | 'reminders'
  | 'books'
  | 'backup'
  | 'growth'
>;

interface Looking {
  db: Db;
  config: Config;
  realNow: () => Date;
  migrations: string;
}

export const NOTHING: DatabaseFacts = {
  catalog: null,
  migrations: null,
  clockSkewMs: null,
  hasDemoData: null,
  rails: null,
  bankFiles: null,
  webhooks: null,
  queues: null,
  unreadable: null,
  openRefunds: null,
  payouts: null,
  vainSlipCodes: null,
  reminders: null,
  books: null,
  backup: null,
  growth: null,
};

/** Everything that the database tells. What needs our tables is not asked of a database that lacks some. */
export async function gatherDatabaseFacts(looking: Looking, look: Look): Promise<DatabaseFacts> {
  const { db, config } = looking;
  const clock: Clock = { ...(config.mode === 'live' ? liveClock(db) : sandboxClock(db)), realNow: looking.realNow };
  const facts: DatabaseFacts = {
    ...NOTHING,
    catalog: await look('the catalogue of the database', () => readCatalog(db)),
    migrations: await look('migrations', () => compareMigrations(db, looking.migrations)),
    clockSkewMs: await look('the clock', () => clockSkewMs(clock)),
  };
  if (!facts.migrations || facts.migrations.missing.length > 0) return facts;
  return {
    ...facts,
    hasDemoData: await look('merchants', () => hasDemoMerchant(db)),
    rails: await look('acquirers', () => gatherRails(looking)),
    bankFiles: await look('files of banks', () => gatherFiles(looking, clock)),
    webhooks: await look('webhooks', () => gatherWebhooks(looking)),
    queues: await look('queues', async () => gatherQueues(looking, clock)),
    unreadable: await look('answers of acquirers', async () => gatherUnreadable(db, await clock.now())),
    openRefunds: await look('refunds', async () => gatherOpenRefunds(db, await clock.now())),
    payouts: await look('payouts', async () => gatherPayouts(looking, await clock.now())),
    vainSlipCodes: await look('PIX codes on slips', () => countVainCodes(db, LOOKS_OF_AN_HOUR, MOST_COUNTED)),
    reminders: config.smtp && (await look('reminders', async () => gatherReminders(db, clock))),
    books: await look('the books', async () => gatherBooks(db, config, await clock.now())),
    backup: await look('backups', async () => ({ latest: await findLatestBackup(db) })),
    growth: await look('growth', async () => gatherGrowth(looking, await clock.now())),
  };
}

/** A sandbox makes its keys itself; here they are only read. */
async function keysOf(db: Db, given: (Buffer | null)[], madeAs: string): Promise<Buffer[]> {
  const made = given[0] ? null : await findSecret(db, madeAs);
  return [...given, made === null ? null : Buffer.from(made, 'base64url')].filter((key) => key !== null);
}

const acquirerKeys = (db: Db, config: Config) =>
  keysOf(db, [config.acquirerKey, config.acquirerKeyPrevious], 'acquirer-key');

async function gatherRails({ db, config }: Looking): Promise<Facts['rails']> {
  const keys = await acquirerKeys(db, config);
  const configs = await listConfigs(db);
  const acquirers: ConfiguredAcquirer[] = [];
  for (const stored of configs) {
    const isUsed = (await findCompaniesOfAcquirer(db, stored.name)).length > 0;
    const charges = CHARGE_TYPES.filter((type) => canCharge(stored.kind, type));
    acquirers.push({ name: stored.name, charges, isUsed, ...openedBy(keys, stored) });
  }
  const sandbox = config.mode === 'live' ? [] : [SANDBOX];
  const charging = (type: ChargeType) => [
    ...configs.filter(({ kind }) => canCharge(kind, type)).map(({ name }) => name),
    ...sandbox,
  ];
  const known = { fallback: sandbox[0] ?? null, pix: charging('pix'), invoice: charging('invoice') };
  return {
    acquirers,
    companiesWithoutRail: await listCompaniesWithoutRail(db, known),
    lostPlans: await listLostPlans(db, [...configs.map(({ name }) => name), ...sandbox]),
    unopenedDestinations: (await listNewestSeals(db, MOST_DESTINATIONS_OPENED))
      .filter(({ sealed }) => !keys.some((key) => opensSecret(key, sealed)))
      .map(({ id }) => id),
  };
}

async function gatherFiles({ db, config }: Looking, clock: Clock): Promise<Facts['bankFiles']> {
  const [current, previous = null] = await acquirerKeys(db, config);
  const now = await clock.now();
  return current
    ? { now, banks: await gatherBankFiles(db, await listBankAccounts(db, { current, previous }), now) }
    : null;
}

function openedBy(keys: readonly Buffer[], stored: StoredConfig): Pick<ConfiguredAcquirer, 'isOpened' | 'certificate'> {
  const [current, previous = null] = keys;
  const config = current ? openConfig({ current, previous }, stored) : null;
  if (!config) return { isOpened: false, certificate: null };
  const { certificatePem } = config.access as { certificatePem: string | null };
  return { isOpened: true, certificate: certificatePem ? certificateFacts(certificatePem) : null };
}

export function certificateFacts(pem: string): CertificateFacts {
  try {
    return { notAfter: describeCertificate(pem).notAfter };
  } catch {
    return { notAfter: null };
  }
}

async function gatherWebhooks({ db, config }: Looking): Promise<Facts['webhooks']> {
  const keys = await keysOf(db, [config.webhookKey, config.webhookKeyPrevious], 'webhook-key');
  const troubled = await listTroubledEndpoints(db);
  const sealed = await listSealedSecrets(db);
  const idsOf = (status: string) => troubled.filter((endpoint) => endpoint.status === status).map(({ id }) => id);
  return {
    failing: idsOf('ACTIVE'),
    disabled: idsOf('DISABLED'),
    unopened: sealed
      .filter(({ secret_sealed }) => !keys.some((key) => opensSecret(key, secret_sealed)))
      .map(({ id }) => id),
  };
}

/** Payments, refunds and codes are due in business time, the rest in real time. */
async function gatherQueues({ db, config }: Looking, clock: Clock): Promise<QueueFacts[]> {
  const due = await readOldestDue(db);
  const codeLook = await findOldestLookDue(db);
  const [now, realNow] = [await clock.now(), clock.realNow()];
  const late = (dueAt: Date | null, at: Date) => (dueAt ? Math.max(0, at.getTime() - dueAt.getTime()) : 0);
  return [
    { name: 'notifications', lateMs: late(due.notifications, realNow) },
    { name: 'payment checks', lateMs: late(due.paymentChecks, now) },
    { name: 'refund checks', lateMs: late(due.refundChecks, now) },
    { name: 'webhook deliveries', lateMs: late(due.deliveries, realNow) },
    { name: 'slip PIX codes', lateMs: late(codeLook, now) },
    // Without a mail server nobody sends them.
    { name: 'notices', lateMs: config.smtp ? late(due.notices, realNow) : 0 },
  ];
}

async function gatherReminders(db: Db, clock: Clock): Promise<Facts['reminders']> {
  return measureReminders(db, { now: await clock.now(), realNow: clock.realNow() });
}

async function gatherUnreadable(db: Db, now: Date): Promise<Facts['unreadable']> {
  const found = await readUnreadableAnswers(db, MOST_COUNTED);
  if (!found) return null;
  const { payments, since, fields } = found;
  return { payments, fields, minutes: Math.floor((now.getTime() - since.getTime()) / MINUTE_MS) };
}

async function gatherOpenRefunds(db: Db, now: Date): Promise<Facts['openRefunds']> {
  const { count, oldest } = await measureOpenRefunds(db);
  return { count, hours: oldest ? Math.floor((now.getTime() - oldest.getTime()) / 3_600_000) : 0 };
}

async function gatherPayouts({ db, config }: Looking, now: Date): Promise<PayoutFacts> {
  const open = await measureOpenPayouts(db);
  const minutesSince = (at: Date | null) => (at ? Math.floor((now.getTime() - at.getTime()) / MINUTE_MS) : 0);
  const fallback = config.mode === 'live' ? null : SANDBOX;
  const sending = (await listConfigs(db)).filter(({ kind, profile }) => kindOf(kind).paysOut?.(profile));
  const known = [...(fallback ? [fallback] : []), ...sending.map(({ name }) => name)];
  return {
    isStill: (await standsStill(db)) && (await hasPayouts(db)),
    requested: { count: open.requested, minutes: minutesSince(open.oldestRequestedAt) },
    sent: { count: open.sent, minutes: minutesSince(open.oldestSentAt) },
    withoutDestination: await listSchedulesWithoutDestination(db),
    withoutRail: await listCompaniesWithoutPayouts(db, { fallback, known }),
    openFindings: await listOpenFindings(db, MOST_COUNTED),
  };
}

async function gatherGrowth({ db, config, realNow }: Looking, now: Date): Promise<GrowthFacts> {
  const sizes = await readSizes(db);
  const daysSince = (date: Date | null, at = realNow()) => (date ? (at.getTime() - date.getTime()) / DAY_MS : 0);
  const seal = await findLatestSeal(db);
  return {
    ...sizes,
    unfoldedCounts: await countUnfolded(db, MOST_COUNTED),
    oldestNotificationDays: Math.floor(daysSince(await findOldestNotification(db))),
    notificationDays: config.notificationDays,
    webhookLogDays: config.webhookLogDays,
    eventYears: config.eventYears,
    sealAgeDays: seal && daysSince(startOfSaoPauloDay(seal.day), now) - 1,
    databaseAgeDays: daysSince(await findDatabaseBirth(db)),
    unknownReceipts: await countOpenReceipts(db, MOST_COUNTED),
  };
}
