import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../support/audit.ts';
import { eventually, expectError } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  advance,
  createPayment,
  entriesOf,
  expectRefunded,
  openCompany,
  participant,
  readPayment,
  refundPix,
  refundsOf,
  sandbox,
  type TestCompany,
} from '../../support/money.ts';

/** Which clock dates money, when, and under which locks. There is no background work here. */
let gateway: TestGateway;
let intruder: pg.Client;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  intruder = new pg.Client({ connectionString: gateway.database.url });
  await intruder.connect();
});
afterEach(async () => {
  await intruder.query('ROLLBACK');
});
afterAll(async () => {
  await intruder?.end();
  await gateway?.close();
});
auditBooks(() => gateway?.database);

async function untilSomebodyWaits(): Promise<void> {
  await eventually(async () => {
    const waiting = await gateway.database.db.query(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'vintem' AND wait_event_type = 'Lock'
         AND datname = current_database()`,
    );
    expect(waiting).toHaveLength(1);
  });
}

async function createPaidQuietly(owner: TestCompany, totalCents: number): Promise<number> {
  const id = await createPayment(gateway, owner, totalCents);
  await sandbox(gateway, owner, id, 'pay', { notify: false });
  expect(await readPayment(gateway, owner, id, '?payment_type=PIX')).toMatchObject({ status: 2 });
  return id;
}

it('an approval that waited for its row is dated when it is written: no period that is closed changes', async () => {
  const owner = await openCompany(gateway);
  const id = await createPayment(gateway, owner, 10_000);
  await sandbox(gateway, owner, id, 'pay', { notify: false });
  await intruder.query('BEGIN');
  await intruder.query('SELECT 1 FROM payments WHERE id = $1 FOR UPDATE', [id]);
  const reading = readPayment(gateway, owner, id, '?payment_type=PIX');
  await untilSomebodyWaits();
  const tomorrow = await advance(gateway, 86_400);
  await intruder.query('COMMIT');
  expect(await reading).toMatchObject({ status: 2 });
  for (const { available_at } of await entriesOf(gateway, id))
    expect(available_at.getTime()).toBeGreaterThanOrEqual(tomorrow.getTime());
});

it('a refund on arrival takes all its debit locks in rising order', async () => {
  const partner = await openCompany(gateway, { of: 'partner' });
  // The later company has the higher id. It bears a fee and has no share, so that the approval already lowers it.
  const owner = await openCompany(gateway, { pix: { fee_fixed_cents: 100 } });
  const toPartner = { splitParticipants: [participant(partner, { merchantType: 'PRIMARY' })] };
  const id = await createPayment(gateway, owner, 10_000, toPartner);
  await sandbox(gateway, owner, id, 'refund', { notify: false });
  await intruder.query('INSERT INTO debit_locks (company_id) VALUES ($1), ($2) ON CONFLICT DO NOTHING', [
    owner.id,
    partner.id,
  ]);
  await intruder.query('BEGIN');
  await intruder.query('SELECT 1 FROM debit_locks WHERE company_id = $1 FOR UPDATE', [partner.id]);
  const reading = readPayment(gateway, owner, id, '?payment_type=PIX');
  await untilSomebodyWaits();
  // A transaction that waits for the lower id holds no lock on a higher one.
  await intruder.query('SELECT 1 FROM debit_locks WHERE company_id = $1 FOR UPDATE NOWAIT', [owner.id]);
  await intruder.query('COMMIT');
  expect(await reading).toMatchObject({ status: 4 });
});

describe('a process whose clock is not the database’s', () => {
  /** Moves the clock of this process; the database keeps its own. */
  async function withSkew(ms: number, work: () => Promise<void>): Promise<void> {
    const { clock } = gateway.vintem.deps;
    const { now, realNow } = clock;
    Object.assign(clock, {
      realNow: () => new Date(Date.now() + ms),
      now: async () => new Date((await now()).getTime() + ms),
    });
    try {
      await work();
    } finally {
      Object.assign(clock, { now, realNow });
    }
  }

  it.each([8_000, -8_000])('by %i ms: not ready, and no debit is written', (ms) =>
    withSkew(ms, async () => {
      const owner = await openCompany(gateway);
      const id = await createPaidQuietly(owner, 10_000);
      expectError(await refundPix(gateway, owner, id), { status: 503, code: 'SERVICE_UNAVAILABLE' });
      expect(await refundsOf(gateway, id)).toEqual([]);
      const { status, body } = await gateway.get('/readyz');
      expect({ status, body }).toMatchObject({
        status: 503,
        body: { status: 'not ready', checks: { database: 'up' } },
      });
      expect(body.checks.clock).toMatch(ms > 0 ? /^\d+ ms ahead of the database$/ : /^\d+ ms behind the database$/);
    }),
  );

  it('by two seconds: goes on', () =>
    withSkew(2_000, async () => {
      const owner = await openCompany(gateway);
      expectRefunded(await refundPix(gateway, owner, await createPaidQuietly(owner, 10_000)));
      expect((await gateway.get('/readyz')).body).toMatchObject({ status: 'ready', checks: { clock: 'in step' } });
    }));

  it('a debit that such a clock once dated a year ahead does not date those that follow', async () => {
    const owner = await openCompany(gateway);
    const id = await createPaidQuietly(owner, 10_000);
    await intruder.query(
      `INSERT INTO debit_locks (company_id, last_debit_at) VALUES ($1, now() + interval '400 days')
       ON CONFLICT (company_id) DO UPDATE SET last_debit_at = EXCLUDED.last_debit_at`,
      [owner.id],
    );
    expectRefunded(await refundPix(gateway, owner, id));
    const tomorrow = Date.now() + 2 * 86_400_000;
    for (const { available_at } of await entriesOf(gateway, id)) expect(available_at.getTime()).toBeLessThan(tomorrow);
    const { rows } = await intruder.query('SELECT last_debit_at FROM debit_locks WHERE company_id = $1', [owner.id]);
    expect(rows[0].last_debit_at.getTime()).toBeLessThan(tomorrow);
  });
});
