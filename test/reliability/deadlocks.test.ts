import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/contract.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { attempt, outcomeOf } from '../support/insistence.ts';
import { expectRefunded, openCompany, participant, refundPix, refundsOf, type TestCompany } from '../support/money.ts';
import { orderOf } from '../support/orders.ts';
import { expectSound } from '../support/soundness.ts';

/**
 * The order of locks keeps splits in opposite order apart (test/gateway/refunds/concurrent-refunds.test.ts); these
 * are real deadlocks.
 */

const MAX_ATTEMPTS = 5;

let gateway: TestGateway;
let intruder: pg.Client;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  intruder = new pg.Client({ connectionString: gateway.database.url });
  await intruder.connect();
});
afterEach(async () => {
  await intruder.query('ROLLBACK');
  await intruder.query('DROP TRIGGER IF EXISTS trouble ON payments; DROP TRIGGER IF EXISTS trouble ON refunds');
  await expectSound(gateway.database.db);
});
afterAll(async () => {
  await intruder?.end();
  await gateway?.close();
});

async function deadlocks(): Promise<number> {
  const [row] = await gateway.database.db.query<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.deadlocks ?? 0;
}

it('a refund caught in a deadlock is tried again and succeeds: one refund, no 5xx', async () => {
  const owner = await openCompany(gateway);
  const partner = await openCompany(gateway, { of: 'partner' });
  const id = await createPaidQuietly(owner, [participant(partner)]);
  await intruder.query('INSERT INTO debit_locks (company_id) VALUES ($1), ($2) ON CONFLICT DO NOTHING', [
    owner.id,
    partner.id,
  ]);
  const before = await deadlocks();
  // The refund locks the owner first, the intruder the partner; then each wants the other lock. The intruder
  // never gives up.
  await intruder.query('BEGIN');
  await intruder.query("SET LOCAL deadlock_timeout = '60s'");
  await intruder.query('SELECT 1 FROM debit_locks WHERE company_id = $1 FOR UPDATE', [partner.id]);
  const refunding = refundPix(gateway, owner, id);
  const waitingSince = () =>
    eventually(async () => {
      const waiting = await gateway.database.db.query<{ since: Date }>(
        `SELECT xact_start AS since FROM pg_stat_activity
         WHERE application_name = 'vintem' AND wait_event_type = 'Lock' AND datname = current_database()`,
      );
      expect(waiting).toHaveLength(1);
      return waiting[0]?.since;
    });
  // In its batch it waits for a moment only; then by itself, as long as it takes.
  const inBatch = await waitingSince();
  await eventually(async () => expect(await waitingSince()).not.toEqual(inBatch));
  await intruder.query('SELECT 1 FROM debit_locks WHERE company_id = $1 FOR UPDATE', [owner.id]);
  await intruder.query('COMMIT');
  expectRefunded(await refunding);
  expect(await refundsOf(gateway, id)).toMatchObject([{ status: 'REFUNDED' }]);
  await eventually(async () => expect(await deadlocks()).toBe(before + 1));
});

/** A payment that a read found paid; there is no background work here. */
async function createPaidQuietly(owner: TestCompany, splitParticipants: unknown[]): Promise<number> {
  const body = orderOf(10_000, { access_token: owner.token, splitParticipants });
  const { id } = (await gateway.post('/payments/order', body, owner.session)).body.transaction;
  await gateway.post(`/sandbox/transactions/${id}/pay`, { notify: false }, owner.session);
  expect((await gateway.get(`/transactions/${id}?payment_type=PIX`, owner.session)).body.status).toBe(2);
  return id;
}

/** Rows of that table fail with this code as long as the condition holds; `tries` counts over roll-backs. */
async function trouble(table: 'payments' | 'refunds', code: string, condition: string): Promise<void> {
  await intruder.query(`
    DROP SEQUENCE IF EXISTS tries;
    CREATE SEQUENCE tries;
    CREATE OR REPLACE FUNCTION make_trouble() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE try bigint := nextval('tries');
    BEGIN
      IF ${condition} THEN RAISE EXCEPTION 'trouble' USING ERRCODE = '${code}'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER trouble BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION make_trouble();`);
}

async function tries(): Promise<number> {
  const [row] = await gateway.database.db.query<{ last_value: number }>('SELECT last_value FROM tries');
  return row?.last_value ?? 0;
}

describe.each(['40001', '40P01'])('SQLSTATE %s', (code) => {
  it(`${MAX_ATTEMPTS - 1} times in a row: the caller does not notice`, async () => {
    await trouble('payments', code, `try < ${MAX_ATTEMPTS}`);
    const answer = await gateway.post('/payments/order', orderOf(1_000));
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await tries()).toBe(MAX_ATTEMPTS);
  });

  it(`without end: given up after ${MAX_ATTEMPTS}, with a 503 that says when to come again, and the repeat gets through`, async () => {
    await trouble('payments', code, 'true');
    const send = () => attempt(gateway.url, '/payments/order', gateway.token, orderOf(1_000), `trouble-${code}`);
    const answer = await send();
    expect(outcomeOf(answer)).toBe('503 SERVICE_UNAVAILABLE');
    expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await tries()).toBe(MAX_ATTEMPTS);
    await intruder.query('DROP TRIGGER trouble ON payments');
    expect(outcomeOf(await send())).toBe('200');
  });
});

it('one order of 32 at once that the database will not have: its own error, and 31 payments', async () => {
  await trouble('payments', '23514', 'NEW.amount_cents = 1017');
  const count = async () => (await gateway.database.db.query('SELECT 1 FROM payments')).length;
  const before = await count();
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, n) => gateway.post('/payments/order', orderOf(1_000 + n))),
  );
  for (const [n, { status, body }] of answers.entries()) {
    expect({ n, status }).toEqual({ n, status: n === 17 ? 500 : 200 });
    if (n === 17) expect(body).toMatchObject({ success: false, code: 'INTERNAL_ERROR' });
  }
  expect(await count()).toBe(before + 31);
});
