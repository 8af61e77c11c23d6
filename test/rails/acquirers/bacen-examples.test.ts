import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BankAccess } from '../../../src/rails/acquirers/bacen-pix/access.ts';
import { type BacenPixClient, createBacenPixClient } from '../../../src/rails/acquirers/bacen-pix/bacen-pix-client.ts';
import { readWebhook, writeWebhook } from '../../../src/rails/acquirers/bacen-pix/bank-webhook.ts';
import { deadlineIn } from '../../../src/rails/acquirers/bank-connection/bank-http.ts';
import { orderOf } from '../../../src/rails/acquirers/contract/acquirer-harness.contract.ts';
import { type ExampleAnswer, findBacenDocument } from '../../support/banks/bacen-document.ts';

/** Every answer that Bacen's document has an example of goes through the adapter, as if a bank had sent it. */

const TXID = '7978c0c97ea847e78e8849634473c1f1';
const E2EID = 'E12345678202009091221kkkkkkkkkkk';
const document = findBacenDocument();

let given: ExampleAnswer;
/** What it is asked besides, such as whether it knows a charge that it has just refused. */
const UNKNOWN = {
  status: 404,
  type: 'application/problem+json',
  body: { type: 'https://pix.bcb.gov.br/api/v2/error/NaoEncontrado', title: 'Não Encontrado', status: 404 },
};
let method: string;
const server = createServer((request, response) => {
  const isToken = request.url === '/token';
  const answer = isToken ? { status: 200, type: 'application/json', body: { access_token: 't' } } : given;
  const { status, type, body } = isToken || request.method === method ? answer : UNKNOWN;
  response.writeHead(status, { 'content-type': type, 'retry-after': '0' }).end(JSON.stringify(body));
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

interface Asked {
  client: BacenPixClient;
  access: BankAccess;
  example: ExampleAnswer;
}

interface Operation {
  method: string;
  path: string;
  ask(asked: Asked): Promise<unknown>;
  /** What becomes of each status; of what is not listed, the reason that the bank gave. */
  outcomes: Record<number, object>;
}

const paid = { reference: TXID, transactionId: TXID, endToEndId: E2EID };
const called = ({ body }: ExampleAnswer) => ({ ...paid, reference: body.txid ?? TXID });
const centsOf = ({ body }: ExampleAnswer) => Number((body.valor?.original ?? '0.00').replace('.', ''));
const period = { from: new Date(0), to: new Date(), page: 0, isReturnedOnly: false };
const refundOf = ({ body }: ExampleAnswer) => ({ reference: body.id ?? 'x', charge: paid });

const OPERATIONS: Operation[] = [
  {
    method: 'PUT',
    path: '/cob/x',
    ask: ({ client, example }) =>
      client.charges.pix?.(orderOf(called(example).reference, { amountCents: centsOf(example) })) ?? Promise.reject(),
    // It was read, and only the code is not there, which no example has.
    outcomes: { 201: { reason: 'the answer contains no code to pay' }, 400: { outcome: 'refused' } },
  },
  {
    method: 'GET',
    path: '/cob/x',
    ask: ({ client, example }) => client.query(called(example)),
    outcomes: { 200: { outcome: 'found' }, 404: { outcome: 'not_found' } },
  },
  {
    method: 'PATCH',
    path: '/cob/x',
    ask: ({ client, example }) => client.cancel(called(example)),
    outcomes: { 200: { outcome: 'found' }, 400: { outcome: 'not_found' }, 404: { outcome: 'not_found' } },
  },
  {
    method: 'PUT',
    path: '/pix/x/devolucao/y',
    ask: ({ client, example }) =>
      client.refunds?.send({ ...refundOf(example), amountCents: 789, description: null, isRepeat: false }) ??
      Promise.reject(),
    outcomes: {
      201: { outcome: 'found', refund: { amountCents: 789, status: 'PROCESSING' } },
      // Refused at the door: what it comes to is decided by asking again for ten minutes.
      400: { outcome: 'rejected' },
    },
  },
  {
    method: 'GET',
    path: '/pix/x/devolucao/y',
    ask: ({ client, example }) => client.refunds?.query(refundOf(example)) ?? Promise.reject(),
    outcomes: { 200: { outcome: 'found' }, 404: { outcome: 'not_found' } },
  },
  {
    method: 'GET',
    path: '/pix',
    ask: ({ client }) => client.received?.(period) ?? Promise.reject(),
    outcomes: { 200: { outcome: 'found', isLast: true, payments: { length: 3 } } },
  },
  {
    method: 'GET',
    path: '/webhook/x',
    ask: ({ client, access }) => readWebhook(client.calls, access, deadlineIn(5_000)),
    outcomes: { 200: { outcome: 'found', url: 'https://pix.example.com/api/webhook/' }, 404: { outcome: 'none' } },
  },
  {
    method: 'PUT',
    path: '/webhook/x',
    ask: ({ client, access }) => writeWebhook(client.calls, access, 'https://loja.example', true, deadlineIn(5_000)),
    outcomes: {},
  },
];

async function tell(operation: Operation, example: ExampleAnswer): Promise<unknown> {
  given = example;
  method = operation.method;
  const access: BankAccess = {
    profile: 'standard',
    baseUrl: origin,
    tokenUrl: `${origin}/token`,
    clientId: 'id',
    clientSecret: 'secret',
    pixKey: example.body.chave ?? 'loja@example.com',
    certificatePem: null,
    privateKeyPem: null,
    caPem: null,
    appKey: null,
    account: null,
  };
  const client = createBacenPixClient({ name: 'bank', access, callbackSecret: 'x', timeoutMs: 20_000 });
  const result = await operation.ask({ client, access, example });
  await client.close();
  return result;
}

describe.runIf(document)('the examples of Bacen’s document (need BACEN_PIX_DOCUMENT)', () => {
  const counted = OPERATIONS.map((operation) => ({
    ...operation,
    examples: document?.exampleAnswers(operation.method, operation.path) ?? [],
  }));

  test.each(counted)('$method $path: $examples.length answers are understood', async ({ examples, ...operation }) => {
    expect(examples.length).toBeGreaterThan(2);
    for (const example of examples) {
      const name = String(example.body.type ?? '')
        .split('/')
        .at(-1);
      const otherwise = { reason: expect.stringContaining(`answered ${example.status} (${name}`) };
      const expected = operation.outcomes[example.status] ?? otherwise;
      expect(await tell(operation, example), JSON.stringify(example)).toMatchObject(expected);
    }
  });

  test('a charge of the document that has a code to copy is accepted', async () => {
    const [put] = OPERATIONS as [Operation];
    for (const example of document?.exampleAnswers('PUT', '/cob/x').filter(({ status }) => status === 201) ?? []) {
      const withCode = { ...example, body: { ...example.body, pixCopiaECola: '000201…' } };
      expect(await tell(put, withCode)).toMatchObject({
        outcome: 'accepted',
        charge: { status: 'WAITING_PAYMENT', instrument: { pixQrCode: '000201…' } },
      });
    }
  });

  test('its paid charge is worth what was received', async () => {
    const [, get] = OPERATIONS as [Operation, Operation];
    const examples = document?.exampleAnswers('GET', '/cob/x') ?? [];
    const [concluded] = examples.filter(({ body }) => body.status === 'CONCLUIDA') as [ExampleAnswer];
    expect(await tell(get, concluded)).toMatchObject({
      charge: { status: 'PAID', amountCents: 11_000, refundedAmountCents: 0, endToEndId: expect.stringMatching(/^E/) },
    });
  });

  test('its callback names two charges', () => {
    const client = createBacenPixClient({
      name: 'bank',
      access: { profile: 'standard', certificatePem: null, privateKeyPem: null, caPem: null } as BankAccess,
      callbackSecret: 'x',
    });
    expect(client.callback?.read(JSON.stringify(document?.exampleOfCallback()))?.references).toHaveLength(2);
  });
});
