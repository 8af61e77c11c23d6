import type { Db } from '../db/pool.ts';
import { type Direction, offsetOf, type Paging } from './list-query.rules.ts';

/** The parts of a list's statement, each written by the owner of its tables. */
export interface ListSql {
  /** Common table expressions that the other parts read. */
  with?: string;
  /** The ids of everything in the list: a SELECT that ends in its WHERE clause. */
  ids: string;
  /** The column that orders it, in `ids` and in `rows`; ties break by id. */
  orderBy: string;
  direction: Direction;
  /** An expression: how many `ids` are there. */
  total: string;
  /** What is shown of those in `page (id)`: a SELECT that gives at least the id and the column of the order. */
  rows: string;
}

export interface ListPage<Row> {
  rows: Row[];
  total: number;
}

/** So many index entries are walked over in a moment; what lies further in is reached from the nearer end. */
const NEAR_START = 1_000;

/**
 * One statement, so that page and total are of one snapshot. The page is found by id first and its rows are fetched
 * after, so that an offset walks over index entries and not over whole rows.
 */
export async function readPage<Row extends { id: number }>(
  db: Db,
  list: ListSql,
  params: readonly unknown[],
  paging: Paging,
): Promise<ListPage<Row>> {
  const order = (table: string) => `${table}${list.orderBy} ${list.direction}, ${table}id ${list.direction}`;
  const found = await db.query<Row & { list_total: number }>(
    `WITH ${list.with === undefined ? '' : `${list.with}, `}
       size AS MATERIALIZED (SELECT (${list.total})::bigint AS total),
       page AS (${offsetOf(paging) <= NEAR_START ? pageFromStart(list, paging) : pageFromNearerEnd(list, paging)})
     SELECT size.total AS list_total, listed.* FROM size LEFT JOIN (${list.rows}) listed ON true
     ORDER BY ${order('listed.')}`,
    params,
  );
  // An empty page has one row, with the total and nothing else.
  const rows = found.filter(({ id }) => id !== null).map(({ list_total, ...row }) => row as unknown as Row);
  return { rows, total: found[0]?.list_total ?? 0 };
}

/** Where there is nothing to find, nothing is searched through. */
function pageFromStart({ ids, orderBy, direction }: ListSql, paging: Paging): string {
  const offset = offsetOf(paging);
  return `${ids} AND (SELECT total > ${offset} FROM size)
    ORDER BY ${orderBy} ${direction}, id ${direction} LIMIT ${paging.limit} OFFSET ${offset}`;
}

/**
 * The total says how far the page is from the end: past the middle, the index is walked backwards from there. The outer
 * limit is for the planner, which cannot know that the inner one is as small.
 */
function pageFromNearerEnd(list: ListSql, paging: Paging): string {
  const { ids, orderBy } = list;
  const [offset, limit] = [offsetOf(paging), paging.limit];
  const backwards = list.direction === 'ASC' ? 'DESC' : 'ASC';
  return `SELECT id FROM (
      (${ids} AND (SELECT total >= ${offset * 2} FROM size)
        ORDER BY ${orderBy} ${list.direction}, id ${list.direction} LIMIT ${limit} OFFSET ${offset})
      UNION ALL
      (${ids} AND (SELECT total > ${offset} AND total < ${offset * 2} FROM size)
        ORDER BY ${orderBy} ${backwards}, id ${backwards}
        LIMIT (SELECT greatest(0, least(${limit}, total - ${offset})) FROM size)
        OFFSET (SELECT greatest(0, total - ${offset + limit}) FROM size))
    ) AS walked LIMIT ${limit}`;
}
