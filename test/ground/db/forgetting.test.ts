import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLedger } from '../../../src/care/audit/audit-ledger.ts';
import { sealBooks } from '../../../src/care/audit/seal-books.ts';
import { forgetOldReports } from '../../../src/gateway/alignment/forget-old-reports.ts';
import { type Config, readConfig } from '../../../src/ground/config.ts';
import { type DbPool, openPool } from '../../../src/ground/db/pool.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import type { Deps } from '../../../src/ground/deps.ts';
import { forgetOldKeys } from '../../../src/ground/idempotency/forget-old-keys.ts';
import { CHUNK_SIZE } from '../../../src/ground/queues/chunks.ts';
import { forgetOldEvents } from '../../../src/news/events/forget-old-events.ts';
import { forgetOldLogins } from '../../../src/parties/accounts/forget-old-logins.ts';
import { THROTTLE_WINDOW_SECONDS } from '../../../src/parties/accounts/login-throttle.rules.ts';
import { forgetOldRows } from '../../../src/rails/sandbox-acquirer/forget-old-rows.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { corrupt } from '../../support/corrupt.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderBody } from '../../support/orders.ts';

/** What is old goes; what is young, open, under way or referenced stays. The jobs run as the role of the service. */

let database: TestDatabase;
let service: DbPool;
beforeAll(async () => {
  database = await createTestDatabase();
  service = openPool({ url: database.serviceUrl, max: 4, applicationName: 'vintem-test', onError: () => {} });
  await database.db.query(
    "INSERT INTO merchants (id, name, created_at) OVERRIDING SYSTEM VALUE VALUES (1, 'Loja', now())",
  );
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const clock = { realNow: () => new Date() } as Deps['clock'];
const deps = (config: Partial<Config> = {}) => ({ db: service, clock, config: { ...readConfig({}), ...config } });
async function untilDone(job: () => Promise<boolean>): Promise<void> {
  while (await job());
}
const rows = async (sql: string) => (await database.db.query<{ name: unknown }>(sql)).map(({ name }) => name);

describe('idempotency keys', () => {
  const add = (key: string, age: string, count = 1) =>
    database.db.query(
      `INSERT INTO idempotency_keys
         (merchant_id, key, fingerprint, subject_kind, subject_id, owner, leased_until, created_at)
       SELECT 1, $1 || n, '', 'payout', n, 'x', now(), now() - $2::interval FROM generate_series(1, $3::integer) n`,
      [key, age, count],
    );
  const left = () => rows('SELECT key AS name FROM idempotency_keys ORDER BY key');

  it('leave after a day, more than a chunk of them too; one that is being claimed anew stays', async () => {
    await add('many', '25 hours', CHUNK_SIZE + 10);
    await add('held', '26 hours');
    await add('old', '24 hours 1 minute');
    await add('young', '23 hours 59 minutes');
    const client = await database.db.pool.connect();
    await client.query("BEGIN; SELECT FROM idempotency_keys WHERE key = 'held1' FOR UPDATE");
    await untilDone(() => forgetOldKeys(deps()));
    expect(await left()).toEqual(['held1', 'young1']);
    await client.query('ROLLBACK');
    client.release();
    await untilDone(() => forgetOldKeys(deps()));
    expect(await left()).toEqual(['young1']);
  });
});

describe('logins', () => {
  it('leave after ten windows of the limit, failed or not', async () => {
    for (const [name, age, count] of [
      ['many', '2 days', CHUNK_SIZE + 10],
      ['old', `${10 * THROTTLE_WINDOW_SECONDS + 60} seconds`, 1],
      ['young', `${10 * THROTTLE_WINDOW_SECONDS - 60} seconds`, 1],
    ]) {
      const values = [name, age, count];
      await database.db.query(
        `INSERT INTO login_failures (account_hash, address, failed_at)
         SELECT '', $1, now() - $2::interval FROM generate_series(1, $3::integer)`,
        values,
      );
      await database.db.query(
        `INSERT INTO login_successes (account_hash, address, logged_in_at)
         SELECT '', $1, now() - $2::interval FROM generate_series(1, $3::integer)`,
        values,
      );
    }
    await untilDone(() => forgetOldLogins(deps()));
    expect(await rows('SELECT address AS name FROM login_failures')).toEqual(['young']);
    expect(await rows('SELECT address AS name FROM login_successes')).toEqual(['young']);
  });
});

describe('daily comparisons', () => {
  const FIGURES =
    'our_count, our_paid_cents, our_refunded_cents, ' +
    'acquirer_count, acquirer_paid_cents, acquirer_refunded_cents, open_divergences';
  const add = async (acquirer: string, daysAgo: number) => {
    await database.db.query(
      `INSERT INTO daily_comparisons (acquirer, day, ${FIGURES}, made_at, compared_on)
       VALUES ($1, current_date - $2::integer, 0, 0, 0, 0, 0, 0, 0, now(), current_date)`,
      [acquirer, daysAgo],
    );
    await database.db.query(
      `INSERT INTO daily_comparison_changes (acquirer, day, ${FIGURES}, made_at, replaced_at)
       VALUES ($1, current_date - $2::integer, 0, 0, 0, 0, 0, 0, 0, now(), now())`,
      [acquirer, daysAgo],
    );
  };

  it('leave with what they said before; the newest of each acquirer stays, however old', async () => {
    for (const daysAgo of [400, 103, 97, 1]) await add('one', daysAgo);
    for (const daysAgo of [500, 450]) await add('gone', daysAgo);
    await untilDone(() => forgetOldReports(deps({ comparisonDays: 100 })));
    const left = ['gone 450', 'one 97', 'one 1'];
    for (const table of ['daily_comparisons', 'daily_comparison_changes']) {
      expect(await rows(`SELECT acquirer || ' ' || (current_date - day) AS name FROM ${table} ORDER BY day`)).toEqual(
        left,
      );
    }
  });
});

describe('what left, compared', () => {
  it('comparisons leave as those of receipts do', async () => {
    for (const [acquirer, daysAgo] of [
      ['one', 400],
      ['one', 103],
      ['one', 97],
      ['gone', 500],
      ['gone', 450],
    ])
      await database.db.query(
        `INSERT INTO payout_comparisons
           (acquirer, day, compared_on, our_count, our_cents, bank_count, bank_cents, made_at)
         VALUES ($1, current_date - $2::integer, current_date, 0, 0, 0, 0, now())`,
        [acquirer, daysAgo],
      );
    await untilDone(() => forgetOldReports(deps({ comparisonDays: 100 })));
    const left = "SELECT acquirer || ' ' || (current_date - day) AS name FROM payout_comparisons ORDER BY day";
    expect(await rows(left)).toEqual(['gone 450', 'one 97']);
  });

  it('findings leave so long after they were resolved, never while their payout is looked at; open ones stay', async () => {
    const add = (reference: string, resolvedDaysAgo: number | null, count = 1) =>
      database.db.query(
        `INSERT INTO payout_findings
           (acquirer, kind, reference, our_cents, bank_cents, detected_at, resolved_at, resolution)
         SELECT 'one', 'UNKNOWN_AT_BANK', $1 || n, 0, 1, now() - interval '9 years',
           now() - $2::integer * interval '1 day', CASE WHEN $2::integer IS NOT NULL THEN 'seen' END
         FROM generate_series(1, $3::integer) n`,
        [reference, resolvedDaysAgo, count],
      );
    await add('open', null);
    await add('many', 201, CHUNK_SIZE + 10);
    await add('young', 199);
    await add('looked at', 119);
    const left = 'SELECT reference AS name FROM payout_findings ORDER BY 1';
    await untilDone(() => forgetOldReports(deps({ comparisonDays: 200 })));
    expect(await rows(left)).toEqual(['looked at1', 'open1', 'young1']);
    await untilDone(() => forgetOldReports(deps({ comparisonDays: 30 })));
    expect(await rows(left)).toEqual(['looked at1', 'open1']);
  });
});

describe('the sandbox acquirer', () => {
  const charge = (reference: string, status: string, daysAgo: number) =>
    database.db.query(
      `INSERT INTO sandbox_acquirer.charges (reference, transaction_id, payment_type, amount_cents, status,
         description, payer_name, payer_document, expires_at, history, received_cents, created_at)
       VALUES ($1, $1, 'pix', 1000, $2, '', '', '', now(), '[]', 1000, now() - $3 * interval '1 day')`,
      [reference, status, daysAgo],
    );
  const refund = (reference: string, status: string) =>
    database.db.query(
      `INSERT INTO sandbox_acquirer.refunds
         (reference, refund_id, charge_reference, amount_cents, status, created_at, refunded_at)
       VALUES ($1, $1, $1, 10, $2, now(), CASE WHEN $2 = 'REFUNDED' THEN now() END)`,
      [reference, status],
    );

  it('forgets charges that are over with their refunds, and notifications that are closed', async () => {
    for (const status of ['PAID', 'REFUNDED', 'CANCELLED', 'FAILED']) await charge(`old ${status}`, status, 101);
    await charge('waiting', 'WAITING_PAYMENT', 200);
    await charge('refunding', 'PAID', 200);
    await charge('young', 'PAID', 99);
    await refund('old REFUNDED', 'REFUNDED');
    await refund('refunding', 'PROCESSING');
    await refund('young', 'REFUNDED');
    await database.db.query(
      `INSERT INTO sandbox_acquirer.notifications
         (reference, transaction_id, status, next_attempt_at, outcome, closed_at, created_at)
       SELECT name, '', 'PAID', now(), CASE WHEN name <> 'open' THEN 'delivered' END,
         CASE WHEN name <> 'open' THEN at END, at
       FROM (VALUES ('open', 200), ('old', 101), ('young', 99)) AS n (name, days),
         LATERAL (SELECT now() - days * interval '1 day' AS at) t`,
    );
    await database.db.query(
      `INSERT INTO sandbox_acquirer.faults (operation, kind, delay_ms, remaining, created_at)
       SELECT 'charge', name, 0, remaining, now() - days * interval '1 day'
       FROM (VALUES ('old', 0, 101), ('ordered', 1, 101), ('young', 0, 99)) AS f (name, remaining, days)`,
    );
    await database.db.query(
      `INSERT INTO sandbox_acquirer.payouts (reference, payout_id, amount_cents, status, holder_name, holder_document,
         created_at, paid_at)
       SELECT name, '', 1, status, '', '', at, CASE WHEN status = 'PAID' THEN at END
       FROM (VALUES ('old paid', 'PAID', 101), ('old refused', 'REFUSED', 101), ('under way', 'PROCESSING', 200),
           ('young', 'PAID', 99)) AS p (name, status, days), LATERAL (SELECT now() - days * interval '1 day' AS at) t`,
    );
    await untilDone(() => forgetOldRows({ db: service }, 100));
    expect(await rows('SELECT reference AS name FROM sandbox_acquirer.payouts ORDER BY 1')).toEqual([
      'under way',
      'young',
    ]);
    // What was paid can be given back for ever.
    expect(await rows('SELECT reference AS name FROM sandbox_acquirer.charges ORDER BY 1')).toEqual([
      'old PAID',
      'refunding',
      'waiting',
      'young',
    ]);
    expect(await rows('SELECT reference AS name FROM sandbox_acquirer.refunds ORDER BY 1')).toEqual([
      'refunding',
      'young',
    ]);
    expect(await rows('SELECT reference AS name FROM sandbox_acquirer.notifications ORDER BY 1')).toEqual([
      'open',
      'young',
    ]);
    expect(await rows('SELECT kind AS name FROM sandbox_acquirer.faults ORDER BY 1')).toEqual(['ordered', 'young']);
  });
});

describe('events', () => {
  let subject = 0;
  const id = () => `evt_${randomBytes(8).toString('hex')}`;
  const add = async (name: string, daysAgo: number, sequence: number | null = null): Promise<string> => {
    const event = id();
    await database.db.query(
      `INSERT INTO events (id, merchant_id, kind, payload, occurred_at, subject_kind, subject_id, sequence)
       VALUES ($1, 1, $2, '{}', now() - $3 * interval '1 day', CASE WHEN $4::integer IS NOT NULL THEN 'payout' END,
         CASE WHEN $4::integer IS NOT NULL THEN $5::bigint END, $4::integer)`,
      [event, name, daysAgo, sequence, subject],
    );
    return event;
  };
  const deliver = async (event: string, isResend: boolean) => {
    const [endpoint] = await database.db.query<{ id: number }>(
      `INSERT INTO webhook_endpoints (merchant_id, url, events, secret_sealed, created_at, updated_at)
       VALUES (1, 'http://localhost/', '{webhook.test}', 'sealed', now(), now()) RETURNING id`,
    );
    await database.db.query(
      `INSERT INTO webhook_deliveries (event_id, endpoint_id, status, is_resend, created_at)
       VALUES ($1, $2, 'DELIVERED', $3, now())`,
      [event, endpoint?.id, isResend],
    );
  };
  const left = () => rows('SELECT kind AS name FROM events ORDER BY position');
  const forget = (years = 2) => untilDone(() => forgetOldEvents(deps({ eventYears: years })));
  const YEAR = 366;

  beforeEach(async () => {
    const { db } = database;
    await db.query('DELETE FROM webhook_deliveries');
    await db.query(
      'ALTER TABLE events DISABLE TRIGGER USER; DELETE FROM events; ALTER TABLE events ENABLE TRIGGER USER',
    );
    subject += 1;
  });

  it('stay for ever unless a number of years is set', async () => {
    await add('old', 5 * YEAR);
    await forget(0);
    expect(await left()).toEqual(['old']);
  });

  it('leave after so many years; the latest of a subject stays, which carries its number', async () => {
    await add('created', 3 * YEAR, 1);
    await add('approved', 3 * YEAR, 2);
    await add('refunded', 3 * YEAR, 3);
    await add('test', 3 * YEAR);
    await add('young', YEAR);
    await forget();
    expect(await left()).toEqual(['refunded', 'young']);
  });

  it('leave by more than a chunk', async () => {
    await database.db.query(
      `INSERT INTO events (id, merchant_id, kind, payload, occurred_at)
       SELECT 'evt_many' || n, 1, 'many', '{}', now() - interval '3 years' FROM generate_series(1, $1::integer) n`,
      [CHUNK_SIZE + 10],
    );
    await add('young', 10);
    await forget();
    expect(await left()).toEqual(['young']);
  });

  it.each([false, true])(
    'wait for their deliveries to leave the log (a resend: %s), and those after them too',
    async (isResend) => {
      await add('before', 3 * YEAR);
      await deliver(await add('in the log', 3 * YEAR), isResend);
      await add('after', 3 * YEAR);
      await forget();
      expect(await left()).toEqual(['in the log', 'after']);
      await database.db.query('DELETE FROM webhook_deliveries');
      await forget();
      expect(await left()).toEqual([]);
    },
  );

  it('cannot be deleted by the service itself, nor younger than a year by anybody', async () => {
    await add('old', 3 * YEAR);
    await add('young', 360);
    const refused = { code: '23514', message: expect.stringContaining('append-only') };
    // In transactions, whose end is waited for: PostgreSQL tells of an error before it lets go of the rows, and who
    // forgets passes over rows that somebody holds.
    const change = (db: DbPool, sql: string) => withTransaction(db, (tx) => tx.query(sql));
    await expect(change(service, 'DELETE FROM events')).rejects.toMatchObject(refused);
    await expect(change(service, 'UPDATE event_horizon SET through_position = 1000000')).rejects.toMatchObject({
      code: '23514',
    });
    await expect(change(database.db, "DELETE FROM events WHERE kind = 'young'")).rejects.toMatchObject(refused);
    await service.query('SELECT forget_events(now(), 100)');
    expect(await left()).toEqual(['young']);
  });
});

describe('the audit', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ VINTEM_ROLE: 'api', EVENT_YEARS: '2' });
  });
  afterAll(() => gateway.close());

  it('knows forgotten events, sealed ones too, from those that somebody erased', async () => {
    const { database: books, vintem } = gateway;
    const order = async () => (await gateway.post('/payments/order', orderBody())).body.transaction.id as number;
    const [oldPayment, youngPayment] = [await order(), await order()];
    for (const id of [oldPayment, youngPayment]) {
      await gateway.post(`/sandbox/transactions/${id}/pay`, { notify: false });
      await gateway.get(`/transactions/${id}?payment_type=PIX`);
    }
    await corrupt(books, { oldPayment }, [
      `UPDATE events SET occurred_at = now() - interval '3 years'
       WHERE subject_kind = 'payment' AND subject_id = :oldPayment`,
    ]);
    await sealBooks(vintem.deps);
    await expectCleanBooks(books.db);
    await untilDone(() => forgetOldEvents(vintem.deps));
    const events = (id: number) =>
      books.db.query("SELECT FROM events WHERE subject_kind = 'payment' AND subject_id = $1", [id]);
    expect(await events(oldPayment)).toHaveLength(1);
    expect(await events(youngPayment)).toHaveLength(2);
    await expectCleanBooks(books.db);
    await corrupt(books, { youngPayment }, [
      "DELETE FROM events WHERE subject_kind = 'payment' AND subject_id = :youngPayment AND sequence = 1",
    ]);
    expect((await auditLedger(books.db)).broken).not.toBeNull();
  });
});
