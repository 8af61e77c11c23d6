import type { Db } from '../db/pool.ts';
import { type Direction, offsetOf, type Paging } from './list-query.rules.ts';

/** The parts of a list's statement, each written by the owner of its tables. */
interface ListParts {
  /** Common table expressions that the other parts read. */
  with?: string;
  /** The ids of everything in the list: a SELECT that ends in its WHERE clause. */
  ids: string;
  /** The column that orders it, in `ids` and in `rows`; ties break by id. */
  orderBy: string;
  direction: Direction;
  /** What is shown of those in `page (id)`: a SELECT that gives at least the id and the column of the order. */
  rows: string;
}

/**
 * How many `ids` are there: an expression for it (`total`), or, where nothing keeps count, a SELECT of their id and the
 * column of their order (`found`), in whichever order they are found soonest: more than `COUNTED_AT_MOST` of them are
 * not looked for.
 */
export type ListSql = ListParts & ({ total: string } | { found: string });

export interface ListPage<Row> {
  rows: Row[];
  total: number;
  /** There are more than `total`, and no page shows them. */
  isTotalMinimum: boolean;
}

/** What nothing keeps count of is counted so far and no further: a list of more is narrowed, not leafed through. */
export const COUNTED_AT_MOST = 10_000;
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
  const found = await db.query<Row & { list_total: number; list_has_more: boolean }>(
    `WITH ${list.with === undefined ? '' : `${list.with}, `}
       ${'found' in list ? countedPage(list, list.found, paging) : knownPage(list, list.total, paging)}
     SELECT size.total AS list_total, size.has_more AS list_has_more, listed.*
     FROM size LEFT JOIN (${list.rows}) listed ON true
     ORDER BY ${order('listed.')}`,
    params,
  );
  // An empty page has one row, with the total and nothing else.
  const rows = found
    .filter(({ id }) => id !== null)
    .map(({ list_total, list_has_more, ...row }) => row as unknown as Row);
  return { rows, total: found[0]?.list_total ?? 0, isTotalMinimum: found[0]?.list_has_more ?? false };
}

function knownPage(list: ListParts, total: string, paging: Paging): string {
  const page = offsetOf(paging) <= NEAR_START ? pageFromStart(list, paging) : pageFromNearerEnd(list, paging);
  return `size AS MATERIALIZED (SELECT (${total})::bigint AS total, false AS has_more), page AS (${page})`;
}

/**
 * What was found is all there is, and the page is of it; or there is more, and then an index in the order of the list
 * soon comes upon enough of it. The outer limit is for the planner, which cannot know that one of the two is empty.
 */
function countedPage({ ids, orderBy, direction }: ListParts, found: string, paging: Paging): string {
  const [offset, limit] = [offsetOf(paging), paging.limit];
  const part = `ORDER BY ${orderBy} ${direction}, id ${direction} LIMIT ${limit} OFFSET ${offset}`;
  return `found AS MATERIALIZED (SELECT * FROM (${found}) AS one LIMIT ${COUNTED_AT_MOST + 1}),
    size AS MATERIALIZED (
      SELECT least(count(*), ${COUNTED_AT_MOST}) AS total, count(*) > ${COUNTED_AT_MOST} AS has_more FROM found),
    page AS (SELECT id FROM (
        (SELECT id FROM found WHERE (SELECT NOT has_more FROM size) ${part})
        UNION ALL
        (${ids} AND (SELECT has_more AND total > ${offset} FROM size) ${part})
      ) AS either LIMIT ${limit})`;
}

/** Where there is nothing to find, nothing is searched through. */
function pageFromStart({ ids, orderBy, direction }: ListParts, paging: Paging): string {
  const offset = offsetOf(paging);
  return `${ids} AND (SELECT total > ${offset} FROM size)
    ORDER BY ${orderBy} ${direction}, id ${direction} LIMIT ${paging.limit} OFFSET ${offset}`;
}

/**
 * The total says how far the page is from the end: past the middle, the index is walked backwards from there. The outer
 * limit is for the planner, which cannot know that the inner one is as small.
 */
function pageFromNearerEnd(list: ListParts, paging: Paging): string {
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
