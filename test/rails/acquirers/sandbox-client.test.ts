import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { charge, orderOf, unheardOf } from '../../../src/rails/acquirers/contract/acquirer-harness.contract.ts';
import {
  createSandboxAcquirerClient,
  type SandboxAcquirerClient,
} from '../../../src/rails/acquirers/sandbox/sandbox-acquirer-client.ts';

const TIMEOUT_MS = 500;
/** The 64 KiB that it may keep, and what the buffers of two sockets hold. */
const MAX_SWALLOWED_BYTES = 16 * 1024 * 1024;

const CHARGE = {
  id: 'sbx_1',
  reference: 'r1',
  operation: { status: 'WAITING_PAYMENT', value: 12_345, provider: 'SANDBOX' },
  history: [{ status: 'WAITING_PAYMENT', createdAt: '2026-11-15T10:00:00.000Z' }],
  payer: { fullName: 'João', document: '***.982.247-**' },
  paidAt: null as unknown,
  refundedAmount: 0 as unknown,
  pix: { qrCode: '000201' } as unknown,
  boleto: null as unknown,
};
const REFUND = {
  id: 'sbxr_1',
  reference: 'd1',
  chargeReference: 'r1',
  status: 'REFUNDED',
  amount: 100,
  refundedAt: '2026-11-15T10:00:00Z',
  reason: null,
};

/** A server that answers whatever the test tells it to. */
let answer: (response: ServerResponse) => void;
let lastPath: string;
let server: Server;
let client: SandboxAcquirerClient;

beforeAll(async () => {
  server = createServer((request, response) => {
    lastPath = request.url ?? '';
    request.resume();
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix/`;
  client = createSandboxAcquirerClient({ baseUrl, apiKey: 'k', notificationSecret: 's', timeoutMs: TIMEOUT_MS });
});
beforeEach(() => {
  answer = (response) => response.end();
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function json(statusCode: number, body: unknown): void {
  answer = (response) =>
    response.writeHead(statusCode, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

describe('the client believes', () => {
  test('a charge as it should be, unknown members aside', async () => {
    json(200, { ...CHARGE, news: true });
    const result = await client.query(unheardOf('r1'));
    expect(result).toMatchObject({
      outcome: 'found',
      charge: { transactionId: 'sbx_1', instrument: { pixQrCode: '000201', boleto: null } },
    });
    expect(JSON.stringify(result)).not.toContain('news');
    expect(await charge(client, orderOf('r1'))).toMatchObject({ outcome: 'accepted' });
  });

  test('a refund of another amount than asked, as it is: whoever settles it compares', async () => {
    json(201, REFUND);
    const asked = await client.refunds.send({
      reference: 'd1',
      charge: unheardOf('r1'),
      amountCents: 99,
      description: null,
      isRepeat: false,
    });
    expect(asked).toMatchObject({ outcome: 'found', refund: { amountCents: 100 } });
    expect(await client.refunds.query({ reference: 'd1', charge: unheardOf('r1') })).toEqual(asked);
  });

  test('a refund as it should be', async () => {
    json(200, REFUND);
    expect(await client.refunds.query({ reference: 'd1', charge: unheardOf('r1') })).toMatchObject({
      outcome: 'found',
      refund: { refundedAt: new Date('2026-11-15T10:00:00Z') },
    });
  });

  test('a refusal, with or without its charge', async () => {
    json(422, { code: 'refused', message: 'no' });
    expect(await charge(client, orderOf('r1'))).toEqual({ outcome: 'refused', charge: null, reason: 'no' });
    json(422, { code: 'refused', message: 'no', charge: { ...CHARGE, reference: 'other' } });
    expect(await charge(client, orderOf('r1'))).toEqual({ outcome: 'refused', charge: null, reason: 'no' });
  });

  test('that a reference is one segment of the path', async () => {
    json(404, { code: 'not_found' });
    expect(await client.query(unheardOf('../control/faults?x#y'))).toEqual({ outcome: 'not_found' });
    expect(lastPath).toBe('/prefix/charges/..%2Fcontrol%2Ffaults%3Fx%23y');
  });
});

describe('the client does not believe', () => {
  const without = (member: string) => Object.fromEntries(Object.entries(CHARGE).filter(([name]) => name !== member));
  const charges: [string, unknown][] = [
    ['another reference', { ...CHARGE, reference: 'r2' }],
    ['a status outside the seven', { ...CHARGE, operation: { ...CHARGE.operation, status: 'EXPIRED' } }],
    ['a value that is not whole', { ...CHARGE, operation: { ...CHARGE.operation, value: 0.5 } }],
    ['a value beyond safe integers', { ...CHARGE, operation: { ...CHARGE.operation, value: 2 ** 60 } }],
    ['a value as text', { ...CHARGE, operation: { ...CHARGE.operation, value: '12345' } }],
    ['a date without a zone', { ...CHARGE, paidAt: '2026-11-15T10:00:00' }],
    ['a date that is none', { ...CHARGE, paidAt: '2026-13-15T10:00:00Z' }],
    ['negative refunds', { ...CHARGE, refundedAmount: -1 }],
    ['a short barcode', { ...CHARGE, boleto: { barcode: '1' } }],
    ['an array', [CHARGE]],
    ['null', null],
    ['text', 'PAID'],
    ...Object.keys(CHARGE)
      // These may be null, which is as absent.
      .filter((member) => !['payer', 'paidAt', 'pix', 'boleto'].includes(member))
      .map((member): [string, unknown] => [`a charge without ${member}`, without(member)]),
  ];

  test.each(charges)('%s', async (_name, body) => {
    json(200, body);
    for (const result of [
      await client.query(unheardOf('r1')),
      await client.cancel(unheardOf('r1')),
      await charge(client, orderOf('r1')),
      await client.control('r1', 'pay', {}),
    ]) {
      expect(result).toMatchObject({ outcome: 'unknown' });
    }
  });

  test('a charge accepted for another amount, or without anything to pay with', async () => {
    json(201, { ...CHARGE, operation: { ...CHARGE.operation, value: 1 } });
    expect(await charge(client, orderOf('r1'))).toMatchObject({ outcome: 'unknown' });
    json(201, { ...CHARGE, pix: null });
    expect(await charge(client, orderOf('r1'))).toMatchObject({ outcome: 'unknown' });
  });

  test.each([
    { ...REFUND, reference: 'd2' },
    { ...REFUND, status: 'DONE' },
    { ...REFUND, amount: null },
    { ...REFUND, refundedAt: 'yesterday' },
  ])('a refund such as %j', async (body) => {
    json(200, body);
    expect(await client.refunds.query({ reference: 'd1', charge: unheardOf('r1') })).toMatchObject({
      outcome: 'unknown',
    });
  });

  test.each([201, 204, 301, 400, 401, 403, 409, 418, 422, 429, 500, 502, 503, 504])(
    'a query answered %d',
    async (statusCode) => {
      json(statusCode, statusCode === 204 ? undefined : CHARGE);
      expect(await client.query(unheardOf('r1'))).toMatchObject({ outcome: 'unknown' });
    },
  );

  test.each([undefined, {}, { code: 'no_such_route' }, 'not_found', { error: { code: 'not_found' } }])(
    'a 404 that is not the acquirer’s own: %j',
    async (body) => {
      json(404, body);
      expect(await client.query(unheardOf('r1'))).toMatchObject({ outcome: 'unknown' });
      expect(await client.refunds.query({ reference: 'r1', charge: unheardOf('r1') })).toMatchObject({
        outcome: 'unknown',
      });
      expect(
        await client.refunds.send({
          reference: 'd1',
          charge: unheardOf('r1'),
          amountCents: 1,
          description: null,
          isRepeat: false,
        }),
      ).toMatchObject({
        outcome: 'unknown',
      });
    },
  );

  test('a 422 that is no refusal', async () => {
    json(422, { code: 'validation', message: 'what?' });
    expect(await charge(client, orderOf('r1'))).toMatchObject({ outcome: 'unknown' });
  });
});

describe('the client is not held up', () => {
  test('by a body without end: it hangs up early, holding little', async () => {
    let written = 0;
    const hungUp = new Promise<void>((resolve) => {
      answer = (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const chunk = Buffer.alloc(64 * 1024, 'x');
        const pour = () => {
          let hasRoom = true;
          while (hasRoom && !response.destroyed && written < 10 * MAX_SWALLOWED_BYTES) {
            hasRoom = response.write(chunk);
            written += chunk.length;
          }
        };
        response.on('drain', pour).on('close', resolve);
        pour();
      };
    });
    expect(await client.query(unheardOf('r1'))).toEqual({ outcome: 'unknown', reason: 'answer above 65536 bytes' });
    await hungUp;
    expect(written).toBeLessThan(MAX_SWALLOWED_BYTES);
  });

  test('by headers that come and a body that does not', async () => {
    answer = (response) => response.writeHead(200, { 'content-length': '1000' }).write('{');
    expect(await client.query(unheardOf('r1'))).toEqual({
      outcome: 'unknown',
      reason: `no answer within ${TIMEOUT_MS} ms`,
    });
  });

  test('by a body that ends before its length', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write(JSON.stringify(CHARGE));
      setTimeout(() => response.destroy(), 20);
    };
    expect(await client.query(unheardOf('r1'))).toMatchObject({ outcome: 'unknown' });
  });
});
