import { judgeBackup } from './backup.rules.ts';
import { judgeAllBankFiles } from './bank-files.rules.ts';
import { judgeBooks } from './books.rules.ts';
import type { Facts, GrowthFacts } from './facts.rules.ts';
import { type Finding, named, stops, warns } from './findings.rules.ts';
import { judgePayouts } from './payouts.rules.ts';
import { judgeCallbackFiles, judgeRails } from './rails.rules.ts';
import { judgeWaiting } from './waiting.rules.ts';

const GIB = 1024 ** 3;

const OLDEST_POSTGRESQL = 150_000;
/** Banks settle a return within seconds, and the slowest within a day. */
export const OLD_REFUND_HOURS = 24;
const LOW_DISK_BYTES = 5 * GIB;
const LOW_DISK_PART = 0.05;
/** PostgreSQL needs room for its log; without it, it stops. */
const FULL_DISK_BYTES = GIB / 2;
const MOST_UNFOLDED = 100_000;
const GRACE_DAYS = 7;
/** A day is sealed an hour after it ended. */
const OLDEST_SEAL_DAYS = 2;

/** Everything that should be otherwise, what stops payments first. */
export function judge(facts: Facts): Finding[] {
  const findings = [
    ...judgeSettings(facts),
    ...judgeReach(facts),
    ...judgeCatalog(facts),
    ...judgeMigrations(facts),
    ...judgeClock(facts),
    ...judgeRails(facts),
    ...judgeCallbackFiles(facts),
    ...judgeAllBankFiles(facts.bankFiles),
    ...judgeWebhooks(facts),
    ...judgeWaiting(facts),
    ...judgeUnreadable(facts),
    ...judgeOpenRefunds(facts),
    ...judgePayouts(facts),
    ...judgeBooks(facts.books, facts.realNow),
    ...judgeBackup(facts),
    ...judgeGrowth(facts.growth),
    ...judgeDisk(facts),
    ...judgeSurroundings(facts),
    ...facts.unknown.map(({ what, reason }) =>
      warns('NOT_CHECKED', `${what} could not be looked at (${reason})`, 'run it again; if it stays, mend that first'),
    ),
  ];
  return findings.sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
}

function judgeSettings({ settings, hasDemoData }: Facts): Finding[] {
  const { mode, problems, weakSecrets, publicUrl, host } = settings;
  const named = problems.map((problem) => {
    const name = /[A-Z]{2,}[A-Z_]*/.exec(problem)?.[0] ?? 'UNKNOWN';
    return stops(`SETTING_${name}`, problem, 'mend the setting; the service does not start like this');
  });
  const findings = [...named];
  for (const { name, weakness } of weakSecrets)
    findings.push(
      warns('SECRET_WEAK', `${name} is easy to guess because it ${weakness}`, 'make one with openssl rand -hex 32'),
    );
  if (mode === 'live' && settings.isPublicUrlLoopback)
    findings.push(
      warns('PUBLIC_URL_LOOPBACK', `PUBLIC_URL is ${publicUrl}, which payers cannot open`, 'set it to your address'),
    );
  if (!settings.isHostLoopback && settings.isPublicUrlLoopback && mode === 'sandbox')
    findings.push(
      warns(
        'PUBLIC_URL_LOOPBACK',
        `HOST is ${host}, but links lead to ${publicUrl}, which only this machine opens`,
        'set PUBLIC_URL to the address that others use',
      ),
    );
  if (mode === 'live' && hasDemoData)
    findings.push(
      stops('DEMO_DATA', 'the database has demo data, and live refuses it', 'use one that was never a sandbox'),
    );
  return findings;
}

function judgeReach({ reach, ownerTrouble }: Facts): Finding[] {
  const findings: Finding[] = [];
  if (reach?.state === 'away')
    findings.push(
      stops(
        'DATABASE_UNREACHABLE',
        `the database cannot be used (${reach.reason})`,
        'look at DATABASE_URL, and whether PostgreSQL runs there',
      ),
    );
  if (reach?.state === 'no-database')
    findings.push(
      stops(
        'DATA_DIR_EMPTY',
        `there is no database in ${reach.dataDir}`,
        'set DATA_DIR to the folder of the service, or DATABASE_URL',
      ),
    );
  if (reach?.state === 'not-running')
    findings.push(
      stops('DATABASE_NOT_RUNNING', `the database in ${reach.dataDir} does not run`, 'start the service (npm start)'),
    );
  if (ownerTrouble)
    findings.push(
      warns(
        'DATABASE_OWNER_UNREACHABLE',
        `the owner of the tables cannot connect (${ownerTrouble})`,
        'look at DATABASE_OWNER_URL: vintem migrate works by it',
      ),
    );
  return findings;
}

function judgeCatalog({ catalog, settings }: Facts): Finding[] {
  if (!catalog) return [];
  const { version, role, tablesWithoutRights, invalidIndexes, maxConnections } = catalog;
  const findings: Finding[] = [];
  if (catalog.versionNumber < OLDEST_POSTGRESQL)
    findings.push(stops('DATABASE_TOO_OLD', `PostgreSQL is ${version}`, 'use version 15 or newer'));
  if (catalog.isReadOnly)
    findings.push(
      stops('DATABASE_READ_ONLY', 'the database takes no writes', 'point DATABASE_URL at the primary, not a replica'),
    );
  if (tablesWithoutRights.length > 0)
    findings.push(
      stops(
        'DATABASE_RIGHTS',
        `${role} may not read and write ${named(tablesWithoutRights)}`,
        'run vintem migrate with DATABASE_OWNER_URL, which grants what is needed',
      ),
    );
  if (settings.mode === 'live' && settings.hasOwnDatabaseRole && catalog.ownsTables)
    findings.push(
      warns(
        'DATABASE_ROLE_OWNS',
        `the service connects as ${role}, which owns the tables and can switch off what guards the books`,
        'give DATABASE_URL a role of its own, and the owner to vintem migrate (DATABASE_OWNER_URL)',
      ),
    );
  if (settings.connections > maxConnections)
    findings.push(
      warns(
        'DATABASE_CONNECTIONS',
        `one process may open ${settings.connections} connections, PostgreSQL allows ${maxConnections}`,
        'lower DATABASE_POOL_SIZE, or raise max_connections',
      ),
    );
  if (invalidIndexes.length > 0)
    findings.push(
      warns(
        'INDEX_INVALID',
        `an index is broken off half-way: ${named(invalidIndexes)}`,
        `run REINDEX INDEX CONCURRENTLY ${invalidIndexes[0]} as the owner`,
      ),
    );
  return findings;
}

function judgeMigrations({ migrations }: Facts): Finding[] {
  if (!migrations) return [];
  const { missing, unknown, changed } = migrations;
  const findings: Finding[] = [];
  if (missing.length > 0)
    findings.push(
      stops('MIGRATION_MISSING', `the database lacks ${named(missing)} of this release`, 'run vintem migrate'),
    );
  if (changed.length > 0)
    findings.push(
      stops(
        'MIGRATION_CHANGED',
        `${named(changed)} is not the file that was applied: the next start refuses it`,
        'install the release again as it was published',
      ),
    );
  if (unknown.length > 0)
    findings.push(
      warns(
        'MIGRATION_NEWER',
        `the database is of a newer release, which added ${named(unknown)}`,
        'install that release here as well',
      ),
    );
  return findings;
}

function judgeClock({ clockSkewMs }: Facts): Finding[] {
  if (!clockSkewMs) return [];
  const how = `${Math.abs(Math.round(clockSkewMs / 1000))} s ${clockSkewMs > 0 ? 'ahead of' : 'behind'} the database`;
  return [stops('CLOCK_SKEW', `the clock of this machine is ${how}: /readyz says no`, 'run NTP on both machines')];
}

function judgeWebhooks({ webhooks }: Facts): Finding[] {
  if (!webhooks) return [];
  const { failing, disabled, unopened } = webhooks;
  const findings: Finding[] = [];
  if (failing.length > 0)
    findings.push(
      warns(
        'WEBHOOK_FAILING',
        `deliveries fail at webhook ${named(failing)}`,
        'tell the merchant, before it is switched off',
      ),
    );
  if (disabled.length > 0)
    findings.push(
      warns(
        'WEBHOOK_DISABLED',
        `webhook ${named(disabled)} was switched off because its receiver failed`,
        'tell the merchant: when it works again, switch it on and recover what it missed',
      ),
    );
  if (unopened.length > 0)
    findings.push(
      warns(
        'WEBHOOK_KEY_WRONG',
        `WEBHOOK_KEY does not open the secret of webhook ${named(unopened)}: nothing is sent there`,
        'set the key that was used so far as WEBHOOK_KEY_PREVIOUS, then run vintem webhook rekey',
      ),
    );
  return findings;
}

/** Whatever the payer has done, nobody here learns of it. */
function judgeUnreadable({ unreadable }: Facts): Finding[] {
  if (!unreadable) return [];
  const { payments, minutes, fields } = unreadable;
  return [
    stops(
      'ANSWER_UNREADABLE',
      `an acquirer answers what cannot be read about ${payments} open payments, for ${minutes} minutes ` +
        `(${named(fields)})`,
      'look for "cannot be read" in the log, tell the bank which field it is, and whoever maintains the service',
    ),
  ];
}

function judgeOpenRefunds({ openRefunds }: Facts): Finding[] {
  if (!openRefunds || openRefunds.hours < OLD_REFUND_HOURS) return [];
  const { count, hours } = openRefunds;
  return [
    warns(
      'REFUND_OLD',
      `${count} refunds are under way, the oldest for ${hours} hours`,
      'look at the account: vintem refund list names them, vintem refund settle ends one that the bank never clears up',
    ),
  ];
}

function judgeGrowth(growth: GrowthFacts | null): Finding[] {
  if (!growth) return [];
  const findings: Finding[] = [];
  const worker = 'run a process with VINTEM_ROLE=worker or all, and look into its log';
  if (growth.unfoldedCounts > MOST_UNFOLDED)
    findings.push(
      warns('COUNTS_UNFOLDED', `more than ${MOST_UNFOLDED} changes of counts wait: lists become slow`, worker),
    );
  if (growth.oldestNotificationDays > growth.notificationDays + GRACE_DAYS)
    findings.push(
      warns(
        'RETENTION_BEHIND',
        `notifications are kept for ${growth.oldestNotificationDays} days, not ${growth.notificationDays}`,
        worker,
      ),
    );
  const { count, cents } = growth.unknownReceipts;
  if (count > 0)
    findings.push(
      warns(
        'UNKNOWN_RECEIPTS',
        `banks have received ${count} payments, ${cents} cents, that are none of ours`,
        'look at vintem receipt list, and close what was dealt with',
      ),
    );
  const unsealedDays = growth.sealAgeDays ?? growth.databaseAgeDays;
  if (unsealedDays > OLDEST_SEAL_DAYS)
    findings.push(warns('SEAL_OLD', `the books were not sealed for ${Math.floor(unsealedDays)} days`, worker));
  return findings;
}

function judgeDisk({ disk }: Facts): Finding[] {
  if (!disk) return [];
  const { path, freeBytes, totalBytes } = disk;
  const left = `${(freeBytes / GIB).toFixed(1)} GiB are left on the disk of ${path}`;
  const fix = 'make room, or move DATA_DIR to a larger disk while the service is stopped';
  if (freeBytes < FULL_DISK_BYTES) return [stops('DISK_FULL', `${left}: PostgreSQL is about to stop`, fix)];
  return freeBytes < Math.min(LOW_DISK_BYTES, totalBytes * LOW_DISK_PART) ? [warns('DISK_LOW', left, fix)] : [];
}

function judgeSurroundings({ smtp, listener }: Facts): Finding[] {
  const findings: Finding[] = [];
  if (smtp !== null && smtp !== 'ok')
    findings.push(
      warns('SMTP_UNREACHABLE', `the mail server takes no mails (${smtp})`, 'look at SMTP_URL; payments go on without'),
    );
  if (listener?.state === 'not-ready')
    findings.push(
      stops(
        'SERVICE_NOT_READY',
        `the service at ${listener.url} says that it is not ready (${listener.detail})`,
        'mend what it names',
      ),
    );
  if (listener?.state === 'stranger')
    findings.push(warns('PORT_TAKEN', `something else answers at ${listener.url}`, 'choose another port with PORT=…'));
  if (listener?.state === 'silent')
    findings.push(
      warns('SERVICE_SILENT', `nothing answers at ${listener.url}`, 'start the service, or run this where it runs'),
    );
  return findings;
}
