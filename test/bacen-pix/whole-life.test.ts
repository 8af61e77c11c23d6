import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readSymbols } from '../brazil/readers.ts';
import { expectCleanBooks } from '../support/audit.ts';
import { eventually } from '../support/contract.ts';
import { type LiveGateway, setUpBank, startLiveGateway } from '../support/live-gateway.ts';

const HOUR_MS = 3_600_000;

let live: LiveGateway;
beforeAll(async () => {
  live = await startLiveGateway();
});
afterEach(async () => {
  live.bank.clearFaults();
  await expectCleanBooks(live.database.db);
});
afterAll(() => live?.close());

async function ordered(cents = 10_000): Promise<{ id: number; code: string; txid: string }> {
  const { status, body } = await live.order(cents);
  expect(status).toBe(200);
  const { id, pix_qr_code: code } = body.transaction;
  return { id, code, txid: await live.txidOf(id) };
}

async function paid(cents?: number): Promise<{ id: number; txid: string; e2eid: string }> {
  const { id, code, txid } = await ordered(cents);
  const { endToEndId } = await live.bank.control.payCode(code);
  await becomes(id, 2);
  return { id, txid, e2eid: String(endToEndId) };
}

function becomes(id: number, status: number) {
  return eventually(async () => {
    const transaction = await live.transaction(id);
    expect(transaction.status).toBe(status);
    return transaction;
  }, 10_000);
}

const atBank = (txid: string) => live.bank.control.charge(txid) as Record<string, never> & { pix?: Received[] };
interface Received {
  devolucoes?: { valor: string; status: string; natureza: string }[];
}
const returnsOf = (txid: string) =>
  (atBank(txid).pix ?? []).flatMap(({ devolucoes = [] }) =>
    devolucoes.map(({ valor, status }) => `${valor} ${status}`),
  );

it('live starts without a bank, refuses orders, and takes a bank while it runs', async () => {
  expect(await live.order(10_000)).toMatchObject({ status: 400, body: { code: 'PAYMENT_TYPE_NOT_ENABLED' } });
  await setUpBank(live);
  await eventually(async () => expect((await live.order(10_000)).status).toBe(200));
});

it('an order, its picture scanned, paid, called back with the bank’s certificate, approved', async () => {
  const { body } = await live.order(12_345);
  const { id, pix_qr_code: code, pix_qr_code_url: pictureUrl } = body.transaction;
  const picture = await live.call('GET', new URL(pictureUrl).pathname);
  expect(await readSymbols(picture.body)).toEqual([code]);
  await live.bank.control.payCode(code);
  expect(live.bank.callbacks().at(-1)).toMatchObject({ result: 200, url: expect.stringMatching(/\/pix$/) });
  const transaction = await becomes(id, 2);
  expect(transaction).toMatchObject({ status_payment_name: 'APPROVED', amount: 12_345 });
  const synced = await live.transaction(id, true);
  expect(synced.acquirer_status).toMatchObject({
    operation: { status: 'PAID', value: 12_345, provider: 'banco' },
    payer: { fullName: 'Maria da Silva', document: expect.stringMatching(/\*/) },
  });
  expect(synced.acquirer_status.history.map(({ status }: { status: string }) => status)).toContain('PAID');
});

it('partial refunds, then all that is left', async () => {
  const { id, txid } = await paid(10_000);
  expect(await live.refund(id, 1_234)).toMatchObject({
    status: 200,
    body: { transaction: { refunded_amount: 1_234 } },
  });
  expect((await live.refund(id, 3_000)).status).toBe(200);
  expect(await live.refund(id, 6_000)).toMatchObject({ status: 400, body: { code: 'REFUND_VALUE_EXCEEDS_ORIGINAL' } });
  expect((await live.refund(id, 5_766)).status).toBe(200);
  expect(await live.transaction(id, true)).toMatchObject({
    status: 4,
    acquirer_status: { operation: { status: 'REFUNDED' } },
  });
  expect(returnsOf(txid)).toEqual(['12.34 DEVOLVIDO', '30.00 DEVOLVIDO', '57.66 DEVOLVIDO']);
});

it('a reversal gives all back at once', async () => {
  const { id, txid } = await paid(7_000);
  expect((await live.call('POST', '/payments/reversal', { transaction_id: id })).status).toBe(200);
  expect([(await live.transaction(id)).status, returnsOf(txid)]).toEqual([4, ['70.00 DEVOLVIDO']]);
});

it('a cancelled order cannot be paid any more', async () => {
  const { id, code, txid } = await ordered();
  expect((await live.call('POST', `/transactions/${id}/cancel`)).status).toBe(200);
  expect([(await live.transaction(id)).status, atBank(txid)['status']]).toEqual([3, 'REMOVIDA_PELO_USUARIO_RECEBEDOR']);
  await expect(live.bank.control.payCode(code)).rejects.toThrow('REMOVIDA');
});

it('is paid twice, or with another amount: a divergence, and nothing is lost', async () => {
  const { id, txid } = await paid(10_000);
  await live.bank.control.pay(txid);
  const other = await ordered(10_000);
  await live.bank.control.pay(other.txid, { amountCents: 9_999 });
  const listed = await eventually(async () => {
    const divergences = (await live.call('GET', '/divergences')).body.data as Record<string, unknown>[];
    const ofThese = divergences.filter((one) => [id, other.id].includes(Number(one['transaction_id'])));
    expect(ofThese).toHaveLength(2);
    return ofThese;
  }, 10_000);
  expect(listed.map((one) => [one['transaction_id'], one['kind']]).sort()).toEqual([
    [id, 'AMOUNT_MISMATCH'],
    [other.id, 'AMOUNT_MISMATCH'],
  ]);
});

it('tokens that ended, and a bank that asks to come back later, cost nobody an order', async () => {
  live.bank.endTokens();
  await paid();
  for (const status of [429, 503]) {
    live.bank.fault({ operation: 'put_cob', kind: 'status', status, retryAfterSeconds: 1 });
    const key = `later-${status}`;
    const answer = await insist(() => live.order(10_000, key));
    expect(answer.body.transaction.pix_qr_code).toMatch(/^000201/);
  }
});

it.each(['before', 'after'] as const)('answers lost %s the work, at every call: each done once', async (moment) => {
  const lose = (operation: 'put_cob' | 'get_cob' | 'patch_cob' | 'put_devolucao' | 'get_devolucao' | 'token') =>
    live.bank.fault({ operation, kind: 'lost', moment });
  const count = live.bank.control.charges().length;

  live.bank.endTokens();
  lose('token');
  lose('put_cob');
  const key = `lost-${moment}`;
  const { body } = await insist(() => live.order(10_000, key));
  const { id, pix_qr_code: code } = body.transaction;
  const txid = await live.txidOf(id);
  expect(live.bank.control.charges()).toHaveLength(count + 1);

  lose('get_cob');
  await live.bank.control.payCode(code);
  await becomes(id, 2);

  lose('put_devolucao');
  lose('get_devolucao');
  const refundKey = `lost-refund-${moment}`;
  await insist(() => live.refund(id, 2_500, refundKey));
  expect(returnsOf(txid)).toEqual(['25.00 DEVOLVIDO']);

  const { id: cancelled, txid: removed } = await ordered();
  lose('patch_cob');
  await eventually(async () => {
    await live.call('POST', `/transactions/${cancelled}/cancel`);
    expect((await live.transaction(cancelled)).status).toBe(3);
  }, 10_000);
  expect(atBank(removed)['status']).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  expect(live.bank.faults()).toEqual([]);
});

it('a certificate that the bank refuses stops payments, and loses none', async () => {
  const { id, txid } = await ordered();
  live.bank.refuseCertificates(true);
  const check = await live.cli('acquirer', 'check', 'banco');
  expect([check.code, check.err]).toEqual([1, expect.stringMatching(/^vintem: .+\n$/)]);
  await live.bank.control.pay(txid);
  const key = 'while-refused';
  expect((await live.order(10_000, key)).status).toBe(503);
  live.bank.refuseCertificates(false);
  await insist(() => live.order(10_000, key));
  await eventually(async () => expect((await live.transaction(id, true)).status).toBe(2), 15_000);
});

it('expires: removed at the bank, and failed here', async () => {
  const { id, txid } = await ordered();
  live.advance(HOUR_MS);
  live.vintem.deps.poke();
  await becomes(id, 3);
  expect(atBank(txid)['status']).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
});

/** Follows the guide: what has no clear answer is sent again, under the same key. */
async function insist(attempt: () => ReturnType<LiveGateway['order']>) {
  return eventually(async () => {
    const answer = await attempt();
    expect(answer.status).toBe(200);
    return answer;
  }, 20_000);
}
