import type pg from 'pg';
import type { Db, DbPool } from '../../src/ground/db/pool.ts';
import type { Statement } from '../../src/ground/db/statement.ts';
import type { Random } from './random.ts';
import type { Actor, Locks, Scheduler } from './scheduler.ts';

/** What a process sees when its connection breaks: it cannot know whether the statement took effect. */
export class LostConnection extends Error {
  readonly code = 'ECONNRESET';
}

/** A journal must be written in the transaction itself and not under a savepoint. */
const ALWAYS_TO_ITS_END = /^(COMMIT|ROLLBACK)$|INTO ledger_journals/;

const TAKES_DEBIT_LOCKS = /debit_locks.*FOR UPDATE/s;
const WRITES_JOURNAL = /INTO ledger_journals/;
const OWN_JOURNALS = 'SELECT id FROM ledger_journals WHERE xmin = pg_current_xact_id()::xid ORDER BY id';

type Rows = { rows: Record<string, unknown>[] };

/**
 * A journal that was committed. Its id does not tell what a refund could see when it checked a balance; this does: the
 * journals that were committed when it got its debit locks, and at most those that were committed until it wrote.
 */
export interface PostedJournal {
  id: number;
  seenAtLeast: number;
  seenAtMost: number;
  /** How many were committed before its transaction: those after them, up to it, are its own and were seen, too. */
  ownFrom: number;
}

/** What a journal may have seen: each of these, of those that were committed before it, in the order of commits. */
export function booksSeenBy<Entry>(posted: readonly Entry[][], place: PostedJournal): Entry[][] {
  const own = posted.slice(place.ownFrom).flat();
  return Array.from({ length: place.seenAtMost - place.seenAtLeast + 1 }, (_, more) => [
    ...posted.slice(0, place.seenAtLeast + more).flat(),
    ...own,
  ]);
}

interface Held {
  client: pg.PoolClient;
  actor: Actor;
}

/** Real connections of one simulated world, handed out to its processes; every statement is a step. */
export class SimDatabase implements Locks {
  readonly real: DbPool;
  /** Chance that a statement meets a connection that breaks. */
  lossChance = 0;
  /** In the order of their commits. */
  posted: PostedJournal[] = [];
  readonly #monitor: pg.PoolClient;
  readonly #idle: pg.PoolClient[] = [];
  readonly #names = new Map<string, string>();
  #held: Held[] = [];

  private constructor(real: DbPool, monitor: pg.PoolClient) {
    this.real = real;
    this.#monitor = monitor;
  }

  static async open(real: DbPool): Promise<SimDatabase> {
    return new SimDatabase(real, await real.pool.connect());
  }

  close(): void {
    for (const client of [this.#monitor, ...this.#idle]) client.release();
  }

  /** For the simulation itself: its own reads and resets are no steps. */
  async look<Row>(sql: string, params: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#send(this.#monitor, sql, params)).rows as Row[];
  }

  /** The same, for the product's own reads. */
  readonly asSimulation: Db = {
    query: <Row>(sql: string | Statement, params: readonly unknown[] = []): Promise<Row[]> =>
      this.look<Row>(textOf(sql), params),
  };

  async script(sql: string): Promise<void> {
    await this.#monitor.query(sql);
  }

  async blockersOf(pids: readonly number[]): Promise<Map<number, number[]>> {
    if (pids.length === 0) return new Map();
    const rows = await this.look<{ pid: number; blockers: number[] }>(
      'SELECT pid, pg_blocking_pids(pid) AS blockers FROM unnest($1::integer[]) AS pid',
      [pids],
    );
    return new Map(rows.map(({ pid, blockers }) => [pid, blockers]));
  }

  async rollBack(actor: Actor): Promise<void> {
    await this.#endAll(this.#held.filter((held) => held.actor === actor));
  }

  /** Ends the transactions that a failed seed left open, before the next seed starts. */
  async rollBackEverybody(): Promise<void> {
    await this.#endAll(this.#held);
  }

  async #endAll(ended: readonly Held[]): Promise<void> {
    this.#held = this.#held.filter((held) => !ended.includes(held));
    for (const { client } of ended) {
      // A statement that waits for a lock is cancelled first; on an idle connection this does nothing.
      await this.look('SELECT pg_cancel_backend($1)', [pidOf(client)]);
      await client.query('ROLLBACK').catch(() => client.query('ROLLBACK'));
      this.#idle.push(client);
    }
  }

  /** The database as this process sees it. */
  seenBy(actor: Actor, scheduler: Scheduler, random: Random): DbPool {
    return {
      query: async <Row>(sql: string | Statement, params: readonly unknown[] = []): Promise<Row[]> =>
        (await this.#alone(actor, scheduler, random, textOf(sql), params)).rows as Row[],
      // Named here and not by the pool: every statement has a name in the simulation.
      queryOf: (sql, params) => ({ text: textOf(sql), values: [...params] }),
      transactionSettings: '',
      pool: {
        waitingCount: 0,
        connect: async () => this.#transactionOf(actor, scheduler, random),
      } as unknown as pg.Pool,
      close: async () => {},
    };
  }

  /** A statement that commits by itself. */
  #alone(actor: Actor, scheduler: Scheduler, random: Random, sql: string, params: readonly unknown[]): Promise<Rows> {
    let pid: number | null = null;
    const effect = async () => {
      const held = await this.#take(actor);
      pid = pidOf(held.client);
      try {
        return await this.#unreliably(random, () => this.#send(held.client, sql, params));
      } finally {
        this.#giveBack(held);
      }
    };
    const withdraw = async () => void (await this.look('SELECT pg_cancel_backend($1)', [pid]));
    return scheduler.step(actor, labelOf(sql), effect, { pid: () => pid, withdraw });
  }

  /**
   * A connection for one transaction. BEGIN goes out with the first statement: alone it does nothing that others could
   * see. A statement without it is a transaction by itself.
   */
  #transactionOf(actor: Actor, scheduler: Scheduler, random: Random): pg.PoolClient {
    let held: Held | null = null;
    let begin: string | null = null;
    let isOpen = false;
    let isBroken = false;
    let lockedAt: number | null = null;
    let wroteAt: number | null = null;
    const breakOff = async () => {
      isBroken = true;
      await held?.client.query('ROLLBACK');
      if (held) this.#giveBack(held);
      held = null;
    };
    const run = async (sql: string, params: readonly unknown[], canBeWithdrawn: boolean): Promise<Rows> => {
      if (isBroken) throw new LostConnection('the connection is gone');
      held ??= await this.#take(actor);
      const { client } = held;
      if (begin !== null) await client.query(begin);
      begin = null;
      if (canBeWithdrawn) await client.query('SAVEPOINT simulation');
      const send = async () => {
        const isPosting = sql === 'COMMIT' && wroteAt !== null;
        const own = isPosting ? ((await client.query(OWN_JOURNALS)).rows as { id: number }[]) : [];
        const rows = await this.#send(client, sql, params);
        const seen = this.posted.length;
        if (TAKES_DEBIT_LOCKS.test(sql)) lockedAt ??= seen;
        if (WRITES_JOURNAL.test(sql)) wroteAt = seen;
        this.posted.push(
          ...own.map(({ id }) => ({
            id,
            seenAtLeast: lockedAt ?? wroteAt ?? seen,
            seenAtMost: wroteAt ?? seen,
            ownFrom: seen,
          })),
        );
        return rows;
      };
      try {
        const rows = await this.#unreliably(random, send);
        if (canBeWithdrawn) await client.query('RELEASE simulation');
        return rows;
      } catch (error) {
        if (error instanceof LostConnection) await breakOff();
        throw error;
      }
    };
    const withdraw = async () => {
      if (!held) return;
      await this.look('SELECT pg_cancel_backend($1)', [pidOf(held.client)]);
      // Queued behind the statement that is being cancelled.
      await held.client.query('ROLLBACK TO simulation; RELEASE simulation');
    };
    const pid = () => held && pidOf(held.client);
    const handle = {
      query: (asked: string | pg.QueryConfig): Promise<Rows> => {
        const { text: sql, values: params = [] } = typeof asked === 'string' ? { text: asked } : asked;
        if (/^BEGIN\b/.test(sql)) {
          isOpen = true;
          begin = sql;
          lockedAt = null;
          wroteAt = null;
          return Promise.resolve({ rows: [] });
        }
        if (!isOpen) return this.#alone(actor, scheduler, random, sql, params);
        const effect = (canBeWithdrawn: boolean) => run(sql, params, canBeWithdrawn);
        return scheduler.step(actor, labelOf(sql), effect, {
          pid,
          withdraw: ALWAYS_TO_ITS_END.test(sql) ? null : withdraw,
        });
      },
      release: () => {
        if (held) this.#giveBack(held);
        held = null;
      },
      on: () => {},
      off: () => {},
    };
    return handle as unknown as pg.PoolClient;
  }

  /** A connection breaks before the statement arrives, or after it took effect. */
  async #unreliably(random: Random, send: () => Promise<Rows>): Promise<Rows> {
    if (this.lossChance === 0 || !random.chance(this.lossChance)) return send();
    if (random.chance(0.5)) throw new LostConnection('lost before the statement');
    await send();
    throw new LostConnection('lost before the answer');
  }

  /** Named, so that each connection parses and plans a statement once: this is half of the speed. */
  async #send(client: pg.PoolClient, sql: string, params: readonly unknown[]): Promise<Rows> {
    if (/^(COMMIT|ROLLBACK)$/.test(sql)) return client.query(sql);
    const name = this.#names.get(sql) ?? `s${this.#names.size}`;
    this.#names.set(sql, name);
    const result = await client.query({ name, text: sql, values: params as unknown[] });
    // SQL promises no order here, and the order on disk is no part of a seed.
    if (/^\s*(UPDATE|WITH due)\b/.test(sql)) result.rows.sort((one, other) => Number(one.id) - Number(other.id));
    return result;
  }

  async #take(actor: Actor): Promise<Held> {
    const held = { client: this.#idle.pop() ?? (await this.real.pool.connect()), actor };
    this.#held.push(held);
    return held;
  }

  #giveBack(held: Held): void {
    if (!this.#held.includes(held)) return;
    this.#held = this.#held.filter((other) => other !== held);
    this.#idle.push(held.client);
  }
}

function pidOf(client: pg.PoolClient): number {
  return (client as unknown as { processID: number }).processID;
}

function textOf(sql: string | Statement): string {
  return typeof sql === 'string' ? sql : sql.text;
}

const LABEL_LENGTH = 60;

function labelOf(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').trim().slice(0, LABEL_LENGTH);
}
