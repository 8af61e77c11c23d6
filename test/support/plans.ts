import pg from 'pg';
import { expect, inject } from 'vitest';
import type { Statement } from '../../src/ground/db/statement.ts';
import type { Tx } from '../../src/ground/db/transaction.ts';
// @ts-expect-error: the tools are plain JavaScript.
import { fillDatabase } from '../../tools/support/fill-database.mjs';
import { withDatabase } from './addresses.ts';
import { createFrom, createTestDatabase, databaseExists, keepTestDatabase } from './database.ts';

/**
 * What PostgreSQL does for a statement on tables of many payments. A test gives a function of a `*.sql.ts` and the
 * indexes its statements must use:
 *
 *     let filled: FilledDatabase;
 *     beforeAll(async () => { filled = await openFilledDatabase(); }, FILL_TIMEOUT_MS);
 *     afterAll(() => filled.close());
 *     it('a payment by its link', async () => {
 *       expectIndexed(await filled.explain((tx) => findQrCodeByPublicToken(tx, 'token')),
 * ['payments_public_token_key']);
 *     });
 */

/** So many that an index is worth it everywhere; filling takes longer than all that is asked then. */
export const PAYMENTS = 50_000;
/** The id of one that is neither the first nor the last of its merchant, who is the largest. */
export const MIDDLE = PAYMENTS / 2;
/** Of these there are few for each payment; half as many would be read whole, rightly. */
const MORE = [
  `INSERT INTO refunds (payment_id, merchant_id, company_id, reference, kind, status, amount_cents, requested_at,
     settled_at)
   SELECT id, merchant_id, company_id, 'refused_' || id, 'pix_refund', 'REFUSED', amount_cents, paid_at, paid_at
   FROM payments WHERE status = 2 AND id % 5 IN (2, 3)`,
  `INSERT INTO login_failures (account_hash, address, failed_at)
   SELECT account_hash, address, failed_at FROM login_failures`,
  `INSERT INTO login_successes (account_hash, address, logged_in_at)
   SELECT account_hash, address, logged_in_at FROM login_successes`,
  'VACUUM ANALYZE refunds, login_failures, login_successes',
];
const FILLED = 'vintem_filled';
/** Any fixed number: one worker fills, the others wait for it. */
const FILL_LOCK = 7_146_836_077;
/** Smaller tables are read whole, rightly. */
const SMALL_TABLE_ROWS = 1_000;
/** The longest page of a list. */
const PAGE = 100;
const ROWS_READ = 2_500;
const ROWS_READ_BY_TABLE = `
  SELECT relname AS name, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_xact_user_tables`;
/** For the hook that opens the database: the first one fills it. */
export const FILL_TIMEOUT_MS = 300_000;

export interface PlanNode {
  type: string;
  /** Where it reads or writes a table. */
  table?: string;
  index?: string;
  /** What came out of it and what it threw away, in all its loops. */
  rows: number;
  children: PlanNode[];
}

export interface Plan {
  sql: string;
  /**
   * `custom` is planned for the values at hand, `generic` for any: what a named statement comes to after a few uses.
   */
  kind: 'custom' | 'generic';
  root: PlanNode;
}

export interface FilledDatabase {
  /** Runs `work` and tells how each of its statements was carried out; whatever it changed is undone. */
  explain(work: (tx: Tx) => Promise<unknown>): Promise<ExplainedWork>;
  url: string;
  /** For looking up what a statement is about. */
  query<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export interface ExplainedWork {
  plans: Plan[];
  largeTables: ReadonlySet<string>;
}

export interface PlanLimits {
  /** Rows that go through one sort; a page unless more is right. */
  sorted?: number;
  /** Rows that the statement looks at, in all tables together. */
  read?: number;
}

/** Every statement goes by index on large tables, reads no more than it needs and sorts no more than a page. */
export function expectIndexed(
  { plans, largeTables }: ExplainedWork,
  indexes: readonly string[],
  limits: PlanLimits = {},
): void {
  expect(plans.length, 'statements that were explained').toBeGreaterThan(0);
  for (const plan of plans) {
    const nodes = nodesOf(plan.root);
    const shown = `${plan.kind} plan of ${plan.sql}\n${outline(plan.root)}`;
    const scanned = nodes
      .filter(({ type, table }) => type === 'Seq Scan' && largeTables.has(table ?? ''))
      .map(({ table }) => table);
    expect(scanned, `tables read whole: ${shown}`).toEqual([]);
    const sorted = nodes.filter(({ type }) => type.endsWith('Sort')).map(({ children }) => children[0]?.rows ?? 0);
    expect(Math.max(0, ...sorted), `rows sorted: ${shown}`).toBeLessThanOrEqual(limits.sorted ?? PAGE);
    const read = nodes
      .filter(({ table, type }) => table !== undefined && type.endsWith('Scan'))
      .reduce((sum, { rows }) => sum + rows, 0);
    expect(read, `rows read: ${shown}`).toBeLessThanOrEqual(limits.read ?? ROWS_READ);
  }
  for (const kind of ['custom', 'generic'] as const) {
    const ofKind = plans.filter((plan) => plan.kind === kind);
    const used = ofKind.flatMap(({ root }) => nodesOf(root)).flatMap(({ index }) => index ?? []);
    const outlines = ofKind.map(({ root }) => outline(root)).join('\n');
    expect(used, `indexes of the ${kind} plans: ${outlines}`).toEqual(expect.arrayContaining([...indexes]));
  }
}

/** A database of its own, copied from one that is filled once for the whole run. */
export async function openFilledDatabase(): Promise<FilledDatabase> {
  await fillOnce();
  const database = await createFrom(FILLED);
  const largeTables = new Set(
    (
      await database.db.query<{ name: string }>(
        'SELECT relname AS name FROM pg_class WHERE relkind = $1 AND reltuples > $2',
        ['r', SMALL_TABLE_ROWS],
      )
    ).map(({ name }) => name),
  );
  return {
    url: database.url,
    query: (sql, params) => database.db.query(sql, params),
    close: () => database.drop(),
    explain: async (work) => ({ plans: await plansOf(database.db.pool, work), largeTables }),
  };
}

/** How each statement of `work` was carried out, both ways; whatever it changed is undone. */
export async function plansOf(pool: pg.Pool, work: (tx: Tx) => Promise<unknown>): Promise<Plan[]> {
  const client = await pool.connect();
  const plans: Plan[] = [];
  try {
    await client.query('BEGIN');
    await work(explaining(client, plans));
    return plans;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/**
 * Runs `work` on a connection of its own, with these settings, and tells how many rows of each table were looked at, by
 * triggers and foreign keys too, which no plan shows. What it changed is undone.
 */
export async function rowsRead(
  url: string,
  settings: string,
  work: (tx: Tx) => Promise<unknown>,
): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: url, options: settings });
  await client.connect();
  try {
    await client.query('BEGIN');
    await work(running(client));
    const { rows } = await client.query<{ name: string; read: string }>(ROWS_READ_BY_TABLE);
    return new Map(rows.map(({ name, read }) => [name, Number(read)]));
  } finally {
    await client.end();
  }
}

async function fillOnce(): Promise<void> {
  const admin = new pg.Client({ connectionString: withDatabase(inject('clusterUrl'), 'postgres') });
  await admin.connect();
  try {
    await admin.query('SELECT pg_advisory_lock($1)', [FILL_LOCK]);
    if (await databaseExists(FILLED)) return;
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await fillDatabase(client, PAYMENTS);
      await client.query('SET session_replication_role = replica');
      for (const statement of MORE) await client.query(statement);
    } finally {
      await client.end();
    }
    await keepTestDatabase(database, FILLED);
  } finally {
    await admin.end();
  }
}

function running(client: pg.Client): Tx {
  return {
    async query<Row>(asked: string | Statement, params: readonly unknown[] = []): Promise<Row[]> {
      const named = typeof asked === 'string' ? { text: asked } : asked;
      return (await client.query({ ...named, values: [...params] })).rows as Row[];
    },
  } as Tx;
}

/** A transaction that explains each statement both ways, undoes what that did, and then really runs it. */
function explaining(client: pg.PoolClient, plans: Plan[]): Tx {
  const undone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await client.query('SAVEPOINT explained');
    try {
      return await work();
    } finally {
      await client.query('ROLLBACK TO explained');
    }
  };
  return {
    async query<Row>(asked: string | Statement, params: readonly unknown[] = []): Promise<Row[]> {
      const sql = typeof asked === 'string' ? asked : asked.text;
      for (const kind of ['custom', 'generic'] as const) {
        plans.push({ sql, kind, root: await undone(() => explain(client, kind, sql, params)) });
      }
      return (await client.query(sql, [...params])).rows as Row[];
    },
  } as Tx;
}

async function explain(
  client: pg.PoolClient,
  kind: Plan['kind'],
  sql: string,
  params: readonly unknown[],
): Promise<PlanNode> {
  await client.query(`SET LOCAL plan_cache_mode = force_${kind}_plan`);
  // They outlive savepoints and failures.
  await client.query('DEALLOCATE ALL');
  await client.query(`PREPARE explained AS ${sql}`);
  const values = params
    .map((value) => (value === null || value === undefined ? 'NULL' : pg.escapeLiteral(textOf(value))))
    .join(', ');
  const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE explained${values ? `(${values})` : ''}`);
  return nodeOf(rows[0]['QUERY PLAN'][0].Plan);
}

/** As the driver writes it; PostgreSQL gives the text the type of the parameter. */
function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(itemText).join()}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function itemText(item: unknown): string {
  return item === null ? 'NULL' : `"${textOf(item).replace(/["\\]/g, '\\$&')}"`;
}

interface ExplainedNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: ExplainedNode[];
}

function nodeOf(node: ExplainedNode): PlanNode {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return {
    type: node['Node Type'],
    ...(node['Relation Name'] === undefined ? {} : { table: node['Relation Name'] }),
    ...(node['Index Name'] === undefined ? {} : { index: node['Index Name'] }),
    rows: Math.round((node['Actual Rows'] + removed) * node['Actual Loops']),
    children: (node.Plans ?? []).map(nodeOf),
  };
}

export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...node.children.flatMap(nodesOf)];
}

export function outline(node: PlanNode, indent = ''): string {
  const where = [node.table, node.index].filter(Boolean).join(' by ');
  const line = `${indent}${node.type}${where ? ` on ${where}` : ''}: ${node.rows} rows`;
  return [line, ...node.children.map((child) => outline(child, `${indent}  `))].join('\n');
}
