import { beforeEach, expect, it } from 'vitest';
import { DatabaseBusy, type Db } from './pool.ts';
import { createReplica, type Replica, type ReplicaProblem } from './replica.ts';

const MAX_LAG_MS = 10_000;

/** A server that says where it is, and its name to every other question. */
function server(name: string) {
  const is = { cluster: 'c', position: 100, error: null as unknown };
  const db: Db = {
    async query<Row>(sql: unknown) {
      if (is.error) throw is.error;
      return (String(sql).includes('pg_control_system') ? [is] : [name]) as Row[];
    },
  };
  return { is, db };
}

let now: number;
let told: (ReplicaProblem | null)[];
let primary: ReturnType<typeof server>;
let standby: ReturnType<typeof server>;
let replica: Replica;
beforeEach(() => {
  now = 0;
  told = [];
  [primary, standby] = [server('primary'), server('standby')];
  const tell = (problem: ReplicaProblem | null) => told.push(problem);
  const [at, replicated] = [primary.db, standby.db];
  replica = createReplica({ primary: at, replica: replicated, maxLagMs: MAX_LAG_MS, nowMs: () => now, tell });
});

const ask = async () => (await replica.query<string>('SELECT'))[0];
const failing = (code: string) => Object.assign(new Error(code), { code, severity: 'ERROR' });

it('is not asked before anybody has looked at it', async () => {
  expect(await ask()).toBe('primary');
  await replica.check();
  expect([await ask(), told]).toEqual(['standby', [null]]);
});

it('is left when it falls behind, without another look as well, and asked again when it has caught up', async () => {
  await replica.check();
  now = 6_000;
  primary.is.position = 200;
  await replica.check();
  expect(await ask()).toBe('standby');
  now = MAX_LAG_MS + 1;
  expect(await ask()).toBe('primary');
  await replica.check();
  expect([await ask(), told]).toEqual(['primary', [null, 'behind']]);
  standby.is.position = 200;
  await replica.check();
  expect([await ask(), told]).toEqual(['standby', [null, 'behind', null]]);
});

it('is left at the first sign that it is away, and the read is answered by the primary', async () => {
  await replica.check();
  standby.is.error = failing('57P01');
  expect(await ask()).toBe('primary');
  standby.is.error = null;
  expect([await ask(), told]).toEqual(['primary', [null, 'away']]);
  await replica.check();
  expect(await ask()).toBe('standby');
});

it('a statement that took too long, or that finds no place, does not burden the primary as well', async () => {
  await replica.check();
  for (const error of [failing('57014'), new DatabaseBusy('full')]) {
    standby.is.error = error;
    await expect(ask()).rejects.toBe(error);
  }
  expect(told).toEqual([null]);
});

it('what a replica does not know yet, the primary does', async () => {
  await replica.check();
  standby.is.error = failing('42P01');
  expect([await ask(), told]).toEqual(['primary', [null]]);
});

it('another cluster is no replica', async () => {
  standby.is.cluster = 'd';
  await replica.check();
  expect([await ask(), told]).toEqual(['primary', ['stranger']]);
});
