import type { Asker } from '../../ground/actor.rules.ts';
import type { Db } from '../../ground/db/pool.ts';
import type { Deps } from '../../ground/deps.ts';
import { currentAsker } from '../../ground/request-context.ts';
import { type AuditEntry, countedAs } from './audit-log.rules.ts';
import { countEntry, insertEntries, insertEntry } from './audit-log.sql.ts';

/**
 * Writes into the audit log, in the transaction of what is told where there is one. Who acts and from where is known
 * from the request, command or job at work.
 */
export async function recordAudit(deps: Pick<Deps, 'clock'>, db: Db, entry: AuditEntry): Promise<void> {
  const at = deps.clock.realNow();
  const known = currentAsker();
  const asker = { ...known, actor: entry.actor ?? known.actor, address: entry.address ?? known.address };
  const counted = countedAs(entry, asker, at);
  if (counted) await countEntry(db, { entry, asker, at }, counted);
  else await insertEntry(db, { entry, asker, at });
}

export interface AskedAudit {
  asker: Asker;
  entry: AuditEntry;
}

/** For what is written together: each by whoever asked for it. */
export async function recordAudits(deps: Pick<Deps, 'clock'>, db: Db, entries: readonly AskedAudit[]): Promise<void> {
  const at = deps.clock.realNow();
  await insertEntries(
    db,
    entries.map((each) => ({ ...each, at })),
  );
}
