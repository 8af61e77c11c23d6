import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLEARING, mainOf } from '../../../src/books/ledger/accounts.rules.ts';
import { syncPayment } from '../../../src/gateway/alignment/sync-payment.ts';
import { bookDivergence } from '../../../src/gateway/divergences/book-divergence.ts';
import { findPayment } from '../../../src/gateway/payments/payments.sql.ts';
import { auditBooks } from '../../support/audit.ts';
import { sandboxOf, withSandbox } from '../../support/banks/acquirers.ts';
import { eventually, expectError, expectNothingStored, ISO_UTC, referenceOf } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  balanceOf,
  createPaid,
  createPayment,
  expectRefunded,
  ONE_PERCENT,
  openCompany,
  orderFault,
  outwaitOldAnswers,
  readPayment,
  refundPix,
  refundsOf,
  sandbox,
  type TestCompany,
} from '../../support/money.ts';

let gateway: TestGateway;
let shop: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await openCompany(gateway, { pix: ONE_PERCENT });
});
afterAll(() => gateway.close());
auditBooks(() => gateway?.database);

const T = 10_000;
const sync = (id: number) => readPayment(gateway, shop, id, '?payment_type=PIX');
const settle = async (id: number, resolution = 'devolvido') =>
  expect((await gateway.post(`/divergences/${id}/resolve`, { resolution })).status).toBe(200);

/** Books the difference between the acquirer and the shop. */
const book = (divergenceId: number, way: 'in' | 'out') => {
  const [from, to] = way === 'in' ? [CLEARING, mainOf(shop.id)] : [mainOf(shop.id), CLEARING];
  return bookDivergence(gateway.vintem.deps, { divergenceId, from, to, reason: 'extrato do banco', by: 'Maria' });
};

// biome-ignore lint/suspicious/noExplicitAny: an answer of the API.
async function divergencesOf(id: number): Promise<any[]> {
  const { data } = (await gateway.get('/divergences?limit=100')).body;
  return data.filter((row: { transaction_id: number }) => row.transaction_id === id).reverse();
}

/** Changes what the acquirer says it has, without any request. */
async function setAtAcquirer(id: number, change: string): Promise<void> {
  await gateway.database.db.query(`UPDATE sandbox_acquirer.charges SET ${change} WHERE reference = $1`, [
    await referenceOf(gateway, id),
  ]);
}

async function createFailed(): Promise<number> {
  const id = await createPayment(gateway, shop, T);
  await sandbox(gateway, shop, id, 'fail');
  return id;
}

async function createRefunded(): Promise<number> {
  const id = await createPaid(gateway, shop, T);
  expectRefunded(await refundPix(gateway, shop, id));
  return id;
}

const figures = (received: number, refunded: number, acquirerReceived: number, acquirerRefunded: number) => ({
  received_amount: received,
  refunded_amount: refunded,
  acquirer_received_amount: acquirerReceived,
  acquirer_refunded_amount: acquirerRefunded,
  difference: acquirerReceived - acquirerRefunded - (received - refunded),
});

describe('[divergences: every final state] received and refunded are compared on both sides', () => {
  it.each([
    [
      'paid again after a refund',
      createRefunded,
      'pay',
      'AMOUNT_MISMATCH',
      'REFUNDED',
      'PAID',
      figures(T, T, 2 * T, T),
    ],
    [
      'failed after approval',
      () => createPaid(gateway, shop, T),
      'fail',
      'PAYMENT_UNDONE',
      'APPROVED',
      'FAILED',
      figures(T, 0, 0, 0),
    ],
    ['paid late', createFailed, 'pay', 'LATE_PAYMENT', 'FAILED', 'PAID', figures(0, 0, T, 0)],
    [
      'given back unasked',
      () => createPaid(gateway, shop, T),
      'refund',
      'UNREQUESTED_REFUND',
      'APPROVED',
      'REFUNDED',
      figures(T, 0, T, T),
    ],
  ] as const)('%s', async (_, create, action, kind, local_status, acquirer_status, seen) => {
    const id = await create();
    const before = await balanceOf(gateway, shop);
    await sandbox(gateway, shop, id, action);
    expect(await divergencesOf(id)).toMatchObject([{ kind, local_status, acquirer_status, ...seen }]);
    // Status and books stay the same; when the difference is seen again, it is the same divergence.
    await sync(id);
    expect(await divergencesOf(id)).toHaveLength(1);
    expect((await readPayment(gateway, shop, id)).status_payment_name).toBe(local_status);
    expect(await balanceOf(gateway, shop)).toEqual(before);
  });

  it.each([
    ['double the amount', `received_cents = ${2 * T}`, 0, 'AMOUNT_MISMATCH', figures(T, 0, 2 * T, 0)],
    ['a cent less', `received_cents = ${T - 1}`, 0, 'AMOUNT_MISMATCH', figures(T, 0, T - 1, 0)],
    ['less refunded there than here', 'refunded_cents = 3999', 40, 'MISSING_REFUND', figures(T, 4000, T, 3999)],
    ['more refunded there than here', 'refunded_cents = 4001', 40, 'UNREQUESTED_REFUND', figures(T, 4000, T, 4001)],
  ])('%s', async (_, change, refundReais, kind, seen) => {
    const id = await createPaid(gateway, shop, T);
    if (refundReais > 0) expectRefunded(await refundPix(gateway, shop, id, refundReais));
    await sync(id);
    expect(await divergencesOf(id)).toEqual([]);
    await setAtAcquirer(id, change);
    await outwaitOldAnswers(gateway);
    await sync(id);
    expect(await divergencesOf(id)).toMatchObject([{ kind, ...seen }]);
  });

  it('an answer that does not know yet what has just happened is an old one, for ten minutes', async () => {
    const id = await createPaid(gateway, shop, T);
    await setAtAcquirer(id, "status = 'WAITING_PAYMENT', received_cents = 0");
    await sync(id);
    expect(await divergencesOf(id)).toEqual([]);
    await setAtAcquirer(id, `status = 'PAID', received_cents = ${T}`);
    expectRefunded(await refundPix(gateway, shop, id, 40));
    await setAtAcquirer(id, 'refunded_cents = 0');
    await sync(id);
    expect(await divergencesOf(id)).toEqual([]);
    await outwaitOldAnswers(gateway);
    await sync(id);
    expect(await divergencesOf(id)).toMatchObject([{ kind: 'MISSING_REFUND', ...figures(T, 4000, T, 0) }]);
  });

  it('an unrequested refund stores what was refunded, not the amount of the charge', async () => {
    const id = await createPaid(gateway, shop, T);
    await setAtAcquirer(id, 'refunded_cents = 700');
    await sync(id);
    expect(await divergencesOf(id)).toMatchObject([{ kind: 'UNREQUESTED_REFUND', amount: T, acquirer_amount: 700 }]);
  });

  it('a refund under way is no difference, on either side of its arrival', async () => {
    const id = await createPaid(gateway, shop, T);
    await orderFault(gateway, id, 'refund', 'processing');
    expect((await refundPix(gateway, shop, id, 40)).status).toBe(202);
    await sync(id);
    await setAtAcquirer(id, 'refunded_cents = 4000');
    await sync(id);
    expect(await divergencesOf(id)).toEqual([]);
    await setAtAcquirer(id, 'refunded_cents = 4001');
    await sync(id);
    expect(await divergencesOf(id)).toMatchObject([{ kind: 'UNREQUESTED_REFUND', difference: -1 }]);
  });

  it('an answer from before a refund was confirmed is no difference', async () => {
    const { deps } = gateway.vintem;
    const id = await createPaid(gateway, shop, T);
    const slow = withSandbox(deps, {
      query: async (charge) => {
        const answer = await sandboxOf(deps).query(charge);
        expectRefunded(await refundPix(gateway, shop, id, 40));
        return answer;
      },
    });
    const payment = await findPayment(deps.db, id);
    if (payment) await syncPayment(slow, payment);
    expect(await refundsOf(gateway, id)).toMatchObject([{ status: 'REFUNDED', amount_cents: 4000 }]);
    expect(await divergencesOf(id)).toEqual([]);
  });
});

describe('[divergences: one open per payment and kind]', () => {
  it('after it is resolved the same difference is known, and a new one is a new divergence', async () => {
    const id = await createFailed();
    await sandbox(gateway, shop, id, 'pay');
    const [first] = await divergencesOf(id);
    await settle(first.id);
    await sync(id);
    expect(await divergencesOf(id)).toHaveLength(1);
    // Paid a second time.
    await setAtAcquirer(id, `received_cents = ${2 * T}`);
    await sync(id);
    expect(await divergencesOf(id)).toMatchObject([
      { id: first.id, resolution: 'devolvido', ...figures(0, 0, T, 0) },
      { kind: 'LATE_PAYMENT', resolved_at: null, ...figures(0, 0, 2 * T, 0) },
    ]);
  });

  it('gone and back again, it is new', async () => {
    const id = await createPaid(gateway, shop, T);
    await sandbox(gateway, shop, id, 'fail');
    await settle((await divergencesOf(id))[0].id);
    await sandbox(gateway, shop, id, 'pay');
    expect(await divergencesOf(id)).toHaveLength(1);
    await sandbox(gateway, shop, id, 'fail');
    expect(await divergencesOf(id)).toMatchObject([
      { kind: 'PAYMENT_UNDONE' },
      { kind: 'PAYMENT_UNDONE', resolved_at: null },
    ]);
  });

  it('one that changes while it is open is overtaken: one is open, with what was seen last', async () => {
    const id = await createPaid(gateway, shop, T);
    for (const cents of [100, 300]) {
      await setAtAcquirer(id, `refunded_cents = ${cents}`);
      await sync(id);
    }
    expect(await divergencesOf(id)).toMatchObject([
      { difference: -100, resolution: expect.stringContaining('overtaken') },
      { difference: -300, resolved_at: null },
    ]);
  });

  it.each([
    ['undone', () => createPaid(gateway, shop, T), 'fail', 'pay', 'PAYMENT_UNDONE', figures(T, 0, 0, 0)],
    ['paid late', createFailed, 'pay', 'fail', 'LATE_PAYMENT', figures(0, 0, T, 0)],
  ] as const)(
    '%s, gone while it is open and back after its resolution, it is new',
    async (_, create, there, back, kind, seen) => {
      const id = await create();
      await sandbox(gateway, shop, id, there);
      const [first] = await divergencesOf(id);
      expect(first.gone_at).toBeNull();
      await sandbox(gateway, shop, id, back);
      // It waits for a person, who sees that it is no longer there.
      expect(await divergencesOf(id)).toMatchObject([
        { id: first.id, resolved_at: null, gone_at: expect.stringMatching(ISO_UTC) },
      ]);
      await settle(first.id);
      await sandbox(gateway, shop, id, there);
      expect(await divergencesOf(id)).toMatchObject([
        { id: first.id, resolution: 'devolvido' },
        { kind, resolved_at: null, gone_at: null, ...seen },
      ]);
    },
  );

  it('gone and back while it is open, the new one takes its place', async () => {
    const id = await createPaid(gateway, shop, T);
    for (const action of ['fail', 'pay', 'fail'] as const) await sandbox(gateway, shop, id, action);
    expect(await divergencesOf(id)).toMatchObject([
      { kind: 'PAYMENT_UNDONE', resolution: expect.stringContaining('overtaken') },
      { kind: 'PAYMENT_UNDONE', resolved_at: null, gone_at: null },
    ]);
  });

  it('one that becomes another kind while it is open is overtaken: what came and went is told once', async () => {
    const id = await createFailed();
    await sandbox(gateway, shop, id, 'pay');
    await book((await divergencesOf(id))[0].id, 'in');
    await sandbox(gateway, shop, id, 'refund');
    expect((await divergencesOf(id))[1]).toMatchObject({
      kind: 'UNREQUESTED_REFUND',
      difference: -T,
      resolved_at: null,
    });
    await sandbox(gateway, shop, id, 'pay');
    expect((await divergencesOf(id)).slice(1)).toMatchObject([
      { kind: 'UNREQUESTED_REFUND', difference: -T, resolution: expect.stringContaining('overtaken') },
      { kind: 'LATE_PAYMENT', difference: 0, resolved_at: null, gone_at: null },
    ]);
  });

  it('what was received and what was refunded stand side by side while both differ', async () => {
    const id = await createFailed();
    await sandbox(gateway, shop, id, 'pay');
    await setAtAcquirer(id, 'refunded_cents = 400');
    await sync(id);
    expect(await divergencesOf(id)).toMatchObject([
      { kind: 'LATE_PAYMENT', difference: T, resolved_at: null, gone_at: null },
      { kind: 'UNREQUESTED_REFUND', difference: -400, resolved_at: null, gone_at: null },
    ]);
  });

  it('20 readings at once open one', async () => {
    const id = await createPaid(gateway, shop, T);
    await setAtAcquirer(id, 'refunded_cents = 700');
    await Promise.all(Array.from({ length: 20 }, () => sync(id)));
    expect(await divergencesOf(id)).toHaveLength(1);
  });
});

describe('[events: divergence.opened]', () => {
  it('is written with the divergence, once, and is in the feed', async () => {
    const id = await createFailed();
    await sandbox(gateway, shop, id, 'pay');
    await sync(id);
    const [divergence] = await divergencesOf(id);
    const events = await eventually(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: an answer of the API.
      const found: any[] = [];
      for (let after = ''; ; ) {
        const { body } = await gateway.get(`/events?limit=100${after && `&after=${after}`}`);
        found.push(...body.data);
        if (body.data.length === 0) break;
        after = body.next;
      }
      const own = found.filter((event) => event.transaction_id === id);
      expect(own).toHaveLength(3);
      return own;
    });
    expect(events.map(({ event, sequence }) => [event, sequence])).toEqual([
      ['payment.created', 1],
      ['payment.failed', 2],
      ['divergence.opened', 3],
    ]);
    expect(events[2]).toEqual({
      event: 'divergence.opened',
      transaction_id: id,
      order_number: expect.any(String),
      status: 'FAILED',
      amount: T,
      payment_type: 'pix',
      divergence_id: divergence.id,
      kind: 'LATE_PAYMENT',
      acquirer_status: 'PAID',
      ...figures(0, 0, T, 0),
      detected_at: divergence.detected_at,
      id: expect.stringMatching(/^evt_/),
      created_at: expect.stringMatching(ISO_UTC),
      company_id: shop.id,
      sequence: 3,
    });
  });

  it('endpoints of all kinds get it; who asks for others does not', async () => {
    const url = 'http://127.0.0.1:9/';
    const all = (await gateway.post('/webhooks', { url })).body;
    const failed = (await gateway.post('/webhooks', { url, events: ['payment.failed'] })).body;
    const only = (await gateway.post('/webhooks', { url, events: ['divergence.opened'] })).body;
    expect(all.events).toContain('divergence.opened');
    const id = await createFailed();
    await sandbox(gateway, shop, id, 'pay');
    const deliveries = await gateway.database.db.query<{ endpoint_id: number }>(
      `SELECT d.endpoint_id FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
       WHERE e.subject_kind = 'payment' AND e.subject_id = $1 AND e.kind = 'divergence.opened' ORDER BY d.endpoint_id`,
      [id],
    );
    expect(deliveries.map(({ endpoint_id }) => endpoint_id)).toEqual([all.id, only.id]);
    for (const { id: endpoint } of [all, failed, only])
      await gateway.call('DELETE', `/webhooks/${endpoint}`, { token: gateway.token });
  });
});

describe('[retry] money for any payment of the order is in the way', () => {
  const retry = (id: number) => gateway.post(`/transactions/${id}/retry`, undefined, shop.session);

  it('of the first, of a sibling and of a later one, until it is resolved', async () => {
    const first = await createFailed();
    const second = (await retry(first)).body.transaction.id;
    await sandbox(gateway, shop, second, 'fail');
    const third = (await retry(second)).body.transaction.id;
    await sandbox(gateway, shop, third, 'fail');
    for (const paid of [first, second, third]) {
      await sandbox(gateway, shop, paid, 'pay');
      await expectNothingStored(gateway, async () => {
        for (const id of [first, second, third])
          expectError(await retry(id), { status: 400, code: 'TRANSACTION_NOT_FAILED' });
      });
      await settle((await divergencesOf(paid))[0].id);
    }
    expect((await retry(second)).status).toBe(200);
  });

  it('money that came back after its divergence was resolved is in the way again', async () => {
    const id = await createFailed();
    for (const action of ['pay', 'fail'] as const) await sandbox(gateway, shop, id, action);
    // Nobody has looked at it yet.
    expectError(await retry(id), { status: 400, code: 'TRANSACTION_NOT_FAILED' });
    await settle((await divergencesOf(id))[0].id);
    await sandbox(gateway, shop, id, 'pay');
    await expectNothingStored(gateway, async () =>
      expectError(await retry(id), { status: 400, code: 'TRANSACTION_NOT_FAILED' }),
    );
  });

  it('money that is missing, too', async () => {
    const id = await createFailed();
    await sandbox(gateway, shop, id, 'pay');
    await book((await divergencesOf(id))[0].id, 'in');
    await sandbox(gateway, shop, id, 'refund');
    const missing = (await divergencesOf(id))[1];
    expect(missing).toMatchObject({ kind: 'UNREQUESTED_REFUND', difference: -T });
    await expectNothingStored(gateway, async () =>
      expectError(await retry(id), { status: 400, code: 'TRANSACTION_NOT_FAILED' }),
    );
    await book(missing.id, 'out');
    expect((await retry(id)).status).toBe(200);
  });
});

describe('[booking] what no longer holds is refused', () => {
  it.each([
    ['open', async () => {}],
    ['resolved before', settle],
  ])('%s and gone', async (_, before) => {
    const id = await createPaid(gateway, shop, T);
    await sandbox(gateway, shop, id, 'fail');
    const [{ id: undone }] = await divergencesOf(id);
    await before(undone);
    await sandbox(gateway, shop, id, 'pay');
    await expectNothingStored(gateway, () =>
      expect(book(undone, 'out')).rejects.toThrow(
        `divergence ${undone} reported -10000 cents and is gone: at the last look`,
      ),
    );
  });

  it('resolved, and the money came and went since', async () => {
    const id = await createFailed();
    await sandbox(gateway, shop, id, 'pay');
    const [{ id: late }] = await divergencesOf(id);
    await settle(late);
    await sandbox(gateway, shop, id, 'refund');
    const [, { id: gone }] = await divergencesOf(id);
    await expectNothingStored(gateway, () =>
      expect(book(late, 'in')).rejects.toThrow(
        `divergence ${late} reported 10000 cents and was overtaken by divergence ${gone}, which reports 0`,
      ),
    );
  });
});

describe('[refunds] another amount given back than asked for', () => {
  const setRefundAtAcquirer = async (id: number, cents: number) => {
    const [refund] = await refundsOf(gateway, id);
    await gateway.database.db.query(
      `UPDATE sandbox_acquirer.refunds SET amount_cents = $2, status = 'REFUNDED', refunded_at = now()
       WHERE reference = $1`,
      [refund?.reference, cents],
    );
    await setAtAcquirer(id, `refunded_cents = ${cents}`);
  };

  it.each([
    [3999, 'MISSING_REFUND', 1],
    [4001, 'UNREQUESTED_REFUND', -1],
  ])('%i instead of 4000 cents: the refund ends, and a divergence tells', async (cents, kind, difference) => {
    const id = await createPaid(gateway, shop, T);
    await orderFault(gateway, id, 'refund', 'processing');
    const key = { 'idempotency-key': `odd-${cents}` };
    const body = { transaction_id: id, amount: 40 };
    const ask = () => gateway.call('POST', '/payments/pix/refund', { token: shop.session, body, headers: key });
    expect((await ask()).status).toBe(202);
    await setRefundAtAcquirer(id, cents);
    expect(await ask()).toMatchObject({ status: 200, body: { refund: { amount: 4000 } } });
    const expected = [{ kind, ...figures(T, 4000, T, cents), difference }];
    expect(await divergencesOf(id)).toMatchObject(expected);
    await sync(id);
    expect(await divergencesOf(id)).toMatchObject(expected);
    const events = await gateway.database.db.query<{ kind: string }>(
      "SELECT kind FROM events WHERE subject_kind = 'payment' AND subject_id = $1 ORDER BY sequence",
      [id],
    );
    expect(events.map(({ kind: event }) => event)).toEqual([
      'payment.created',
      'payment.approved',
      'payment.refunded',
      'divergence.opened',
    ]);
  });
});
