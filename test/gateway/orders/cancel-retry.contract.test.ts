import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../support/audit.ts';
import {
  acquirerStatusOf,
  expectError,
  expectNothingStored,
  ISO_UTC,
  invalid,
  referenceOf,
  saoPauloDay,
  withValue,
} from '../../support/contract.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  advance,
  availableOf,
  BOLETO,
  balanceOf,
  createPaid,
  createPayment,
  expectRefunded,
  fixSplit,
  ONE_PERCENT,
  openCompany,
  orderFault,
  participant,
  readPayment,
  reverse,
  sandbox,
  settled,
  type TestCompany,
} from '../../support/money.ts';

let database: TestDatabase;
let gateway: TestGateway;
let other: TestGateway;
let shop: TestCompany;
beforeAll(async () => {
  database = await createTestDatabase();
  gateway = await startTestGateway({}, database);
  other = await startTestGateway({}, database);
  shop = await openCompany(gateway, { pix: ONE_PERCENT });
});
afterAll(async () => {
  await other.close();
  await gateway.close();
  await database.drop();
});
auditBooks(() => database);

const cancel = (id: number | string, through = gateway, session = shop.session) =>
  through.post(`/transactions/${id}/cancel`, undefined, session);
const retry = (id: number | string, through = gateway, session = shop.session) =>
  through.post(`/transactions/${id}/retry`, undefined, session);

async function createFailed(changes: Record<string, unknown> = {}, owner = shop): Promise<number> {
  const id = await createPayment(gateway, owner, 10_000, changes);
  await sandbox(gateway, owner, id, 'fail');
  expect(await readPayment(gateway, owner, id)).toMatchObject({ status: 3 });
  return id;
}

const NOT_PENDING = { status: 400, code: 'TRANSACTION_NOT_PENDING' };
const NOT_FAILED = { status: 400, code: 'TRANSACTION_NOT_FAILED' };
const NOT_FOUND = { status: 404, code: 'TRANSACTION_NOT_FOUND' };
const UNAVAILABLE = { status: 503, code: 'ACQUIRER_UNAVAILABLE' };

describe('[cancel: POST /transactions/{id}/cancel]', () => {
  it.each([
    ['PIX', {}],
    ['boleto', BOLETO],
  ])('a pending %s is cancelled at the acquirer and becomes FAILED', async (_, changes) => {
    const id = await createPayment(gateway, shop, 10_000, changes);
    const answer = await cancel(id);
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, transaction: { id, status: 'FAILED', amount: 10_000 } },
    });
    expect(await acquirerStatusOf(gateway, id)).toBe('CANCELLED');
    expect(await readPayment(gateway, shop, id)).toMatchObject({
      status: 3,
      status_payment_name: 'FAILED',
      paid_at: null,
    });
    expectError(await cancel(id), NOT_PENDING);
  });

  it('only PENDING: the text names what it is', async () => {
    const paid = await createPaid(gateway, shop, 10_000);
    const failed = await createFailed();
    const refunded = await createPaid(gateway, shop, 10_000);
    expectRefunded(await reverse(gateway, shop, refunded));
    for (const [id, status] of [
      [paid, 'APPROVED'],
      [failed, 'FAILED'],
      [refunded, 'REFUNDED'],
    ] as const) {
      const answer = await cancel(id);
      expectError(answer, NOT_PENDING);
      expect(answer.body.error).toContain(status);
    }
    expect(await acquirerStatusOf(gateway, paid)).toBe('PAID');
  });

  it('the acquirer is asked first: money that was faster wins', async () => {
    const owner = await openCompany(gateway, { pix: ONE_PERCENT });
    const id = await createPayment(gateway, owner, 10_000);
    await sandbox(gateway, owner, id, 'pay', { notify: false });
    expect(await readPayment(gateway, owner, id)).toMatchObject({ status: 1 });
    const answer = await cancel(id);
    expectError(answer, NOT_PENDING);
    expect(answer.body.error).toContain('APPROVED');
    expect(await readPayment(gateway, owner, id)).toMatchObject({ status: 2, paid_at: expect.stringMatching(ISO_UTC) });
    expect(await balanceOf(gateway, owner)).toEqual(settled(9900));
  });

  it.each(['error_500', 'garbage', 'connection_reset'])(
    'an acquirer that does not answer (%s): 503, nothing is decided here',
    async (kind) => {
      const id = await createPayment(gateway, shop, 10_000);
      await orderFault(gateway, id, 'notification', 'drop', { times: 10 });
      await orderFault(gateway, id, 'cancel', kind);
      const answer = await cancel(id);
      expectError(answer, UNAVAILABLE);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await readPayment(gateway, shop, id)).toMatchObject({ status: 1 });
      expect(await cancel(id)).toMatchObject({ status: 200, body: { transaction: { status: 'FAILED' } } });
    },
  );

  it('a charge that the acquirer does not know (yet): 503, still PENDING', async () => {
    const id = await createPayment(gateway, shop, 10_000);
    await database.db.query('DELETE FROM sandbox_acquirer.charges WHERE reference = $1', [
      await referenceOf(gateway, id),
    ]);
    expectError(await cancel(id), UNAVAILABLE);
    expect(await readPayment(gateway, shop, id)).toMatchObject({ status: 1 });
  });

  it('at once and often: cancelled once', async () => {
    const id = await createPayment(gateway, shop, 10_000);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => cancel(id, index % 2 ? gateway : other)));
    for (const answer of answers) if (answer.status !== 200) expectError(answer, NOT_PENDING);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await readPayment(gateway, shop, id)).toMatchObject({ status: 3 });
  });
});

describe.each([
  ['cancel', cancel],
  ['retry', retry],
] as const)('[%s: whose it is]', (_, ask) => {
  it('unknown and another merchant’s: 404; no whole number: 400; no JWT: 401', async () => {
    const [pending, failed] = [await createPayment(gateway, shop, 10_000), await createFailed()];
    expectError(await ask(999_999_999), NOT_FOUND);
    for (const id of [pending, failed]) expectError(await ask(id, gateway, gateway.otherToken), NOT_FOUND);
    for (const id of ['0', '-1', 'x', '1.5', '1e3']) expectError(await ask(id), invalid('id'));
    expect((await gateway.call('POST', `/transactions/${pending}/${_}`)).status).toBe(401);
    expect(await readPayment(gateway, shop, pending)).toMatchObject({ status: 1 });
  });
});

describe('[retry: POST /transactions/{id}/retry]', () => {
  it('makes a new transaction of the same order, pointing back, and answers like a creation', async () => {
    const partner = await openCompany(gateway, { of: 'partner' });
    const ids = { payment_link_id: 'pl_1', external_id: 'P-7' };
    const changes = { splitParticipants: [participant(partner)], metadata: { pedido: '7' }, ...ids };
    const id = await createFailed(changes);
    const answer = await retry(id);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        transaction: {
          status: 'PENDING',
          amount: 10_000,
          payment_type: 'pix',
          retry_of: id,
          metadata: { pedido: '7' },
        },
      },
    });
    const { transaction } = answer.body;
    expect(transaction.pix_qr_code).toMatch(/^000201/);
    expect(transaction.id).not.toBe(id);
    const [before, after] = [await readPayment(gateway, shop, id), await readPayment(gateway, shop, transaction.id)];
    expect(transaction.order_number).not.toBe(before.order_number);
    for (const field of [
      'amount',
      'items',
      'shipping',
      'customer',
      'split',
      'company_id',
      'payment_link_id',
      'external_id',
      'installments',
    ]) {
      expect(after[field], field).toEqual(before[field]);
    }
    expect(after).toMatchObject({ retry_of: id, status: 1 });
    expect(before).toMatchObject({ retry_of: null, status: 3 });
    await sandbox(gateway, shop, transaction.id, 'pay');
    expect(await availableOf(gateway, partner)).toEqual([3000]);
  });

  it('only FAILED', async () => {
    const pending = await createPayment(gateway, shop, 10_000);
    const paid = await createPaid(gateway, shop, 10_000);
    const refunded = await createPaid(gateway, shop, 10_000);
    expectRefunded(await reverse(gateway, shop, refunded));
    await expectNothingStored(gateway, async () => {
      for (const id of [pending, paid, refunded]) expectError(await retry(id), NOT_FAILED);
    });
  });

  it('at most one that is pending or paid; one that failed makes room for another', async () => {
    const id = await createFailed();
    const first = (await retry(id)).body.transaction.id;
    expectError(await retry(id), NOT_FAILED);
    await sandbox(gateway, shop, first, 'fail');
    const second = (await retry(id)).body.transaction.id;
    expect(second).not.toBe(first);
    await sandbox(gateway, shop, second, 'pay');
    await expectNothingStored(gateway, async () => expectError(await retry(id), NOT_FAILED));
    // The failed retry belongs to the same order, and its money has already arrived.
    await expectNothingStored(gateway, async () => expectError(await retry(first), NOT_FAILED));
  });

  it('a failed retry can be retried; the chain has one open payment at a time', async () => {
    const id = await createFailed();
    const first = (await retry(id)).body.transaction.id;
    await sandbox(gateway, shop, first, 'fail');
    const second = await retry(first);
    expect(second).toMatchObject({ status: 200, body: { transaction: { retry_of: first } } });
    await expectNothingStored(gateway, async () => {
      for (const failed of [id, first]) expectError(await retry(failed), NOT_FAILED);
    });
  });

  it('not while late money for it waits for somebody to decide', async () => {
    const id = await createFailed();
    await sandbox(gateway, shop, id, 'pay');
    await expectNothingStored(gateway, async () => expectError(await retry(id), NOT_FAILED));
  });

  it('20 at once through two gateways: one passes', async () => {
    const id = await createFailed();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => retry(id, index % 2 ? gateway : other)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expectError(answer, NOT_FAILED);
    const [row] = await database.db.query<{ retries: number }>(
      'SELECT count(*) AS retries FROM payments WHERE retry_of = $1',
      [id],
    );
    expect(row?.retries).toBe(1);
  });

  it('checks the split anew, and the fixed one of today', async () => {
    const owner = await openCompany(gateway, { pix: ONE_PERCENT });
    const partner = await openCompany(gateway, { of: 'partner' });
    const id = await createFailed({ splitParticipants: [participant(partner, { amountSplit: 6000 })] }, owner);
    await fixSplit(gateway, owner, [[shop, { amountSplit: 4001 }]]);
    await expectNothingStored(gateway, async () =>
      expectError(await retry(id), { status: 400, code: 'SPLIT_PERCENTAGE_EXCEEDED' }),
    );
    await fixSplit(gateway, owner, [[shop, { amountSplit: 1000 }]]);
    await database.db.query("UPDATE companies SET status = 'INACTIVE' WHERE id = $1", [partner.id]);
    await expectNothingStored(gateway, async () =>
      expectError(await retry(id), { status: 400, code: 'SPLIT_PARTICIPANT_INVALID' }),
    );
    await database.db.query("UPDATE companies SET status = 'ACTIVE' WHERE id = $1", [partner.id]);
    const { split } = await readPayment(gateway, owner, (await retry(id)).body.transaction.id);
    expect(split).toMatchObject([
      { company_id: owner.id, share: 3000 },
      { company_id: shop.id, share: 1000 },
      { company_id: partner.id, share: 6000 },
    ]);
  });

  it('under the fees of today', async () => {
    const owner = await openCompany(gateway, { pix: ONE_PERCENT });
    const id = await createFailed({}, owner);
    await database.db.query('UPDATE company_payment_plans SET fee_basis_points = 200 WHERE company_id = $1', [
      owner.id,
    ]);
    const { split } = await readPayment(gateway, owner, (await retry(id)).body.transaction.id);
    expect(split).toMatchObject([{ fee: 200, net: 9800 }]);
  });

  it('an establishment that is closed, or no longer takes PIX, gets no retry', async () => {
    const owner = await openCompany(gateway);
    const id = await createFailed({}, owner);
    await database.db.query(
      `UPDATE company_payment_plans SET enabled = false WHERE company_id = $1
     AND payment_type = 'pix'`,
      [owner.id],
    );
    expectError(await retry(id), { status: 400, code: 'PAYMENT_TYPE_NOT_ENABLED' });
    await database.db.query("UPDATE companies SET status = 'INACTIVE' WHERE id = $1", [owner.id]);
    expectError(await retry(id), { status: 403, code: 'ACCESS_TOKEN_INVALID' });
  });

  it('an acquirer that refuses gives FAILED, and one that is silent 503; the retry then holds its place', async () => {
    const refused = await createFailed();
    expect((await gateway.acquirer('POST', '/control/faults', { operation: 'charge', kind: 'refuse' })).status).toBe(
      201,
    );
    expect(await retry(refused)).toMatchObject({
      status: 200,
      body: { success: false, transaction: { status: 'FAILED', retry_of: refused } },
    });
    expect((await retry(refused)).body).toMatchObject({ success: true });

    const silent = await createFailed();
    expect((await gateway.acquirer('POST', '/control/faults', { operation: 'charge', kind: 'error_500' })).status).toBe(
      201,
    );
    const answer = await retry(silent);
    expectError(answer, UNAVAILABLE);
    expect(await readPayment(gateway, shop, answer.body.details.transaction_id)).toMatchObject({
      status: 1,
      retry_of: silent,
    });
    expectError(await retry(silent), NOT_FAILED);
  });

  it('a due date still to come stays; one that has passed is replaced by the default', async () => {
    const dueIn = async (days: number) => {
      const today = saoPauloDay(0, await advance(gateway, 0));
      return saoPauloDay(days, new Date(`${today}T12:00:00Z`));
    };
    const [soon, later] = [await dueIn(1), await dueIn(60)];
    const boletoDue = (due_date: string) => withValue(BOLETO, 'payment.due_date', due_date) as Record<string, unknown>;
    const [passing, staying] = [await createFailed(boletoDue(soon)), await createFailed(boletoDue(later))];
    await advance(gateway, 5 * 86_400);
    expect((await retry(staying)).body.transaction.due_date).toBe(later);
    expect((await retry(passing)).body.transaction.due_date).toBe(await dueIn(3));
  });
});

describe('[divergences: GET /divergences, POST /divergences/{id}/resolve]', () => {
  async function latePayment(): Promise<number> {
    const id = await createPayment(gateway, shop, 10_000);
    expect((await cancel(id)).status).toBe(200);
    await sandbox(gateway, shop, id, 'pay');
    return id;
  }
  // biome-ignore lint/suspicious/noExplicitAny: an answer of the API.
  const find = async (id: number, query = ''): Promise<any> =>
    (await gateway.get(`/divergences?limit=100${query}`)).body.data.find(
      (row: { transaction_id: number }) => row.transaction_id === id,
    );
  const resolve = (id: number | string, body: unknown, session = gateway.token) =>
    gateway.post(`/divergences/${id}/resolve`, body, session);

  it('money for a cancelled payment: the status stays, the books stay, a divergence is listed', async () => {
    const before = await balanceOf(gateway, shop);
    const id = await latePayment();
    expect(await readPayment(gateway, shop, id)).toMatchObject({ status: 3, paid_at: null });
    expect(await balanceOf(gateway, shop)).toEqual(before);
    expect(await find(id)).toEqual({
      id: expect.any(Number),
      transaction_id: id,
      kind: 'LATE_PAYMENT',
      local_status: 'FAILED',
      acquirer_status: 'PAID',
      amount: 10_000,
      acquirer_amount: 10_000,
      received_amount: 0,
      refunded_amount: 0,
      acquirer_received_amount: 10_000,
      acquirer_refunded_amount: 0,
      difference: 10_000,
      booked_at: null,
      detected_at: expect.stringMatching(ISO_UTC),
      gone_at: null,
      resolved_at: null,
      resolution: null,
    });
    // Seen again, it is the same one.
    await readPayment(gateway, shop, id, '?payment_type=PIX');
    const all = (await gateway.get('/divergences?limit=100')).body.data.filter(
      (row: { transaction_id: number }) => row.transaction_id === id,
    );
    expect(all).toHaveLength(1);
  });

  it('is resolved by hand, once, and can be filtered by it', async () => {
    const id = await latePayment();
    const divergence = await find(id, '&resolved=false');
    const resolved = await resolve(divergence.id, { resolution: 'Devolvido por TED' });
    expect(resolved.status).toBe(200);
    expect(resolved.body).toEqual({
      ...divergence,
      resolution: 'Devolvido por TED',
      resolved_at: expect.stringMatching(ISO_UTC),
    });
    expectError(await resolve(divergence.id, { resolution: 'outra' }), { status: 400, code: 'VALIDATION_ERROR' });
    expect(await find(id, '&resolved=true')).toEqual(resolved.body);
    expect(await find(id, '&resolved=false')).toBeUndefined();
  });

  it('is the merchant’s own: another gets an empty list and 404', async () => {
    const { id } = await find(await latePayment());
    expect((await gateway.get('/divergences', gateway.otherToken)).body).toEqual({
      data: [],
      total: 0,
      page: 1,
      lastPage: 1,
      itemsPerPage: 10,
    });
    for (const [divergence, session] of [
      [id, gateway.otherToken],
      [999_999_999, gateway.token],
    ] as const) {
      expectError(await resolve(divergence, { resolution: 'x' }, session), {
        status: 404,
        code: 'DIVERGENCE_NOT_FOUND',
      });
    }
  });

  it('pages and errors are those of every list', async () => {
    const first = (await gateway.get('/divergences?limit=1')).body;
    expect(first).toMatchObject({ page: 1, itemsPerPage: 1, lastPage: first.total });
    expect(first.data).toHaveLength(1);
    for (const query of ['page=0', 'limit=0', 'limit=101', 'resolved=yes']) {
      expectError(await gateway.get(`/divergences?${query}`), invalid(query.split('=')[0] as string));
    }
    expect((await gateway.get(`/divergences?page=${first.total + 1}&limit=1`)).body.data).toEqual([]);
    for (const resolution of [undefined, null, '', '  ', 7])
      expectError(await resolve(first.data[0].id, { resolution }), invalid('resolution'));
    for (const id of ['0', 'x']) expectError(await resolve(id, { resolution: 'x' }), invalid('id'));
    expect((await gateway.call('GET', '/divergences')).status).toBe(401);
  });
});
