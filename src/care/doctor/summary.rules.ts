import type { Facts } from './facts.rules.ts';

const MIB = 1024 ** 2;

/** What was looked at and what it is, in one line for each area. */
export interface Checked {
  area: string;
  says: string;
}

export function summarise(facts: Facts): Checked[] {
  const { settings, catalog, migrations, rails, queues, growth, disk, listener, smtp } = facts;
  const mib = (bytes: number) => `${Math.ceil(bytes / MIB)} MiB`;
  const lines: [area: string, says: string | null][] = [
    ['settings', settings.problems.length === 0 ? `${settings.mode}, links lead to ${settings.publicUrl}` : null],
    ['database', catalog && `PostgreSQL ${catalog.version}, as ${catalog.role}`],
    ['migrations', migrations?.missing.length === 0 ? `${migrations.applied} applied` : null],
    ['clock', facts.clockSkewMs === 0 ? 'in step with the database' : null],
    ['acquirers', rails && (rails.acquirers.map(({ name }) => name).join(', ') || 'none configured')],
    ['queues', queues && (queues.every(({ lateMs }) => lateMs < 60_000) ? 'nothing is late' : null)],
    ['growth', growth && growthOf(growth, mib)],
    ['disk', disk && `${mib(disk.freeBytes)} free on the disk of ${disk.path}`],
    ['service', listener?.state === 'ready' ? `ready at ${listener.url}` : null],
    ['mail', smtp === 'ok' ? 'the mail server takes mails' : null],
  ];
  return lines.flatMap(([area, says]) => (says ? [{ area, says }] : []));
}

function growthOf(growth: NonNullable<Facts['growth']>, mib: (bytes: number) => string): string {
  const tables = growth.largestTables.slice(0, 3).map(({ name, bytes }) => `${name} ${mib(bytes)}`);
  const events = growth.eventYears === 0 ? 'for ever' : `for ${growth.eventYears} years`;
  return (
    `${mib(growth.databaseBytes)} (${tables.join(', ')}); deliveries are kept for ${growth.webhookLogDays} days, ` +
    `notifications for ${growth.notificationDays} days, events ${events}`
  );
}
