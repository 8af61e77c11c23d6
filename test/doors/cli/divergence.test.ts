import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../support/audit.ts';
import { referenceOf } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  balanceOf,
  createPaid,
  createPayment,
  entriesOf,
  expectRefunded,
  ONE_PERCENT,
  openCompany,
  outwaitOldAnswers,
  participant,
  readPayment,
  refundPix,
  sandbox,
  settled,
  type TestCompany,
} from '../../support/money.ts';
import { cliJson, runCli } from './run-cli.ts';

let gateway: TestGateway;
let env: Record<string, string>;
let shop: TestCompany;
let partner: TestCompany;
let stranger: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway();
  env = { DATABASE_URL: gateway.database.url };
  stranger = await openCompany(gateway);
});
afterAll(() => gateway.close());
auditBooks(() => gateway?.database);

const T = 10_000;
const sync = (id: number) => readPayment(gateway, shop, id, '?payment_type=PIX');

async function newShop(): Promise<void> {
  shop = await openCompany(gateway, { pix: ONE_PERCENT });
  partner = await openCompany(gateway, { of: 'partner' });
}

async function latePayment(): Promise<{ id: number; divergence: number }> {
  await newShop();
  const id = await createPayment(gateway, shop, T, { splitParticipants: [participant(partner)] });
  await sandbox(gateway, shop, id, 'fail');
  await sandbox(gateway, shop, id, 'pay');
  return { id, divergence: await openOf(id) };
}

async function openOf(id: number): Promise<number> {
  const rows = await gateway.database.db.query<{ id: number }>(
    'SELECT id FROM divergences WHERE payment_id = $1 AND resolved_at IS NULL',
    [id],
  );
  expect(rows).toHaveLength(1);
  return (rows[0] as { id: number }).id;
}

const bookArgs = (divergence: number, from: string, to: string, reason = 'chegou tarde') => [
  'divergence',
  'book',
  String(divergence),
  '--from',
  from,
  '--to',
  to,
  '--reason',
  reason,
];
const book = (divergence: number, from: string, to: string) =>
  cliJson(env, ...bookArgs(divergence, from, to), '--by', 'Maria');

async function expectRefusal(words: string, ...args: string[]): Promise<void> {
  const before = await gateway.database.db.query('SELECT count(*) FROM ledger_entries');
  expect(await runCli(env, ...args)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(words) });
  expect(await gateway.database.db.query('SELECT count(*) FROM ledger_entries')).toEqual(before);
}

describe('vintem divergence list', () => {
  it('shows what is open with the figures of both sides; with --all what is resolved, too', async () => {
    expect((await runCli(env, 'divergence', 'list')).out).toBe('there is none\n');
    const { id, divergence } = await latePayment();
    const line =
      `divergence ${divergence} | transaction ${id} | LATE_PAYMENT | OPEN | ours: 0 received, 0 refunded | ` +
      'acquirer: 10000 received, 0 refunded | difference 10000\n';
    expect((await runCli(env, 'divergence', 'list')).out).toContain(line);
    await gateway.post(`/divergences/${divergence}/resolve`, { resolution: 'ok' });
    expect((await runCli(env, 'divergence', 'list')).out).not.toContain(`divergence ${divergence} |`);
    expect((await runCli(env, 'divergence', 'list', '--all')).out).toContain(line.replace('OPEN', 'RESOLVED'));
    expect((await cliJson(env, 'divergence', 'list', '--all'))[0]).toMatchObject({
      id: divergence,
      difference_cents: T,
    });
  });

  it('tells that what is open is no longer there', async () => {
    const { id, divergence } = await latePayment();
    await sandbox(gateway, shop, id, 'fail');
    const { out } = await runCli(env, 'divergence', 'list');
    expect(out).toContain(`divergence ${divergence} | transaction ${id} | LATE_PAYMENT | OPEN, no longer there | ours`);
  });
});

describe('vintem divergence book', () => {
  it('money that came late goes to the company; the divergence is resolved, and the statement tells', async () => {
    const { id, divergence } = await latePayment();
    const booked = await book(divergence, 'acquirer', `company:${shop.id}`);
    expect(booked).toMatchObject({
      id: divergence,
      booked_cents: T,
      booked_by: 'Maria',
      booking_reason: 'chegou tarde',
      resolution: 'chegou tarde',
    });
    expect(await balanceOf(gateway, shop)).toEqual(settled(T));
    expect(await entriesOf(gateway, id)).toMatchObject([
      {
        cause: 'adjustment',
        account: 'company_main',
        company_id: shop.id,
        amount_cents: T,
        tag: 'adjustment',
        position: null,
      },
      {
        cause: 'adjustment',
        account: 'acquirer_clearing',
        company_id: null,
        amount_cents: -T,
        tag: 'adjustment',
        position: null,
      },
    ]);
    const { data } = (await gateway.get(`/companies/${shop.id}/statement`)).body;
    expect(data).toMatchObject([
      { cause: 'adjustment', kind: 'adjustment', amount: T, transaction_id: id, refund_id: null },
    ]);
    expect(await readPayment(gateway, shop, id)).toMatchObject({ status: 3, paid_at: null });
  });

  it('resolved before, it is booked all the same, and keeps its resolution', async () => {
    const { divergence } = await latePayment();
    await gateway.post(`/divergences/${divergence}/resolve`, { resolution: 'o cliente fica com o crédito' });
    const booked = await book(divergence, 'acquirer', 'platform');
    expect(booked).toMatchObject({ resolution: 'o cliente fica com o crédito', booking_reason: 'chegou tarde' });
    expect(await balanceOf(gateway, shop)).toEqual(settled(0));
  });

  it('what is booked cannot be booked again, and the same difference does not come back', async () => {
    const { id, divergence } = await latePayment();
    const runs = await Promise.all(
      [1, 2, 3].map(() => runCli(env, ...bookArgs(divergence, 'acquirer', `company:${shop.id}`))),
    );
    expect(runs.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    await expectRefusal('already in the books', ...bookArgs(divergence, 'acquirer', `company:${shop.id}`));
    await sync(id);
    expect(await gateway.database.db.query('SELECT id FROM divergences WHERE payment_id = $1', [id])).toEqual([
      { id: divergence },
    ]);
    expect(await balanceOf(gateway, shop)).toEqual(settled(T));
  });

  it('booked, and then taken back by the bank: a new divergence, booked the other way', async () => {
    const { id, divergence } = await latePayment();
    await book(divergence, 'acquirer', `company:${shop.id}`);
    await sandbox(gateway, shop, id, 'refund');
    const second = await openOf(id);
    await expectRefusal('to acquirer', ...bookArgs(second, 'acquirer', `company:${shop.id}`));
    await book(second, `company:${shop.id}`, 'acquirer');
    expect(await balanceOf(gateway, shop)).toEqual(settled(0));
    await sync(id);
    expect(await gateway.database.db.query('SELECT FROM divergences WHERE payment_id = $1', [id])).toHaveLength(2);
  });

  it('money that is gone is taken from who bears it, under its debit lock', async () => {
    await newShop();
    const id = await createPaid(gateway, shop, T);
    await gateway.database.db.query('DELETE FROM debit_locks WHERE company_id = $1', [shop.id]);
    await sandbox(gateway, shop, id, 'fail');
    await book(await openOf(id), `company:${shop.id}`, 'acquirer');
    expect(await balanceOf(gateway, shop)).toEqual(settled(-100));
    const [lock] = await gateway.database.db.query<{ last_debit_at: Date }>(
      'SELECT last_debit_at FROM debit_locks WHERE company_id = $1',
      [shop.id],
    );
    expect(lock?.last_debit_at).toBeInstanceOf(Date);
  });

  it('a refund that came short: what is left of it, to whom the operator says; later refunds are as before', async () => {
    await newShop();
    const id = await createPaid(gateway, shop, T, { splitParticipants: [participant(partner)] });
    expectRefunded(await refundPix(gateway, shop, id, 40));
    await gateway.database.db.query('UPDATE sandbox_acquirer.charges SET refunded_cents = 3900 WHERE reference = $1', [
      await referenceOf(gateway, id),
    ]);
    await outwaitOldAnswers(gateway);
    await sync(id);
    await book(await openOf(id), 'acquirer', `company:${partner.id}`);
    expect(await balanceOf(gateway, partner)).toEqual(settled(3000 - 1200 + 100));
    expectRefunded(await refundPix(gateway, shop, id, 60));
    await sync(id);
    expect(await gateway.database.db.query('SELECT FROM divergences WHERE payment_id = $1', [id])).toHaveLength(1);
    expect(await balanceOf(gateway, partner)).toEqual(settled(100));
  });

  it('refuses, in words and without a trace, what makes no sense', async () => {
    const { divergence } = await latePayment();
    const company = `company:${shop.id}`;
    await expectRefusal('divergence 999999 does not exist', ...bookArgs(999_999, 'acquirer', company));
    await expectRefusal('from acquirer', ...bookArgs(divergence, company, 'acquirer'));
    await expectRefusal('from acquirer', ...bookArgs(divergence, 'acquirer', 'acquirer'));
    await expectRefusal('has no part in the payment', ...bookArgs(divergence, 'acquirer', `company:${stranger.id}`));
    await expectRefusal(
      '--to must be acquirer, platform or company:<id>',
      ...bookArgs(divergence, 'acquirer', 'caixa'),
    );
    await expectRefusal('--to must be', ...bookArgs(divergence, 'acquirer', 'company:x'));
    await expectRefusal('--reason must have', ...bookArgs(divergence, 'acquirer', company, '  '));
    await expectRefusal('--reason', 'divergence', 'book', String(divergence), '--from', 'acquirer', '--to', company);
    await expectRefusal('the divergence must be', ...bookArgs(0, 'acquirer', company));
  });

  it('overtaken by a newer difference, or gone: refused', async () => {
    const { id, divergence } = await latePayment();
    const reference = await referenceOf(gateway, id);
    await gateway.database.db.query(
      `UPDATE sandbox_acquirer.charges SET received_cents = ${2 * T} WHERE reference = $1`,
      [reference],
    );
    await sync(id);
    const second = await openOf(id);
    await expectRefusal(`overtaken by divergence ${second}`, ...bookArgs(divergence, 'acquirer', `company:${shop.id}`));
    await gateway.post(`/divergences/${second}/resolve`, { resolution: 'ok' });
    await sandbox(gateway, shop, id, 'fail');
    await expectRefusal('agreed again', ...bookArgs(second, 'acquirer', `company:${shop.id}`));
  });
});

describe('[database] what was seen, resolved and booked stands', () => {
  it.each([
    'DELETE FROM divergences WHERE id = $1',
    'TRUNCATE divergences',
    'UPDATE divergences SET difference_cents = 1 WHERE id = $1',
    'UPDATE divergences SET merchant_id = merchant_id + 1 WHERE id = $1',
    'UPDATE divergences SET acquirer_received_cents = 1 WHERE id = $1',
    "UPDATE divergences SET resolution = 'outra' WHERE id = $1",
    'UPDATE divergences SET resolved_at = NULL WHERE id = $1',
    'UPDATE divergences SET booked_at = now() WHERE id = $1',
    "UPDATE divergences SET booked_at = now(), booked_by = 'x', booking_reason = 'x' WHERE id = $1",
  ])('%s', async (sql) => {
    const { divergence } = await latePayment();
    await gateway.post(`/divergences/${divergence}/resolve`, { resolution: 'ok' });
    const change = gateway.database.db.query(sql, sql.includes('$1') ? [divergence] : []);
    await expect(change).rejects.toMatchObject({ code: '23514' });
  });
});
