import type { ActorKind, Asker } from '../../ground/actor.rules.ts';
import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Direction, Paging } from '../../ground/lists/list-query.rules.ts';
import { type ListPage, readPage } from '../../ground/lists/page.sql.ts';
import {
  type AuditAction,
  type AuditDetails,
  type AuditEntry,
  type AuditObject,
  type CountedAs,
  MOST_STRANGERS_PER_MINUTE,
  MOST_USERS_NAMED,
} from './audit-log.rules.ts';

export interface NewRow {
  entry: AuditEntry;
  asker: Asker;
  at: Date;
}

const COLUMNS = `merchant_id, created_at, action, details, actor_kind, actor_id, actor_name, agent,
  object_kind, object_id, address`;

const valuesOf = ({ entry, asker: { actor, address, agent }, at }: NewRow) => [
  entry.merchantId,
  at,
  entry.action,
  JSON.stringify(entry.details ?? {}),
  actor.kind,
  actor.id,
  actor.name,
  agent,
  entry.object?.kind ?? null,
  entry.object === undefined ? null : String(entry.object.id),
  address,
];

export async function insertEntry(db: Db, row: NewRow): Promise<void> {
  await db.query(
    `INSERT INTO audit_log (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    valuesOf(row),
  );
}

/** Many at once. */
export async function insertEntries(db: Db, rows: readonly NewRow[]): Promise<void> {
  await db.query(
    `INSERT INTO audit_log (${COLUMNS})
     SELECT (r ->> 0)::bigint, (r ->> 1)::timestamptz, r ->> 2, (r ->> 3)::jsonb, r ->> 4, (r ->> 5)::bigint, r ->> 6,
       r ->> 7, r ->> 8, r ->> 9, r ->> 10
     FROM jsonb_array_elements($1) WITH ORDINALITY AS rows(r, place) ORDER BY place`,
    [JSON.stringify(rows.map(valuesOf))],
  );
}

/** The row that stands for all who have none of their own. */
const OTHERS = 'others';

/** The accounts that were tried are added to those that are named, up to a few. */
const WITH_USERS = `CASE WHEN l.details @> EXCLUDED.details OR NOT EXCLUDED.details ? 'users'
    OR jsonb_array_length(l.details -> 'users') >= ${MOST_USERS_NAMED} THEN l.details
  ELSE jsonb_set(l.details, '{users}', (l.details -> 'users') || (EXCLUDED.details -> 'users')) END`;

/** One row a minute and no more, whoever repeats it how often; strangers from many addresses share one. */
export async function countEntry(db: Db, row: NewRow, { minute, key, isByStranger }: CountedAs): Promise<void> {
  await db.query(
    `WITH own AS (
       SELECT NOT $14 OR EXISTS (
           SELECT FROM audit_log WHERE coalesce(merchant_id, 0) = coalesce($1::bigint, 0) AND counted_minute = $12
             AND action = $3 AND counted_as = $13)
         OR (SELECT count(*) FROM audit_log WHERE coalesce(merchant_id, 0) = coalesce($1::bigint, 0)
             AND counted_minute = $12 AND action = $3) < ${MOST_STRANGERS_PER_MINUTE} AS has_place
     )
     INSERT INTO audit_log AS l (${COLUMNS}, counted_minute, counted_as)
     SELECT $1::bigint, $2::timestamptz, $3::text, $4::jsonb, $5::text, $6::bigint, $7::text,
       CASE WHEN has_place THEN $8::text END, CASE WHEN has_place THEN $9::text END,
       CASE WHEN has_place THEN $10::text END, CASE WHEN has_place THEN $11::text END,
       $12::timestamptz, CASE WHEN has_place THEN $13::text ELSE '${OTHERS}' END
     FROM own
     ON CONFLICT (coalesce(merchant_id, 0), counted_minute, action, counted_as) WHERE counted_minute IS NOT NULL
     DO UPDATE SET times = l.times + 1, details = ${WITH_USERS}`,
    [...valuesOf(row), minute, key, isByStranger],
  );
}

/** Deletes the oldest. Answers how many there were. */
export async function forgetEntries(tx: Tx, olderThan: Date, atMost: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>('SELECT forget_audit_log($1, $2) AS count', [olderThan, atMost]);
  return row?.count ?? 0;
}

export interface LoggedEntry {
  id: number;
  created_at: Date;
  action: AuditAction;
  actor_kind: ActorKind;
  actor_id: number | null;
  actor_name: string | null;
  object_kind: AuditObject | null;
  object_id: string | null;
  details: AuditDetails;
  address: string | null;
  agent: string | null;
  times: number;
}

export interface LogFilter {
  actor?: ActorKind | undefined;
  actor_id?: number | undefined;
  action?: AuditAction | undefined;
  object?: AuditObject | undefined;
  object_id?: string | undefined;
  createdAtStart?: Date | undefined;
  createdAtEnd?: Date | undefined;
}

const LISTED = `SELECT a.id, a.created_at, a.action, a.actor_kind, a.actor_id, a.actor_name, a.object_kind, a.object_id,
  a.details, a.address, a.agent, a.times`;

export async function listEntriesOfMerchant(
  db: Db,
  merchantId: number,
  filter: LogFilter,
  paging: Paging & { direction: Direction },
): Promise<ListPage<LoggedEntry>> {
  const { own, params } = conditionsOf(merchantId, filter);
  const list = {
    ids: `SELECT id FROM audit_log WHERE ${own}`,
    orderBy: 'created_at',
    direction: paging.direction,
    found: `SELECT id, created_at FROM audit_log WHERE ${own}`,
    rows: `${LISTED} FROM page JOIN audit_log a USING (id)`,
  };
  return readPage(db, list, params, paging);
}

/** The ids of all that is found, in its order; null where there are more than `atMost`. */
export async function listEntryIdsOfMerchant(
  db: Db,
  merchantId: number,
  filter: LogFilter,
  direction: Direction,
  atMost: number,
): Promise<number[] | null> {
  const { own, params } = conditionsOf(merchantId, filter);
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM audit_log WHERE ${own} ORDER BY created_at ${direction}, id ${direction} LIMIT ${atMost + 1}`,
    params,
  );
  return rows.length > atMost ? null : rows.map(({ id }) => id);
}

/** In the order of their ids here. */
export async function findEntriesOfMerchant(
  db: Db,
  merchantId: number,
  ids: readonly number[],
): Promise<LoggedEntry[]> {
  return db.query(
    `${LISTED} FROM unnest($2::bigint[]) WITH ORDINALITY AS asked (id, place) JOIN audit_log a ON a.id = asked.id
     WHERE a.merchant_id = $1 ORDER BY asked.place`,
    [merchantId, ids],
  );
}

function conditionsOf(merchantId: number, filter: LogFilter): { own: string; params: unknown[] } {
  const wanted: [condition: string, value: unknown][] = [
    ['merchant_id = ?', merchantId],
    ['actor_kind = ?', filter.actor],
    ['actor_id = ?', filter.actor_id],
    ['action = ?', filter.action],
    ['object_kind = ?', filter.object],
    ['object_id = ?', filter.object_id],
    ['created_at >= ?', filter.createdAtStart],
    ['created_at <= ?', filter.createdAtEnd],
  ];
  const given = wanted.filter(([, value]) => value !== undefined);
  return {
    own: given.map(([condition], index) => condition.replace('?', `$${index + 1}`)).join(' AND '),
    params: given.map(([, value]) => value),
  };
}
