import { type CsvDialect, csvLine } from '../../ground/lists/csv.rules.ts';
import type { LoggedEntry } from './audit-log.sql.ts';

export function loggedEntry(row: LoggedEntry) {
  // Which of the operators it was is their own business.
  const [id, name] = row.actor_kind === 'operator' ? [null, null] : [row.actor_id, row.actor_name];
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    action: row.action,
    actor: { kind: row.actor_kind, id, name },
    object: row.object_kind && row.object_id !== null ? { kind: row.object_kind, id: row.object_id } : null,
    details: row.details,
    address: row.address,
    agent: row.agent,
    times: row.times,
  };
}

export const LOG_COLUMNS = [
  'id',
  'created_at',
  'action',
  'actor',
  'actor_id',
  'actor_name',
  'object',
  'object_id',
  'details',
  'address',
  'agent',
  'times',
];

export function csvEntry(row: LoggedEntry, dialect: CsvDialect): string {
  const { id, created_at, action, actor, object, details, address, agent, times } = loggedEntry(row);
  const who = [actor.kind, actor.id, actor.name];
  const what = [object?.kind ?? null, object?.id ?? null, JSON.stringify(details)];
  return csvLine([id, created_at, action, ...who, ...what, address, agent, times], dialect);
}
