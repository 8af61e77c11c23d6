import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BacenPixClient } from '../../../src/rails/acquirers/bacen-pix/bacen-pix-client.ts';
import { PROFILES } from '../../../src/rails/acquirers/bacen-pix/profiles.ts';
import { pauseMs } from '../../../src/rails/acquirers/bank-connection/pauses.ts';
import { readProblem } from '../../../src/rails/acquirers/bank-connection/problem.wire.ts';
import {
  AMOUNT_CENTS,
  charge,
  orderOf,
  refundsOf,
  unheardOf,
} from '../../../src/rails/acquirers/contract/acquirer-harness.contract.ts';
import type { StartLimit } from '../../../src/rails/acquirers/time-limit.ts';
import type { FakeBank } from '../../../src/rails/fake-bank/start-fake-bank.ts';
import { accessTo, clientOf, endToEndIdOf, newReference, startPromptBank } from './bacen-pix-bank.ts';

/** What the contract suite cannot ask of every acquirer: what is special to banks that speak API Pix. */

let bank: FakeBank;
let client: BacenPixClient;

beforeAll(async () => {
  bank = await startPromptBank({ repeatedTxid: 'revise', repeatedReturnId: 'answer', createdStatus: 200 });
  client = clientOf(accessTo(bank));
});
afterEach(() => {
  bank.clearFaults();
  bank.forgetReceived();
  bank.habits.returnOutcome = 'DEVOLVIDO';
});
afterAll(async () => {
  await client.close();
  await bank.close();
});

const asked = () => bank.received().map(({ operation }) => operation);

async function chargeNew(txid = newReference()): Promise<string> {
  expect(await charge(client, orderOf(txid))).toMatchObject({ outcome: 'accepted' });
  return txid;
}

async function found(txid: string) {
  const result = await client.query(unheardOf(txid));
  if (result.outcome !== 'found') throw new Error(JSON.stringify(result));
  return result.charge;
}

describe('a bank that takes a known txid for a revision, and a known return for a question', () => {
  test('what may have been sent before is asked about, and never revised', async () => {
    const txid = await chargeNew();
    bank.forgetReceived();
    const repeat = await charge(client, orderOf(txid, { isRepeat: true }));
    expect(repeat).toEqual({ outcome: 'accepted', charge: await found(txid) });
    expect(asked()).not.toContain('put_cob');
    const other = await charge(client, orderOf(txid, { isRepeat: true, amountCents: 1 }));
    expect(other).toMatchObject({ outcome: 'unknown' });
    expect((await found(txid)).amountCents).toBe(AMOUNT_CENTS);
  });

  test('a charge that never arrived is asked about and then sent', async () => {
    const txid = newReference();
    expect(await charge(client, orderOf(txid, { isRepeat: true }))).toMatchObject({ outcome: 'accepted' });
    expect(asked().filter((operation) => operation !== 'token')).toEqual(['get_cob', 'put_cob']);
  });

  test('a return is made once', async () => {
    const txid = await chargeNew();
    await bank.control.pay(txid);
    const paid = await found(txid);
    const request = { reference: newReference(), charge: paid, amountCents: 100, description: null, isRepeat: false };
    const first = await refundsOf(client).send(request);
    expect(first).toMatchObject({ outcome: 'found', refund: { status: 'REFUNDED' } });
    expect(await refundsOf(client).send(request)).toEqual(first);
    expect((await found(txid)).refundedAmountCents).toBe(100);
  });
});

describe('money', () => {
  test('paid twice, and paid with another amount: all that was received', async () => {
    const txid = await chargeNew();
    const first = await bank.control.pay(txid);
    await bank.control.pay(txid, { amountCents: 55 });
    expect(await found(txid)).toMatchObject({
      status: 'PAID',
      amountCents: AMOUNT_CENTS + 55,
      endToEndId: first['endToEndId'],
    });
  });

  test('MED shows with its nature, and what was asked for here does not', async () => {
    const txid = await chargeNew();
    await bank.control.pay(txid);
    const paid = await found(txid);
    await refundsOf(client).send({
      reference: newReference(),
      charge: paid,
      amountCents: 45,
      description: null,
      isRepeat: false,
    });
    await bank.control.med(endToEndIdOf(bank, txid), { amountCents: 300, nature: 'MED_OPERACIONAL' });
    const taken = await found(txid);
    expect(taken).toMatchObject({ status: 'PAID', refundedAmountCents: 345 });
    const endToEndId = endToEndIdOf(bank, txid);
    expect(taken.payments).toEqual([{ endToEndId, amountCents: AMOUNT_CENTS, refundedAmountCents: 345 }]);
    expect(taken.medReturns).toEqual([
      {
        id: expect.stringMatching(/^D[A-Za-z0-9]{31}$/),
        firstId: expect.stringMatching(`^${endToEndId}-.+$`),
        endToEndId,
        amountCents: 300,
        nature: 'MED_OPERACIONAL',
        returnedAt: expect.any(Date),
      },
    ]);
    await bank.control.med(endToEndIdOf(bank, txid));
    expect(await found(txid)).toMatchObject({ status: 'REFUNDED', refundedAmountCents: AMOUNT_CENTS });
  });

  test('received payments are listed page by page, all or those with returns', async () => {
    const from = new Date();
    const txids = [];
    for (let n = 0; n < 3; n++) txids.push(await chargeNew());
    for (const txid of txids) await bank.control.pay(txid);
    await bank.control.med(endToEndIdOf(bank, txids[1] as string), { amountCents: 1 });
    const question = { from, to: new Date(Date.now() + 1_000), page: 0, isReturnedOnly: false };
    const page = await client.received?.(question);
    expect(page).toMatchObject({ outcome: 'found', isLast: true });
    if (page?.outcome !== 'found') return;
    expect(page.payments.map(({ reference }) => reference).sort()).toEqual([...txids].sort());
    expect(page.payments.map(({ refundedAmountCents }) => refundedAmountCents).sort()).toEqual([0, 0, 1]);
    const returned = await client.received?.({ ...question, isReturnedOnly: true });
    expect(returned).toMatchObject({ outcome: 'found', payments: [{ reference: txids[1] }] });
  });

  test('a bank that takes seconds lists the last payment of a day, and none of the next', async () => {
    const seconds = clientOf(accessTo(bank, { profile: 'santander', baseUrl: `${bank.baseUrl.replace('/v2', '')}` }));
    const asked: string[] = [];
    const calls = seconds.calls as { send: typeof seconds.calls.send };
    const txids = [newReference(), newReference()];
    const to = new Date('2026-11-15T02:59:59.999Z');
    const pix = ['2026-11-15T02:59:59.998Z', '2026-11-15T03:00:00.000Z'].map((horario, n) => ({
      endToEndId: `E${String(n).repeat(31)}`,
      txid: txids[n],
      valor: '1.00',
      horario,
    }));
    calls.send = async ({ query }) => {
      asked.push(query?.['fim'] ?? '');
      return { isClear: true, statusCode: 200, body: { pix }, problem: null };
    };
    const question = { from: new Date('2026-11-14T03:00:00Z'), to, page: 0, isReturnedOnly: false };
    expect(await seconds.received?.(question)).toMatchObject({ payments: [{ reference: txids[0] }] });
    expect(asked).toEqual(['2026-11-15T03:00:00Z']);
    await seconds.close();
  });

  test('a charge for another key is not believed', async () => {
    const txid = await chargeNew();
    const stranger = clientOf(accessTo(bank, { pixKey: 'outra@example.com' }));
    expect(await stranger.query(unheardOf(txid))).toMatchObject({ outcome: 'unknown' });
    await stranger.close();
  });
});

describe('tokens and pauses', () => {
  test('one token serves many calls at once', async () => {
    const fresh = clientOf(accessTo(bank));
    await Promise.all(Array.from({ length: 10 }, () => fresh.query(unheardOf(newReference()))));
    expect(asked().filter((operation) => operation === 'token')).toHaveLength(1);
    await fresh.close();
  });

  test('a token that ended early is renewed once', async () => {
    const txid = await chargeNew();
    bank.forgetReceived();
    bank.endTokens();
    expect((await found(txid)).reference).toBe(txid);
    expect(asked()).toEqual(['get_cob', 'token', 'get_cob']);
  });

  test('a right that stays missing is no refusal of the charge', async () => {
    bank.fault({ operation: 'put_cob', kind: 'status', status: 403 });
    expect(await charge(client, orderOf(newReference()))).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringContaining('403'),
    });
  });

  test.each([429, 503])('a question is asked again after %d, when the bank says', async (status) => {
    const txid = await chargeNew();
    bank.forgetReceived();
    bank.fault({ operation: 'get_cob', kind: 'status', status, retryAfterSeconds: 0, times: 2 });
    expect((await found(txid)).reference).toBe(txid);
    expect(asked()).toEqual(['get_cob', 'get_cob', 'get_cob']);
  });

  test('a question whose connection breaks is asked again over a new one, a charge is not', async () => {
    const txid = await chargeNew();
    bank.forgetReceived();
    bank.fault({ operation: 'get_cob', kind: 'lost', times: 2 });
    expect((await found(txid)).reference).toBe(txid);
    expect(asked()).toEqual(['get_cob', 'get_cob', 'get_cob']);
    bank.fault({ operation: 'put_cob', kind: 'lost' });
    bank.forgetReceived();
    expect(await charge(client, orderOf(newReference()))).toMatchObject({ outcome: 'unknown' });
    expect(asked()).toEqual(['put_cob']);
  });

  test('a charge is sent again after 429, which the bank did not look at, and not after 503', async () => {
    bank.fault({ operation: 'put_cob', kind: 'status', status: 429, retryAfterSeconds: 0 });
    await chargeNew();
    bank.fault({ operation: 'put_cob', kind: 'status', status: 503, retryAfterSeconds: 0, moment: 'after' });
    bank.forgetReceived();
    const txid = newReference();
    expect(await charge(client, orderOf(txid))).toMatchObject({ outcome: 'unknown' });
    expect(asked()).toEqual(['put_cob']);
    expect(await charge(client, orderOf(txid, { isRepeat: true }))).toMatchObject({ outcome: 'accepted' });
  });

  test('the time limit of a question ends with its answer, whatever that is', async () => {
    const limits = { started: 0, stopped: 0 };
    const startLimit: StartLimit = () => {
      limits.started++;
      return { stop: () => void limits.stopped++ };
    };
    const counting = clientOf(accessTo(bank), { startLimit });
    await counting.query(unheardOf(newReference()));
    bank.fault({ operation: 'put_cob', kind: 'lost' });
    await charge(counting, orderOf(newReference()));
    expect(limits).toEqual({ started: 2, stopped: 2 });
    await counting.close();
  });

  test('a bank that asks for a longer pause than there is time is left alone', async () => {
    const hurried = clientOf(accessTo(bank), { timeoutMs: 10_000 });
    await hurried.ping();
    bank.fault({ operation: 'get_cob', kind: 'status', status: 503, retryAfterSeconds: 30 });
    bank.forgetReceived();
    for (let n = 0; n < 3; n++)
      expect(await hurried.query(unheardOf(newReference()))).toMatchObject({ outcome: 'unknown' });
    expect(asked()).toEqual(['get_cob']);
    await hurried.close();
  });

  test('a pause that is asked for by one kind of call is kept by that kind alone', async () => {
    const txid = await chargeNew();
    await bank.control.pay(txid);
    const paid = await found(txid);
    const hurried = clientOf(accessTo(bank), { timeoutMs: 10_000 });
    await hurried.ping();
    bank.fault({ operation: 'get_cob', kind: 'status', status: 429, retryAfterSeconds: 30 });
    expect(await hurried.query(paid)).toMatchObject({ outcome: 'unknown' });
    expect(await charge(hurried, orderOf(newReference()))).toMatchObject({ outcome: 'accepted' });
    const refund = { reference: newReference(), charge: paid, amountCents: 1, description: null, isRepeat: false };
    expect(await refundsOf(hurried).send(refund)).toMatchObject({ outcome: 'found' });
    bank.fault({ operation: 'put_devolucao', kind: 'status', status: 429, retryAfterSeconds: 30 });
    expect(await refundsOf(hurried).send({ ...refund, reference: newReference() })).toMatchObject({
      outcome: 'unknown',
    });
    expect(await charge(hurried, orderOf(newReference()))).toMatchObject({ outcome: 'accepted' });
    expect(await hurried.query(paid)).toMatchObject({ outcome: 'unknown', reason: expect.stringContaining('pause') });
    await hurried.close();
  });

  test.each([
    ['7', 0, 7_000],
    ['3600', 0, 60_000],
    [new Date(5_000).toUTCString(), 0, 5_000],
    ['soon', 1, 500],
    [null, 0, 250],
  ])('Retry-After: %s', (header, repeats, expected) => {
    expect(pauseMs(header, repeats, 0)).toBe(expected);
  });
});

describe('certificates', () => {
  test('a bank of another authority is not believed, and without our certificate there is no answer', async () => {
    for (const changes of [{ caPem: null }, { certificatePem: null, privateKeyPem: null }]) {
      const stranger = clientOf(accessTo(bank, changes));
      expect(await stranger.query(unheardOf(newReference()))).toMatchObject({ outcome: 'unknown' });
      await stranger.close();
    }
  });
});

describe('answers without an end or without measure', () => {
  const answers: Record<string, (response: ServerResponse) => void> = {
    huge: (response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(64 * 1024, 'a');
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    },
    dripping: (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    },
  };
  const server = createServer((request, response) => {
    if (request.url === '/token') return response.end('{"access_token":"t"}');
    return answers[request.url?.split('/')[1] ?? '']?.(response);
  });
  let origin: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each(Object.keys(answers))('%s is unknown', async (kind) => {
    const access = accessTo(bank, { baseUrl: `${origin}/${kind}`, tokenUrl: `${origin}/token` });
    const impatient = clientOf(access, { timeoutMs: 500 });
    expect(await impatient.query(unheardOf(newReference()))).toMatchObject({ outcome: 'unknown' });
    await impatient.close();
  });
});

describe('what the bank says of an error', () => {
  test('names the property and the reason, and nothing of a person', () => {
    const problem = readProblem(
      {
        type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
        title: 'Cobrança inválida.',
        detail: 'devedor 529.982.247-25 joao@example.com chave 123e4567-e89b-12d3-a456-426614174000',
        violacoes: [{ propriedade: 'cob.devedor.cpf', razao: 'CPF 52998224725 inválido', valor: '52998224725' }],
      },
      ['problem'],
    );
    expect(problem?.type).toBe('CobOperacaoInvalida');
    expect(problem?.reason).toContain('cob.devedor.cpf');
    expect(problem?.reason).not.toMatch(/529|joao|123e4567/);
  });

  test.each([
    [{ erros: [{ codigo: '4', mensagem: 'txid em uso', ocorrencia: 'x' }] }, '4 txid em uso'],
    [{ statusCode: 404, error: 'Not Found', message: 'no' }, '404 Not Found no'],
  ])('is read in the ways of BB, too: %j', (body, reason) => {
    expect(readProblem(body, PROFILES.bb.errors)).toEqual({ type: null, reason });
    expect(readProblem(body, PROFILES.standard.errors)).toBeNull();
  });
});
