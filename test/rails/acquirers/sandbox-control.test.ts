import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import {
  charge,
  invoiceOf,
  orderOf,
  unheardOf,
} from '../../../src/rails/acquirers/contract/acquirer-harness.contract.ts';
import { createSandboxAcquirerClient } from '../../../src/rails/acquirers/sandbox/sandbox-acquirer-client.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { API_KEY, newReference, type Receiver, type StartedService, startReceiver, startService } from './support.ts';

let database: TestDatabase;
let receiver: Receiver;
let started: StartedService;
let second: StartedService;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver();
  started = await startService(database.db, receiver.url);
  second = await startService(database.db, receiver.url);
});
beforeEach(() => started.api('DELETE', '/control/faults'));
afterAll(async () => {
  await second.close();
  await started.close();
  await receiver.close();
  await database.drop();
  expect([...started.log.errors, ...second.log.errors]).toEqual([]);
});

async function charged(): Promise<string> {
  const order = orderOf(newReference());
  expect(await charge(started.client, order)).toMatchObject({ outcome: 'accepted' });
  return order.reference;
}

const historyOf = (body: unknown) => (body as { history: { status: string; createdAt: string }[] }).history;
const control = (reference: string, action: string, body?: unknown) =>
  started.api('POST', `/control/charges/${reference}/${action}`, body);

describe('the hand of the payer and the bank', () => {
  const ENDS = { pay: 'PAID', fail: 'FAILED', cancel: 'CANCELLED', expire: 'CANCELLED', refund: 'REFUNDED' } as const;
  const actions = Object.keys(ENDS) as (keyof typeof ENDS)[];
  const pairs = actions.flatMap((first) => actions.map((then) => ({ first, then })));

  test.each(pairs)('$first, then $then', async ({ first, then }) => {
    const reference = await charged();
    expect((await control(reference, first, { notify: false })).status).toBe(200);
    const answer = await control(reference, then, { notify: false });
    // Paid, given back and paid again: it has received the amount twice.
    const value = first === 'refund' && then === 'pay' ? 2 * 12_345 : 12_345;
    expect(answer).toMatchObject({ status: 200, body: { reference, operation: { status: ENDS[then], value } } });
    const statuses = ['WAITING_PAYMENT', ENDS[first], ENDS[then]].filter(
      (status, index, all) => status !== all[index - 1],
    );
    expect(historyOf(answer.body).map(({ status }) => status)).toEqual(statuses);
    expect(answer.body?.['paidAt'] === null).toBe(!['PAID', 'REFUNDED'].includes(ENDS[then]));
    expect(await second.client.query(unheardOf(reference))).toMatchObject({
      outcome: 'found',
      charge: { status: ENDS[then] },
    });
  });

  test('any past paid_at is taken, a future one is not', async () => {
    const reference = await charged();
    const future = new Date(Date.now() + 60_000).toISOString();
    expect(await control(reference, 'pay', { paid_at: future })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    started.clock.offsetMs = 120_000;
    expect((await control(reference, 'pay', { paid_at: future })).body?.['paidAt']).toBe(future);
    started.clock.offsetMs = 0;
    const other = await charged();
    const result = await started.client.control(other, 'pay', { paid_at: '2001-02-03T04:05:06-03:00' });
    expect(result).toMatchObject({
      outcome: 'found',
      charge: { status: 'PAID', paidAt: new Date('2001-02-03T07:05:06Z') },
    });
  });

  test('business time dates the history', async () => {
    started.clock.offsetMs = 40 * 86_400_000;
    const reference = await charged();
    const { body } = await control(reference, 'pay');
    started.clock.offsetMs = 0;
    const dates = [body?.['createdAt'], body?.['paidAt'], ...historyOf(body).map(({ createdAt }) => createdAt)];
    for (const date of dates) expect(Date.parse(String(date)) - Date.now()).toBeGreaterThan(39 * 86_400_000);
  });

  test('an unrequested refund takes what remains', async () => {
    const reference = await charged();
    await control(reference, 'pay');
    await started.client.refunds.send({
      reference: newReference(),
      charge: unheardOf(reference),
      amountCents: 345,
      description: null,
      isRepeat: false,
    });
    expect((await control(reference, 'refund')).body).toMatchObject({
      operation: { status: 'REFUNDED' },
      refundedAmount: 12_345,
    });
    const rows = await database.db.query<{ cents: number }>(
      'SELECT sum(amount_cents)::bigint AS cents FROM sandbox_acquirer.refunds WHERE charge_reference = $1',
      [reference],
    );
    expect(rows).toEqual([{ cents: 12_345 }]);
  });

  test('a refund in processing whose money the bank took can only end refused', async () => {
    const reference = await charged();
    const refundReference = newReference();
    await control(reference, 'pay');
    await started.api('POST', '/control/faults', { operation: 'refund', kind: 'processing' });
    await started.client.refunds.send({
      reference: refundReference,
      charge: unheardOf(reference),
      amountCents: 345,
      description: null,
      isRepeat: false,
    });
    await control(reference, 'refund');
    const settle = (status: string) => started.api('POST', `/control/refunds/${refundReference}/settle`, { status });
    expect((await settle('REFUNDED')).status).toBe(409);
    expect((await settle('REFUSED')).body).toMatchObject({ status: 'REFUSED' });
    expect((await settle('REFUSED')).status).toBe(200);
    expect((await settle('REFUNDED')).status).toBe(409);
  });

  test('unknown references are not found', async () => {
    expect(await control(newReference(), 'pay')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await started.client.control(newReference(), 'fail', {})).toEqual({ outcome: 'not_found' });
    expect((await started.api('POST', `/control/refunds/${newReference()}/settle`, { status: 'REFUSED' })).status).toBe(
      404,
    );
  });
});

describe('the door', () => {
  test.each(['', 'Bearer', 'Bearer wrong', API_KEY, `Basic ${API_KEY}`, `Bearer ${API_KEY}x`])(
    'a wrong key is turned away: %s',
    async (authorization) => {
      for (const path of ['/charges/x', '/control/faults', '/nowhere']) {
        const answer = await fetch(started.service.url + path, {
          headers: authorization === '' ? {} : { authorization },
        });
        expect(answer.status).toBe(401);
      }
    },
  );

  test('health needs no key', async () => {
    expect((await fetch(`${started.service.url}/health`)).status).toBe(200);
  });

  test('a client with a wrong key knows nothing', async () => {
    const stranger = createSandboxAcquirerClient({
      baseUrl: started.service.url,
      apiKey: 'wrong',
      notificationSecret: 'x',
    });
    expect(await stranger.query(unheardOf('x'))).toMatchObject({
      outcome: 'unknown',
      because: 'answered',
      reason: 'answered 401',
    });
    await stranger.close();
  });

  test('an unknown route is not an unknown charge', async () => {
    expect(await started.api('GET', '/nowhere')).toMatchObject({ status: 404, body: { code: 'no_such_route' } });
  });

  test('what is not as it should be is refused with a reason', async () => {
    const good = {
      ...JSON.parse(JSON.stringify(invoiceOf('x'))),
      amount: 1,
      amountCents: undefined,
      reference: undefined,
      isRepeat: undefined,
    };
    expect((await started.api('PUT', `/charges/${newReference()}`, good)).status).toBe(201);
    const bad: [string, object][] = [
      ['amount', { amount: 0 }],
      ['amount', { amount: '1' }],
      ['amount', { amount: 1.5 }],
      ['amount', { amount: 10_000_000_000 }],
      ['paymentType', { paymentType: 'card' }],
      ['dueDate', { dueDate: null }],
      ['dueDate', { dueDate: '2026-02-30' }],
      ['expiresAt', { expiresAt: 'tomorrow' }],
      ['description', { description: 'a\u0000b' }],
      ['document', { payer: { ...good.payer, document: '123' } }],
      ['additional', { surprise: true }],
    ];
    for (const [field, change] of bad) {
      const answer = await started.api('PUT', `/charges/${newReference()}`, { ...good, ...change });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', message: expect.stringContaining(field) },
      });
    }
    expect((await started.api('PUT', `/charges/${encodeURIComponent('a b')}`, good)).status).toBe(400);
    expect((await control('x', 'pay', { when: 'now' })).status).toBe(400);
    expect((await started.api('PUT', '/charges/x/refunds/y', { amount: -1 })).status).toBe(400);
  });

  test('a charge reference belongs to one amount and one type', async () => {
    const reference = newReference();
    const body = {
      ...JSON.parse(JSON.stringify(orderOf('x'))),
      amount: 12_345,
      amountCents: undefined,
      reference: undefined,
      isRepeat: undefined,
    };
    expect((await started.api('PUT', `/charges/${reference}`, body)).status).toBe(201);
    expect((await started.api('PUT', `/charges/${reference}`, body)).status).toBe(200);
    for (const change of [{ amount: 12_346 }, { paymentType: 'invoice', dueDate: '2026-12-01' }]) {
      expect(await started.api('PUT', `/charges/${reference}`, { ...body, ...change })).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      });
    }
    expect(await started.client.query(unheardOf(reference))).toMatchObject({
      charge: { amountCents: 12_345, instrument: { boleto: null } },
    });
  });

  test('a refund reference belongs to one charge and one amount', async () => {
    const [one, two] = [await charged(), await charged()];
    const refundReference = newReference();
    for (const reference of [one, two]) await control(reference, 'pay');
    expect((await started.api('PUT', `/charges/${one}/refunds/${refundReference}`, { amount: 5 })).status).toBe(201);
    expect((await started.api('PUT', `/charges/${one}/refunds/${refundReference}`, { amount: 5 })).status).toBe(200);
    expect((await started.api('PUT', `/charges/${one}/refunds/${refundReference}`, { amount: 6 })).status).toBe(409);
    expect((await started.api('PUT', `/charges/${two}/refunds/${refundReference}`, { amount: 5 })).status).toBe(409);
    expect(await started.client.query(unheardOf(two))).toMatchObject({ charge: { refundedAmountCents: 0 } });
  });

  test('a refused charge that the bank pays after all is no refusal any more', async () => {
    const order = orderOf(newReference());
    const refused = { ...order, payer: { ...order.payer, email: 'Recusado@Vintem.dev' } };
    expect(await charge(started.client, refused)).toMatchObject({
      outcome: 'refused',
      charge: { status: 'FAILED' },
    });
    await control(order.reference, 'pay');
    expect(await charge(started.client, refused)).toMatchObject({
      outcome: 'accepted',
      charge: { status: 'PAID' },
    });
  });
});

describe('faults', () => {
  test('are stored, listed, and used up exactly as often as asked, over two listeners', async () => {
    const reference = await charged();
    const fault = { operation: 'query', kind: 'error_500' };
    expect(await started.api('POST', '/control/faults', { ...fault, times: 30 })).toMatchObject({
      status: 201,
      body: { ...fault, remaining: 30 },
    });
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, index) => [started, second][index % 2]?.client.query(unheardOf(reference))),
    );
    expect(results.filter((result) => result?.outcome === 'unknown')).toHaveLength(30);
    expect(results.filter((result) => result?.outcome === 'found')).toHaveLength(30);
    expect((await second.api('GET', '/control/faults')).body).toEqual({ faults: [] });
  });

  test('one that another call is using is waited for, not overlooked', async () => {
    const reference = await charged();
    await started.api('POST', '/control/faults', { operation: 'query', kind: 'error_500', reference });
    const asked = await withTransaction(database.db, async (tx) => {
      await tx.query('SELECT id FROM sandbox_acquirer.faults WHERE reference = $1 FOR UPDATE', [reference]);
      const asking = started.client.query(unheardOf(reference));
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { asking };
    });
    expect(await asked.asking).toMatchObject({ outcome: 'unknown' });
  });

  test('one may be meant for one charge only, and all can be forgotten', async () => {
    const [one, two] = [await charged(), await charged()];
    await started.api('POST', '/control/faults', { operation: 'query', kind: 'garbage', reference: one, times: 2 });
    expect(await second.client.query(unheardOf(two))).toMatchObject({ outcome: 'found' });
    expect(await second.client.query(unheardOf(one))).toMatchObject({ outcome: 'unknown' });
    expect((await second.api('DELETE', '/control/faults')).status).toBe(204);
    expect(await started.client.query(unheardOf(one))).toMatchObject({ outcome: 'found' });
  });

  test('a kind that an operation does not know is refused', async () => {
    for (const [operation, kind] of [
      ['query', 'refuse'],
      ['charge', 'processing'],
      ['notification', 'garbage'],
      ['cancel', 'forge'],
      ['charge', 'x'],
    ]) {
      expect((await started.api('POST', '/control/faults', { operation, kind })).status).toBe(400);
    }
  });

  // Half of the time for which it would hold them.
  test('a listener closes at once while it holds sockets', { timeout: 60_000 }, async () => {
    const third = await startService(database.db, receiver.url);
    const reference = await charged();
    for (const kind of ['timeout_after_accepting', 'slow_drip', 'delay']) {
      await started.api('POST', '/control/faults', { operation: 'query', kind, delay_ms: 30_000, reference });
    }
    const asked = [1, 2, 3].map(() => third.client.query(unheardOf(reference)));
    while ((await listed()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await third.service.close();
    const outcomes = (await Promise.all(asked)).map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual(['found', 'unknown', 'unknown']);
    await third.client.close();
  });

  async function listed(): Promise<number> {
    const { body } = await started.api('GET', '/control/faults');
    return (body as { faults: unknown[] }).faults.length;
  }
});
