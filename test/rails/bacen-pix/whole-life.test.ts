import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Agent, request } from 'undici';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readSymbols } from '../../ground/brazil/readers.ts';
import { auditBooks } from '../../support/audit.ts';
import { findBacenDocument } from '../../support/banks/bacen-document.ts';
import { eventually } from '../../support/contract.ts';
import { expectDescribed } from '../../support/described-answers.ts';
import { type LiveShop, openLiveShop } from './live-shop.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const document = findBacenDocument();

let live: LiveShop;
beforeAll(async () => {
  live = await openLiveShop();
});
afterEach(() => {
  live.bank.clearFaults();
});
afterAll(() => live?.close());
auditBooks(() => live?.database);

it('live starts without a bank, refuses orders, and takes a bank while it runs', async () => {
  expect(await live.order(10_000)).toMatchObject({ status: 400, body: { code: 'PAYMENT_TYPE_NOT_ENABLED' } });
  await live.setUpBank();
  const { code, out } = await live.cli('acquirer', 'check', 'banco');
  expect([code, out]).toEqual([0, expect.not.stringContaining('warning')]);
});

it('an order, its picture scanned, paid, called back with the bank’s certificate, approved', async () => {
  const { body } = await live.order(12_345);
  const { id, pix_qr_code: code, pix_qr_code_url: pictureUrl } = body.transaction;
  const picture = await live.call('GET', new URL(pictureUrl).pathname);
  expect(await readSymbols(picture.body)).toEqual([code]);
  await live.bank.control.payCode(code);
  expect(live.bank.callbacks().at(-1)).toMatchObject({ result: 200, url: expect.stringMatching(/\/pix$/) });
  const transaction = await live.becomes(id, 2);
  expect(transaction).toMatchObject({ status_payment_name: 'APPROVED', amount: 12_345 });
  const synced = await live.transaction(id, true);
  expect(synced.acquirer_status).toMatchObject({
    operation: { status: 'PAID', value: 12_345, provider: 'banco' },
    payer: { fullName: 'Maria da Silva', document: expect.stringMatching(/\*/) },
  });
  expect(synced.acquirer_status.history.map(({ status }: { status: string }) => status)).toContain('PAID');
});

it('callbacks: many in one body, repeated, without the suffix, and only a hint', async () => {
  const orders = [await live.ordered(), await live.ordered(), await live.ordered()];
  live.bank.holdCallbacks();
  for (const { txid } of orders) await live.bank.control.pay(txid);
  Object.assign(live.bank.habits, { callbackSuffix: '', callbackTimes: 3 });
  await live.bank.releaseCallbacks();
  Object.assign(live.bank.habits, { callbackSuffix: '/pix', callbackTimes: 1 });
  expect(live.bank.callbacks().at(-1)).toMatchObject({ result: 200, endToEndIds: { length: 3 } });
  for (const { id } of orders) {
    await live.becomes(id, 2);
    expect(await live.eventsOf(id)).toEqual(['payment.created', 'payment.approved']);
  }

  // Whoever has an account at the bank can make it call here; nobody can make it say what did not happen.
  const { id, txid } = await live.ordered();
  const lie = { pix: [{ endToEndId: `E${'1'.repeat(31)}`, txid, valor: '100.00', horario: new Date().toISOString() }] };
  live.bank.forgetReceived();
  const address = live.bank.callbacks().at(-1)?.url ?? '';
  for (const suffix of ['', '/pix']) expect(await callBack(address + suffix, lie)).toBe(200);
  expect(await callBack(`${address}x`, lie)).toBe(404);
  await eventually(() =>
    expect(live.bank.received()).toContainEqual(expect.objectContaining({ path: `/cob/${txid}`, status: 200 })),
  );
  expect((await live.transaction(id)).status).toBe(1);
});

it('a callback with the certificate of a stranger is not heard, and asking finds the payment', async () => {
  const { id, txid } = await live.ordered();
  live.bank.habits.callbackCertificate = 'of a stranger';
  await live.bank.control.pay(txid);
  live.bank.habits.callbackCertificate = 'its own';
  expect(live.bank.callbacks().at(-1)?.result).toEqual(expect.any(String));
  expect((await live.transaction(id)).status).toBe(1);
  expect((await live.transaction(id, true)).status).toBe(2);
});

it('partial refunds, then all that is left', async () => {
  const { id, txid } = await live.paid(10_000);
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
  expect(live.returnsOf(txid)).toEqual(['12.34 DEVOLVIDO', '30.00 DEVOLVIDO', '57.66 DEVOLVIDO']);
});

it('a refund that the bank works on is waited for by default for 8 s, and its key is held for as long', async () => {
  const { id, e2eid } = await live.paid(9_000);
  live.bank.habits.returnOutcome = 'HANGS';
  live.bank.forgetReceived();
  const startMs = performance.now();
  const waiting = live.refund(id, 1_000, 'eight-seconds');
  await eventually(() => expect(live.bank.received().map(({ operation }) => operation)).toContain('get_devolucao'));
  expect(await live.refund(id, 1_000, 'eight-seconds')).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_IN_PROGRESS' },
  });
  const [key] = await live.database.db.query<{ ms: number }>(
    `SELECT extract(epoch FROM leased_until - created_at)::float8 * 1000 AS ms
     FROM idempotency_keys WHERE key = 'eight-seconds'`,
  );
  expect(key?.ms).toBeGreaterThan(live.vintem.deps.acquirers.longestTimeoutMs() + 8_000);
  expect(await waiting).toMatchObject({
    status: 202,
    body: { success: true, transaction: { id, status: 2 }, refund: { amount: 1_000, status: 'PROCESSING' } },
  });
  // No answer came earlier; how much later it may come is a matter of the machine.
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(8_000);
  const operations = live.bank.received().map(({ operation }) => operation);
  expect(operations.filter((operation) => operation === 'put_devolucao')).toHaveLength(1);
  expect(operations.filter((operation) => operation === 'get_devolucao').length).toBeGreaterThan(3);

  live.bank.habits.returnOutcome = 'DEVOLVIDO';
  const [pix] = (live.bank.control.charges() as { pix?: { endToEndId: string; devolucoes: { id: string }[] }[] }[])
    .flatMap(({ pix = [] }) => pix)
    .filter(({ endToEndId }) => endToEndId === e2eid);
  await live.bank.control.settleReturn(e2eid, pix?.devolucoes[0]?.id ?? '', 'DEVOLVIDO');
  const done = await live.refund(id, 1_000, 'eight-seconds');
  expect(done).toMatchObject({
    status: 200,
    body: { transaction: { refunded_amount: 1_000 }, refund: { amount: 1_000 } },
  });
});

it('a reversal gives all back at once', async () => {
  const { id, txid } = await live.paid(7_000);
  expect((await live.call('POST', '/payments/reversal', { transaction_id: id })).status).toBe(200);
  expect([(await live.transaction(id)).status, live.returnsOf(txid)]).toEqual([4, ['70.00 DEVOLVIDO']]);
});

it('a cancelled order cannot be paid any more', async () => {
  const { id, code, txid } = await live.ordered();
  expect((await live.call('POST', `/transactions/${id}/cancel`)).status).toBe(200);
  expect([(await live.transaction(id)).status, live.atBank(txid)['status']]).toEqual([
    3,
    'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  ]);
  await expect(live.bank.control.payCode(code)).rejects.toThrow('REMOVIDA');
});

it('is paid twice, or with another amount: a divergence, and nothing is lost', async () => {
  const { id, txid } = await live.paid(10_000);
  await live.bank.control.pay(txid);
  const other = await live.ordered(10_000);
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
  await live.paid();
  for (const status of [429, 503]) {
    live.bank.fault({ operation: 'put_cob', kind: 'status', status, retryAfterSeconds: 1 });
    const key = `later-${status}`;
    const answer = await live.insist(() => live.order(10_000, key));
    expect(answer.body.transaction.pix_qr_code).toMatch(/^000201/);
  }
});

it.each([
  ['before', 'the standard'],
  ['after', 'the standard'],
  ['before', 'other banks'],
  ['after', 'other banks'],
] as const)('answers lost %s the work, at every call, by the ways of %s: each done once', async (moment, ways) => {
  if (ways === 'other banks')
    Object.assign(live.bank.habits, { repeatedTxid: 'refuse', repeatedReturnId: 'answer', createdStatus: 200 });
  const lose = (operation: 'put_cob' | 'get_cob' | 'patch_cob' | 'put_devolucao' | 'get_devolucao' | 'token') =>
    live.bank.fault({ operation, kind: 'lost', moment });
  const count = live.bank.control.charges().length;

  live.bank.endTokens();
  lose('token');
  lose('put_cob');
  const key = `lost-${moment}-${ways.length}`;
  const { body } = await live.insist(() => live.order(10_000, key));
  const { id, pix_qr_code: code } = body.transaction;
  const txid = await live.txidOf(id);
  expect(live.bank.control.charges()).toHaveLength(count + 1);

  lose('get_cob');
  await live.bank.control.payCode(code);
  await live.becomes(id, 2);

  lose('put_devolucao');
  lose('get_devolucao');
  const refundKey = `lost-refund-${moment}-${ways.length}`;
  await live.insist(() => live.refund(id, 2_500, refundKey));
  expect(live.returnsOf(txid)).toEqual(['25.00 DEVOLVIDO']);

  const { id: cancelled, txid: removed } = await live.ordered();
  lose('patch_cob');
  await eventually(async () => {
    await live.call('POST', `/transactions/${cancelled}/cancel`);
    expect((await live.transaction(cancelled)).status).toBe(3);
  }, 10_000);
  expect(live.atBank(removed)['status']).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  expect(live.bank.faults()).toEqual([]);
});

it('a certificate that the bank refuses stops payments, and loses none', async () => {
  const { id, txid } = await live.ordered();
  live.bank.refuseCertificates(true);
  const check = await live.cli('acquirer', 'check', 'banco');
  expect([check.code, check.err]).toEqual([1, expect.stringMatching(/^vintem: .+\n$/)]);
  await live.bank.control.pay(txid);
  const key = 'while-refused';
  expect((await live.order(10_000, key)).status).toBe(503);
  live.bank.refuseCertificates(false);
  await live.insist(() => live.order(10_000, key));
  await eventually(async () => expect((await live.transaction(id, true)).status).toBe(2));
});

it('a certificate near its end is said in the log while the service runs, and by the commands with exit code 0', async () => {
  const { bank, cli, log } = live;
  const notAfter = new Date(Date.now() + 10.5 * DAY_MS);
  const soon = await bank.issueClientCertificate(bank.accounts[0]?.clientId ?? '', { notAfter });
  const file = await live.writeBankFile({ certificate_file: 'soon.pem', private_key_file: 'soon.key' });
  await writeFile(join(dirname(file), 'soon.pem'), soon.certificatePem);
  await writeFile(join(dirname(file), 'soon.key'), soon.privateKeyPem);
  const endings = () => log.filter((line) => line.includes('the certificate of an acquirer ends soon'));
  expect(endings()).toEqual([]);

  // Told by whoever loads it, and not by tomorrow's look at all of them.
  expect((await cli('acquirer', 'set', 'banco', '--file', file)).code).toBe(0);
  await eventually(() => {
    const told = endings().map((line) => JSON.parse(line));
    expect(told).toMatchObject([{ level: 40, acquirer: 'banco', daysLeft: 10 }]);
  }, 10_000);
  const said = `ends in 10 days, on ${notAfter.toISOString().slice(0, 10)}`;
  for (const command of [['acquirer', 'check', 'banco'], ['doctor']])
    expect(await cli(...command)).toMatchObject({ code: 0, out: expect.stringContaining(said) });
  expect((await live.order(10_000)).status).toBe(200);
  await live.setUpBank();
});

it('expires: removed at the bank, and failed here', async () => {
  const { id, txid } = await live.ordered();
  live.advance(HOUR_MS);
  live.vintem.deps.poke();
  await live.becomes(id, 3);
  expect(live.atBank(txid)['status']).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
});

it('the bank holds what the books say, but for what is told as a divergence', async () => {
  const payments = await live.database.db.query<{ reference: string; held: number; diverged: number }>(
    `SELECT reference, CASE WHEN status IN (2, 4) THEN amount_cents - refunded_cents ELSE 0 END AS held,
       coalesce((SELECT sum(difference_cents) FROM divergences d WHERE d.payment_id = p.id), 0)::int AS diverged
     FROM payments p`,
  );
  const heldThere = (txid: string) => {
    const pix = live.bank.control.charges().find((one) => one['txid'] === txid)?.['pix'] ?? [];
    return (pix as { valor: string; devolucoes?: { valor: string }[] }[])
      .flatMap(({ valor, devolucoes = [] }) => [Number(valor), ...devolucoes.map((one) => -Number(one.valor))])
      .reduce((sum, reais) => sum + Math.round(reais * 100), 0);
  };
  for (const { reference, held, diverged } of payments) expect(heldThere(reference)).toBe(held + diverged);
  expect(payments.length).toBe(live.bank.control.charges().length);
});

it.runIf(document)(
  'Bacen’s document knows every request that was made, and every answer (needs BACEN_PIX_DOCUMENT)',
  () => {
    // The bank refuses a token, and plays a fault, before it reads a body.
    const entries = live.bank
      .received()
      .filter(({ operation, fault, status }) => operation !== 'token' && fault === null && status !== 401);
    expect(entries.length).toBeGreaterThan(20);
    for (const entry of entries) expect(document?.objectionsToRequest(entry)).toEqual([]);
    // Some banks answer 200 where the standard has 201, and so did this one for a while.
    const asStandard = entries.filter(
      ({ operation, status }) => !/^put_(cob|devolucao)$/.test(operation) || status !== 200,
    );
    for (const entry of asStandard) expect(document?.objectionsToAnswer(entry)).toEqual([]);
  },
);

/** A call from the bank's side of the wire, with a certificate of the bank. */
async function callBack(url: string, body: object): Promise<number> {
  const { certificatePem: cert, privateKeyPem: key } = await live.bank.issueClientCertificate('callbacks');
  const agent = new Agent({ connect: { cert, key, rejectUnauthorized: false } });
  const headers = { 'content-type': 'application/json' };
  const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body: JSON.stringify(body) });
  const type = String(answer.headers['content-type']).split(';')[0] ?? null;
  const { pathname: path } = new URL(url);
  expectDescribed({ method: 'POST', path, status: answer.statusCode, type, body: await answer.body.json() });
  await agent.close();
  return answer.statusCode;
}
