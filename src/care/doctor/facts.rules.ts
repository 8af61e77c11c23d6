import type { ChargeType } from '../../rails/acquirers/acquirer.ts';
import type { AccountStanding } from '../../rails/cnab240/account-standing.rules.ts';

/** What was found about an installation, as it is; `doctor.rules.ts` judges it. Null: not looked at, or not known. */
export interface Facts {
  realNow: Date;
  settings: SettingsFacts;
  reach: Reach | null;
  /** Null when the owner's address is not set, or leads to the database; else why not. */
  ownerTrouble: string | null;
  catalog: CatalogFacts | null;
  migrations: MigrationFacts | null;
  /** How far this machine's clock is ahead of the database's; 0 within bounds. */
  clockSkewMs: number | null;
  hasDemoData: boolean | null;
  rails: RailFacts | null;
  /** Of banks that take files, as of a moment of business time. */
  bankFiles: { now: Date; banks: BankFileFacts[] } | null;
  webhooks: WebhookFacts | null;
  queues: QueueFacts[] | null;
  /** Payments about which an acquirer answers what cannot be read; counted up to a limit. */
  unreadable: { payments: number; minutes: number; fields: string[] } | null;
  /** How many refunds are under way, and for how long the oldest is. */
  openRefunds: { count: number; hours: number } | null;
  payouts: PayoutFacts | null;
  /** PIX codes on slips that were looked at in vain for an hour; counted up to a limit. */
  vainSlipCodes: number | null;
  /** Of today; null where no mail server is set, too. */
  reminders: ReminderFacts | null;
  books: BookFacts | null;
  backup: BackupFacts | null;
  growth: GrowthFacts | null;
  /** Of the disk that the embedded database lives on. */
  disk: DiskFacts | null;
  /** Null when no mail server is set; why it does not take mails, or 'ok'. */
  smtp: string | null;
  listener: ListenerFacts | null;
  callbackFiles: CallbackFileFacts[] | null;
  /** What could not be looked at, and why. */
  unknown: { what: string; reason: string }[];
}

export interface BookFacts {
  /** Over all merchants; counted up to a limit. */
  openDivergences: number;
  /** Acquirers whose totals of the last compared day are not ours. */
  differing: string[];
  /** Whether a night's audit is wanted at all. */
  isAudited: boolean;
  /** The last that ran through; null: none yet. */
  audit: { finishedAt: Date; findings: number } | null;
}

export interface BackupFacts {
  /** The newest that anybody told of; null: none. */
  latest: { madeAt: Date; isProved: boolean } | null;
}

export interface PayoutFacts {
  /** Since a restore, where anybody was ever paid out. */
  isStill: boolean;
  /** Not sent yet, and for how long the oldest is not. */
  requested: { count: number; minutes: number };
  /** Sent, without the bank's last word. */
  sent: { count: number; minutes: number };
  /** Companies whose schedule names a destination that takes nothing. */
  withoutDestination: number[];
  /** Companies that are meant to be paid out and whom nobody pays out. */
  withoutRail: number[];
  /** What the banks see otherwise and nobody resolved; named are the oldest. */
  openFindings: { count: number; oldest: { id: number; kind: string }[] };
}

export interface ReminderFacts {
  /** For how long the first that is to go out has not. */
  waitingMs: number;
  /** What the mail server took, and what it did not take so far; of many a sample. */
  sent: number;
  failing: number;
}

export interface SettingsFacts {
  mode: 'sandbox' | 'live';
  /** What the service would refuse to start with; each begins with the name of its setting. */
  problems: string[];
  weakSecrets: { name: string; weakness: string }[];
  host: string;
  isHostLoopback: boolean;
  publicUrl: string;
  isPublicUrlLoopback: boolean;
  /** How many connections one process may open. */
  connections: number;
  hasOwnDatabaseRole: boolean;
}

export type Reach =
  | { state: 'reached' }
  | { state: 'away'; reason: string }
  /** Nothing in DATA_DIR is a database. */
  | { state: 'no-database'; dataDir: string }
  | { state: 'not-running'; dataDir: string };

export interface CatalogFacts {
  version: string;
  versionNumber: number;
  role: string;
  ownsTables: boolean;
  isReadOnly: boolean;
  /** Tables that the role may not use as the service does; a few of them. */
  tablesWithoutRights: string[];
  maxConnections: number;
  invalidIndexes: string[];
}

export interface MigrationFacts {
  applied: number;
  missing: string[];
  unknown: string[];
  changed: string[];
}

export interface RailFacts {
  acquirers: ConfiguredAcquirer[];
  /** Companies that are meant to take orders, and have no enabled plan that leads to an acquirer of here. */
  companiesWithoutRail: number[];
  /** Enabled plans that name an acquirer which is not here. */
  lostPlans: { companyId: number; acquirer: string }[];
  /** Destinations of payouts that no key opens; of very many the newest are looked at. */
  unopenedDestinations: number[];
}

export interface ConfiguredAcquirer {
  name: string;
  /** What it can charge. */
  charges: readonly ChargeType[];
  isUsed: boolean;
  /** False when neither ACQUIRER_KEY nor the one before it opens what is stored. */
  isOpened: boolean;
  certificate: CertificateFacts | null;
}

export interface CertificateFacts {
  /** Null when it cannot be read. */
  notAfter: Date | null;
}

export interface BankFileFacts extends AccountStanding {
  isUsed: boolean;
  /** Those that cannot be worked with, and why. */
  folders: { member: 'outbox' | 'inbox'; folder: string; trouble: string }[];
}

export interface WebhookFacts {
  failing: number[];
  disabled: number[];
  /** Endpoints whose secret no key opens. */
  unopened: number[];
}

export interface QueueFacts {
  name: 'notifications' | 'payment checks' | 'refund checks' | 'webhook deliveries' | 'slip PIX codes' | 'notices';
  /** How long the oldest has been due; 0 when nothing is. */
  lateMs: number;
}

export interface GrowthFacts {
  databaseBytes: number;
  largestTables: { name: string; bytes: number }[];
  /** Rows that wait to be folded into counts; counted up to a limit. */
  unfoldedCounts: number;
  /** How long ago the oldest notification that is done was received, in days. */
  oldestNotificationDays: number;
  notificationDays: number;
  webhookLogDays: number;
  eventYears: number;
  /** How many days ago the last sealed day ended; null when nothing is sealed yet. */
  sealAgeDays: number | null;
  /** How long the database has been there. */
  databaseAgeDays: number;
  /** Received payments that are none of ours and that nobody has dealt with; counted up to a limit. */
  unknownReceipts: { count: number; cents: number };
}

export interface DiskFacts {
  path: string;
  freeBytes: number;
  totalBytes: number;
}

export interface ListenerFacts {
  url: string;
  state: 'ready' | 'not-ready' | 'stranger' | 'silent';
  detail: string;
}

export interface CallbackFileFacts {
  setting: string;
  file: string;
  isReadable: boolean;
  certificate: CertificateFacts | null;
}
