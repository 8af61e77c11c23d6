import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workNotifications } from '../../../src/gateway/alignment/work-notifications.ts';
import type { Statement } from '../../../src/ground/db/statement.ts';
import { CLAIM_SIZE } from '../../../src/ground/queues/claims.sql.ts';
import { insertNotifications, NOTIFICATIONS_IN_A_CLAIM } from '../../../src/rails/acquirers/notifications.sql.ts';
import { sandboxOf, withSandbox } from '../../support/banks/acquirers.ts';
import { eventually, referenceOf } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { addMerchant, addPayments } from '../../support/many-payments.ts';
import { createPayment, openCompany, sandbox, type TestCompany } from '../../support/money.ts';

/** The job that works off what acquirers have sent, called by hand: no other process does so here. */

let gateway: TestGateway;
let shop: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  shop = await openCompany(gateway);
});
afterAll(() => gateway.close());

const query = <Row>(sql: string, params: unknown[] = []) => gateway.database.db.query<Row>(sql, params);

async function notify(reference: string, content: string): Promise<void> {
  const contentHash = createHash('sha256').update(content).digest();
  await insertNotifications(gateway.database.db, [{ acquirer: 'sandbox', reference, contentHash, at: new Date() }]);
}

async function paidAndNotified(): Promise<{ id: number; reference: string }> {
  const id = await createPayment(gateway, shop, 10_000);
  await sandbox(gateway, shop, id, 'pay', { notify: false });
  const reference = await referenceOf(gateway, id);
  await notify(reference, `paid ${id}`);
  return { id, reference };
}

/** An acquirer that answers about one payment only when it is told to. */
function slowAbout(reference: string) {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const acquirer = sandboxOf(gateway.vintem.deps);
  const deps = withSandbox(gateway.vintem.deps, {
    query: async (charge) => {
      if (charge.reference === reference) await answered;
      return acquirer.query(charge);
    },
  });
  return { deps, answer: () => answer() };
}

const statesOf = (ids: readonly number[]) =>
  query(
    `SELECT p.id, p.status, bool_and(n.worked_at IS NOT NULL) AS "isWorked", min(n.attempts) AS attempts
     FROM payments p JOIN acquirer_notifications n ON n.reference = p.reference
     WHERE p.id = ANY ($1::bigint[]) GROUP BY p.id ORDER BY p.id`,
    [ids],
  );

it('nobody waits for the slowest answer: the others are applied and worked off meanwhile', async () => {
  const all = [await paidAndNotified(), await paidAndNotified(), await paidAndNotified()];
  const slow = all[1] as (typeof all)[0];
  const { deps, answer } = slowAbout(slow.reference);
  const working = workNotifications(deps);
  const ids = all.map(({ id }) => id);
  const done = (id: number) => ({ id, status: 2, isWorked: true, attempts: 1 });
  await eventually(async () =>
    expect(await statesOf(ids)).toEqual(
      ids.map((id) => (id === slow.id ? { id, status: 1, isWorked: false, attempts: 1 } : done(id))),
    ),
  );
  answer();
  expect(await working).toBe(true);
  expect(await statesOf(ids)).toEqual(ids.map(done));
  expect(await workNotifications(deps)).toBe(false);
});

it('behind as many as are taken at once, the next are worked on while one of those still waits', async () => {
  const slow = await paidAndNotified();
  for (let number = 1; number < NOTIFICATIONS_IN_A_CLAIM; number++)
    await notify(`of-somebody-else-${number}`, `other ${number}`);
  const next = await paidAndNotified();
  const { deps, answer } = slowAbout(slow.reference);
  const working = workNotifications(deps);
  await eventually(async () =>
    expect(await statesOf([slow.id, next.id])).toMatchObject([{ isWorked: false }, { status: 2, isWorked: true }]),
  );
  answer();
  expect(await working).toBe(true);
  expect(await statesOf([slow.id])).toMatchObject([{ status: 2, isWorked: true }]);
});

it('an acquirer that is slow to answer is never asked more at once than a queue asks', async () => {
  const { db } = gateway.database;
  const many = await addMerchant(db, 1);
  await addPayments(db, many, 2 * CLAIM_SIZE);
  const ofMany = 'SELECT reference FROM payments WHERE merchant_id = $1';
  for (const { reference } of await query<{ reference: string }>(ofMany, [many.id]))
    await notify(reference, `many ${reference}`);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let open = 0;
  const claims: number[] = [];
  const asking = withSandbox(gateway.vintem.deps, {
    query: async () => {
      open++;
      await answered;
      return { outcome: 'unknown', reason: 'busy' };
    },
  });
  const pool = asking.db;
  const counted: typeof pool.query = async (sql, params) => {
    const rows = await pool.query<never>(sql, params);
    if (String((sql as Statement).text).includes('SET attempts = attempts + 1')) claims.push(rows.length);
    return rows;
  };
  const working = workNotifications({ ...asking, db: { ...pool, query: counted } });
  try {
    // Both claims are made, and all that they hold is asked about.
    await eventually(() => expect([claims.length, open]).toEqual([2, (claims[0] ?? 0) + (claims[1] ?? 0)]));
    expect(open).toBe(CLAIM_SIZE);
  } finally {
    answer();
    await working;
    await query(`UPDATE acquirer_notifications SET worked_at = now() WHERE reference IN (${ofMany})`, [many.id]);
  }
});

it('one question answers every hint that had arrived before it, and none that came since', async () => {
  const { id, reference } = await paidAndNotified();
  await notify(reference, `again ${id}`);
  const acquirer = sandboxOf(gateway.vintem.deps);
  let questions = 0;
  const deps = withSandbox(gateway.vintem.deps, {
    query: async (charge) => {
      questions++;
      await notify(reference, `meanwhile ${id}`);
      return acquirer.query(charge);
    },
  });
  await workNotifications(deps);
  expect(questions).toBe(1);
  const open = await query('SELECT 1 FROM acquirer_notifications WHERE reference = $1 AND worked_at IS NULL', [
    reference,
  ]);
  expect(open).toHaveLength(1);
});

it('a hint that is faster than the reads of its bank is looked at again after 2, 10 and 60 seconds', async () => {
  const id = await createPayment(gateway, shop, 10_000);
  const reference = await referenceOf(gateway, id);
  await notify(reference, `early ${id}`);
  const acquirer = sandboxOf(gateway.vintem.deps);
  let questions = 0;
  let aheadMs = 0;
  const counted = withSandbox(gateway.vintem.deps, {
    query: async (charge) => {
      if (charge.reference === reference) questions++;
      return acquirer.query(charge);
    },
  });
  const deps = { ...counted, clock: { ...counted.clock, realNow: () => new Date(Date.now() + aheadMs) } };
  const lookAt = async (ms: number) => {
    aheadMs = ms;
    await workNotifications(deps);
    return questions;
  };
  const seen = [];
  for (const ms of [0, 1_000, 3_000, 5_000, 11_000, 30_000, 61_000, 90_000, 3_600_000]) seen.push(await lookAt(ms));
  expect(seen).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 4]);
});

it('what the second look finds ends the looks', async () => {
  const id = await createPayment(gateway, shop, 10_000);
  const reference = await referenceOf(gateway, id);
  await notify(reference, `early, then paid ${id}`);
  await workNotifications(gateway.vintem.deps);
  await sandbox(gateway, shop, id, 'pay', { notify: false });
  const late = (ms: number) => {
    const { deps } = gateway.vintem;
    return { ...deps, clock: { ...deps.clock, realNow: () => new Date(Date.now() + ms) } };
  };
  await workNotifications(late(3_000));
  expect(await query('SELECT status FROM payments WHERE id = $1', [id])).toEqual([{ status: 2 }]);
  expect(
    await query('SELECT looks, look_again_at FROM acquirer_notifications WHERE reference = $1', [reference]),
  ).toEqual([{ looks: 1, look_again_at: null }]);
});
