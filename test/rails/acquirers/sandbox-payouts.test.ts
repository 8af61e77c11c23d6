import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payoutOrder } from '../../../src/rails/acquirers/contract/acquirer-payouts.contract.ts';
import {
  createSandboxAcquirerClient,
  type SandboxAcquirerClient,
} from '../../../src/rails/acquirers/sandbox/sandbox-acquirer-client.ts';
import { eventually } from '../../support/contract.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { newReference, type Receiver, type StartedService, startReceiver, startService } from './support.ts';

describe('the bank of the sandbox', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let started: StartedService;
  beforeAll(async () => {
    database = await createTestDatabase();
    receiver = await startReceiver();
    started = await startService(database.db, receiver.url);
  });
  afterAll(async () => {
    await started.close();
    await receiver.close();
    await database.drop();
    expect(started.log.errors).toEqual([]);
  });

  const rail = () => started.client.payouts;
  const send = async (amountCents: number) => {
    const order = payoutOrder(newReference(), { amountCents });
    return { order, answer: await rail().send(order) };
  };
  const stateOf = async (reference: string) => {
    const answer = await rail().query({ reference });
    return answer.outcome === 'found' ? answer.payout.status : answer.outcome;
  };
  const until = (reference: string, status: string) =>
    eventually(async () => expect(await stateOf(reference)).toBe(status));
  const moveClock = (seconds: number) => {
    started.clock.offsetMs += seconds * 1_000;
  };

  test('goes by the business clock, and tells of every change', async () => {
    const { order: slow } = await send(10_005);
    const { order: refused } = await send(10_002);
    expect(await stateOf(slow.reference)).toBe('PROCESSING');
    moveClock(31);
    await until(refused.reference, 'REFUSED');
    expect(await stateOf(slow.reference)).toBe('PROCESSING');
    moveClock(3_600);
    await until(slow.reference, 'PAID');
    await eventually(() => {
      expect(receiver.about(slow.reference).map(({ status }) => status)).toEqual(['PAID']);
      expect(receiver.about(refused.reference).map(({ status }) => status)).toEqual(['REFUSED']);
    });
  });

  test(',03 comes back by itself, whole', async () => {
    const { order } = await send(10_003);
    moveClock(3);
    await until(order.reference, 'PAID');
    moveClock(6);
    await eventually(async () =>
      expect(await rail().query(order)).toMatchObject({ payout: { returns: [{ amountCents: 10_003 }] } }),
    );
    await eventually(() => expect(receiver.about(order.reference)).toHaveLength(2));
  });

  test(',04 is taken and its answer lost; its repeat is answered', async () => {
    const { order, answer } = await send(10_004);
    expect(answer).toMatchObject({ outcome: 'unknown' });
    expect(await rail().query(order)).toMatchObject({ outcome: 'found', payout: { amountCents: 10_004 } });
    expect(await rail().send({ ...order, isRepeat: true })).toMatchObject({ outcome: 'found' });
  });

  test('keeps nothing of where the money went', async () => {
    const key = 'segredo@padaria.example';
    const destination = { kind: 'pix_key', keyType: 'email', key } as const;
    await rail().send(payoutOrder(newReference(), { destination }));
    const rows = await database.db.query<{ row: string }>('SELECT p::text AS row FROM sandbox_acquirer.payouts p');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(key) || row.includes('11222333000181'))).toEqual([]);
  });

  test('lists page by page', async () => {
    await database.db.query(
      `INSERT INTO sandbox_acquirer.payouts (reference, payout_id, amount_cents, status, holder_name, holder_document,
         end_to_end_id, created_at, paid_at)
       SELECT 'listed-' || n, 'x', n, 'PAID', '', '', 'E' || n, '2020-01-01T12:00:00Z', '2020-01-01T12:00:00Z'
       FROM generate_series(1, 250) n`,
    );
    const day = { from: new Date('2020-01-01T03:00:00Z'), to: new Date('2020-01-02T02:59:59Z') };
    const seen: (string | null)[] = [];
    for (const [page, isLast] of [false, false, true].entries()) {
      const answer = await rail().sent({ ...day, page });
      expect(answer).toMatchObject({ outcome: 'found', isLast, oddItems: [] });
      if (answer.outcome === 'found') seen.push(...answer.payouts.map(({ reference }) => reference));
    }
    expect(new Set(seen).size).toBe(250);
    expect(await rail().sent({ ...day, page: 3 })).toMatchObject({ payouts: [], isLast: true });
  });

  test.each([
    ['an amount of nothing', { amount: 0 }],
    ['a destination of no kind', { destination: { kind: 'cash' } }],
    ['no sender', { sender: undefined }],
    ['a member it does not know', { more: 1 }],
  ])('refuses %s', async (_name, changes) => {
    const { amountCents, description, destination, sender } = payoutOrder('x');
    const body = { amount: amountCents, description, destination, sender, ...changes };
    expect((await started.api('PUT', `/payouts/${newReference()}`, body)).status).toBe(400);
  });
});

describe('the client does not believe', () => {
  const PAYOUT = {
    id: 'sbxp_1',
    reference: 'p1',
    status: 'PAID',
    amount: 150_000,
    endToEndId: 'E1',
    paidAt: '2026-11-15T10:00:00Z',
    reason: null,
    keyUnknown: false,
    holder: { name: 'Padaria', document: '**.222.333/****-**' },
    returns: [{ id: 'D1', amount: 5, reason: null, returnedAt: '2026-11-15T10:00:00Z' }],
  };
  let answer: (response: ServerResponse) => void;
  let server: Server;
  let client: SandboxAcquirerClient;
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    client = createSandboxAcquirerClient({ baseUrl, apiKey: 'k', notificationSecret: 's' });
  });
  afterAll(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const json = (statusCode: number, body: unknown) => {
    answer = (response) =>
      response.writeHead(statusCode, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const without = (member: string) => Object.fromEntries(Object.entries(PAYOUT).filter(([name]) => name !== member));
  const ask = () => client.payouts.query({ reference: 'p1' });

  test('anything but a payout as it should be', async () => {
    json(200, { ...PAYOUT, news: true });
    expect(await ask()).toEqual({
      outcome: 'found',
      payout: {
        reference: 'p1',
        status: 'PAID',
        amountCents: 150_000,
        endToEndId: 'E1',
        paidAt: new Date('2026-11-15T10:00:00Z'),
        reason: null,
        isDestinationDead: false,
        holder: PAYOUT.holder,
        returns: [{ id: 'D1', amountCents: 5, reason: null, returnedAt: new Date('2026-11-15T10:00:00Z') }],
      },
    });
  });

  test.each([
    ['another reference', { ...PAYOUT, reference: 'p2' }],
    ['a status outside the three', { ...PAYOUT, status: 'SENT' }],
    ['an amount as text', { ...PAYOUT, amount: '150000' }],
    ['an amount that is not whole', { ...PAYOUT, amount: 0.5 }],
    ['a day that is none', { ...PAYOUT, paidAt: '2026-13-15T10:00:00Z' }],
    ['a return of nothing', { ...PAYOUT, returns: [{ id: 'D1', amount: 0 }] }],
    ['a return without an id', { ...PAYOUT, returns: [{ amount: 5 }] }],
    ['returns that are no list', { ...PAYOUT, returns: {} }],
    ['a list', [PAYOUT]],
    ['text', 'PAID'],
    ...['reference', 'status', 'amount', 'returns', 'id'].map((member): [string, unknown] => [
      `one without ${member}`,
      without(member),
    ]),
  ])('%s', async (_name, body) => {
    json(200, body);
    for (const result of [
      await ask(),
      await client.payouts.send(payoutOrder('p1')),
      await client.controlPayout('p1', 'pay', {}),
    ])
      expect(result).toMatchObject({ outcome: 'unknown' });
  });

  test('a 404 or a 422 of somebody in between', async () => {
    for (const [status, body] of [
      [404, {}],
      [404, { code: 'no_such_route' }],
      [422, { message: 'no' }],
      [409, { message: 'no' }],
      [403, { code: 'refused', message: 'no' }],
    ] as const) {
      json(status, body);
      expect(await ask()).toMatchObject({ outcome: 'unknown' });
      expect(await client.payouts.send(payoutOrder('p1'))).toMatchObject({ outcome: 'unknown' });
      expect(await client.payouts.holderOf(payoutOrder('p1').destination, payoutOrder('p1').sender)).toMatchObject({
        outcome: 'unknown',
      });
    }
    // What was just sent cannot be missing.
    json(404, { code: 'not_found' });
    expect(await client.payouts.send(payoutOrder('p1'))).toMatchObject({ outcome: 'unknown' });
    expect(await ask()).toEqual({ outcome: 'not_found' });
  });

  test('an item of a list that cannot be read, and no other because of it', async () => {
    const item = { reference: 'p1', endToEndId: null, amount: 5, paidAt: '2026-11-15T10:00:00Z' };
    json(200, { payouts: [item, { ...item, amount: 0 }, 'x'], isLast: true });
    const listed = await client.payouts.sent({ from: new Date(0), to: new Date(), page: 0 });
    expect(listed).toMatchObject({
      outcome: 'found',
      payouts: [{ reference: 'p1', endToEndId: null, amountCents: 5 }],
      oddItems: ['payouts[].amount', 'payouts[]'],
    });
    json(200, { payouts: [item] });
    expect(await client.payouts.sent({ from: new Date(0), to: new Date(), page: 0 })).toMatchObject({
      outcome: 'unknown',
    });
  });
});
