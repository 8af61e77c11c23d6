import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readReceived } from '../../../src/gateway/alignment/read-received.ts';
import { sumPaidBetween } from '../../../src/gateway/payments/totals.sql.ts';
import { auditBooks } from '../../support/audit.ts';
import { eventually, saoPauloDay } from '../../support/contract.ts';
import { AMOUNT, openTwoBanks, type TwoBanks } from './two-banks.ts';

const MINUTE_MS = 60_000;
const REMOVED = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };

let shop: TwoBanks;
beforeAll(async () => {
  shop = await openTwoBanks();
});
afterEach(() => {
  shop.live.bank.clearFaults();
});
afterAll(() => shop?.close());
auditBooks(() => shop?.live.database);

async function clearingOf(id: number): Promise<string[]> {
  const rows = await shop.live.database.db.query<{ acquirer: string }>(
    "SELECT DISTINCT acquirer FROM ledger_journals WHERE subject_kind = 'payment' AND subject_id = $1 ORDER BY 1",
    [id],
  );
  return rows.map(({ acquirer }) => acquirer);
}

const divergences = async (id: number) =>
  (await shop.live.divergencesOf(id)).map(({ kind, difference }) => [kind, difference]);

/** A read that asks both banks. */
async function look(id: number): Promise<void> {
  const { status } = await shop.live.call('GET', `/transactions/${id}?payment_type=BILLET`);
  expect(status).toBe(200);
}

describe('a boleto by files with a PIX code of another bank', () => {
  it('carries the code with its terms in the answer, in reads, on the slip and on the page', async () => {
    const due = saoPauloDay(10);
    const { id, code, txid } = await shop.sell({
      due_date: due,
      fine: { percent: 200 },
      interest: { monthly_percent: 100 },
      discounts: [{ until: saoPauloDay(5), amount: 500 }],
    });
    expect(shop.cobv(txid)).toMatchObject({
      status: 'ATIVA',
      calendario: { dataDeVencimento: due, validadeAposVencimento: 30 },
      valor: {
        original: '150.00',
        multa: { modalidade: 2, valorPerc: '2.00' },
        juros: { modalidade: 3, valorPerc: '1.00' },
        desconto: { modalidade: 1, descontoDataFixa: [{ data: saoPauloDay(5), valorPerc: '5.00' }] },
      },
    });
    const read = await shop.live.transaction(id);
    expect(read).toMatchObject({ status: 1, pix_qr_code: code, payment_type: 'invoice' });
    expect(read.boleto_digitable_line).toMatch(/^001/);
    for (const url of [read.pix_qr_code_url, read.boleto_url, read.payment_url]) {
      const page = await shop.live.call('GET', new URL(url).pathname);
      expect(page.status).toBe(200);
      if (url === read.payment_url) expect(page.body.toString()).toContain(code);
    }
  });

  it('paid by its PIX: approved at that moment, the slip withdrawn, given back in parts at the PIX bank', async () => {
    const { id, code, txid } = await shop.sell();
    const { horario } = (await shop.live.bank.control.payCode(code)) as { horario: string };
    expect(await shop.live.becomes(id, 2)).toMatchObject({ paid_amount: AMOUNT, paid_at: horario });
    await eventually(async () => expect(await shop.title(id)).toMatchObject({ status: 'WRITTEN_OFF' }));
    expect(await shop.live.refund(id, 5_000)).toMatchObject({ status: 200 });
    expect(await shop.live.refund(id, 10_000)).toMatchObject({ status: 200 });
    expect(await shop.live.transaction(id)).toMatchObject({ status: 4 });
    expect(shop.live.returnsOf(txid)).toEqual(['50.00 DEVOLVIDO', '100.00 DEVOLVIDO']);
    expect([await clearingOf(id), await divergences(id)]).toEqual([['banco'], []]);
  });

  it('paid by its PIX after the bank has the slip: a write-off goes out with the next file; reversed as a whole', async () => {
    const { id, code, txid } = await shop.sell();
    await shop.exchange();
    await shop.live.bank.control.payCode(code);
    await shop.live.becomes(id, 2);
    await eventually(async () => expect(await shop.title(id)).toMatchObject({ asked: 'cancel' }));
    await shop.exchange();
    expect(await shop.title(id)).toMatchObject({ status: 'WRITTEN_OFF' });
    const reversal = await shop.live.call('POST', '/payments/reversal', { transaction_id: id });
    expect(reversal).toMatchObject({ status: 200 });
    expect(shop.live.returnsOf(txid)).toEqual(['150.00 DEVOLVIDO']);
    expect(await divergences(id)).toEqual([]);
  });

  it('paid by its slip: the code is removed, and nothing goes back where the bank gives nothing back', async () => {
    const { id, txid } = await shop.sell();
    await shop.exchange();
    await shop.paySlip(id);
    await shop.live.becomes(id, 2);
    await eventually(async () => expect(shop.cobv(txid)).toMatchObject(REMOVED));
    expect(await shop.live.call('POST', '/payments/reversal', { transaction_id: id })).toMatchObject({
      status: 400,
      body: { code: 'REFUND_REFUSED' },
    });
    expect(await shop.live.refund(id, 100)).toMatchObject({ status: 400, body: { code: 'TRANSACTION_NOT_PIX' } });
    expect([await clearingOf(id), await divergences(id)]).toEqual([['arquivos'], []]);
  });

  it('paid by both, one after the other: one divergence with both figures, however often it is looked at', async () => {
    const { id, code } = await shop.sell();
    await shop.exchange();
    await shop.live.bank.control.payCode(code);
    await shop.live.becomes(id, 2);
    await shop.paySlip(id);
    await eventually(async () => expect(await divergences(id)).toEqual([['AMOUNT_MISMATCH', AMOUNT]]));
    for (let times = 0; times < 3; times++) await look(id);
    const [divergence] = await shop.live.divergencesOf(id);
    expect(divergence).toMatchObject({ received_amount: AMOUNT, acquirer_received_amount: 2 * AMOUNT });
    expect(await divergences(id)).toHaveLength(1);
    const book = ['divergence', 'book', String(divergence?.['id']), '--from', 'acquirer', '--to', 'platform'];
    const booked = await shop.live.cli(...book, '--reason', 'paid twice');
    expect([booked.code, booked.err]).toEqual([0, '']);
    // What came by the slip is at the bank of the slips.
    expect(await clearingOf(id)).toEqual(['arquivos', 'banco']);
  });

  it('paid by both before anybody has looked: the first is the sale, and the second one divergence', async () => {
    const { id, code, txid } = await shop.sell();
    await shop.exchange();
    shop.live.bank.holdCallbacks();
    await shop.live.bank.control.payCode(code);
    await shop.paySlip(id);
    await shop.live.bank.releaseCallbacks();
    await shop.live.becomes(id, 2);
    await eventually(async () => expect(await divergences(id)).toEqual([['AMOUNT_MISMATCH', AMOUNT]]));
    expect(shop.cobv(txid)).toMatchObject({ status: 'CONCLUIDA' });
    expect((await shop.live.eventsOf(id)).filter((kind) => kind === 'payment.approved')).toHaveLength(1);
  });

  it('paid late by its PIX: what the bank has computed is booked, in its parts', async () => {
    const terms = { fine: { percent: 200 }, interest: { monthly_percent: 100 } };
    const { id, code } = await shop.sell({ due_date: saoPauloDay(1), ...terms });
    shop.advance(9 * 1_440 * MINUTE_MS);
    const { valor, componentesValor: parts } = (await shop.live.bank.control.payCode(code)) as {
      valor: string;
      componentesValor: { multa: { valor: string }; juros: { valor: string } };
    };
    const cents = (text: string) => Number(text.replace('.', ''));
    expect(await shop.live.becomes(id, 2)).toMatchObject({
      paid_amount: cents(valor),
      fine_paid: cents(parts.multa.valor),
      interest_paid: cents(parts.juros.valor),
      discount_given: 0,
    });
    expect([cents(valor) > AMOUNT, await divergences(id)]).toEqual([true, []]);
  });
});

describe('banks that lag', () => {
  afterEach(() => {
    shop.live.bank.habits.readLagMs = 0;
  });

  it('the slip counts first, and the PIX that was hidden is one divergence once it shows', async () => {
    const { id, code, txid } = await shop.sell();
    await shop.exchange();
    shop.live.bank.habits.readLagMs = 5 * MINUTE_MS;
    await shop.live.bank.control.payCode(code);
    await shop.paySlip(id);
    await shop.live.becomes(id, 2);
    await eventually(() => expect(shop.calls('patch_cobv', txid)).toBeGreaterThan(0));
    expect([await clearingOf(id), await divergences(id)]).toEqual([['arquivos'], []]);
    for (let minutes = 0; minutes < 12; minutes += 4) {
      shop.advance(4 * MINUTE_MS);
      await look(id);
    }
    await eventually(async () => expect(await divergences(id)).toEqual([['AMOUNT_MISMATCH', AMOUNT]]));
    await look(id);
    expect(await divergences(id)).toHaveLength(1);
  });

  it('a payment that a later read does not show yet is neither undone nor counted again', async () => {
    const { id, code } = await shop.sell();
    await shop.live.bank.control.payCode(code);
    await shop.live.becomes(id, 2);
    shop.live.bank.habits.readLagMs = 5 * MINUTE_MS;
    await look(id);
    shop.live.bank.habits.readLagMs = 0;
    await look(id);
    expect([(await shop.live.transaction(id)).status, await divergences(id)]).toEqual([2, []]);
  });
});

describe('a bank of codes in trouble', () => {
  it('fails: the boleto stands without a code, which follows under the same name', async () => {
    shop.live.bank.fault({ operation: 'put_cobv', kind: 'status', status: 500 });
    const { status, body } = await shop.order();
    expect([status, body.transaction.pix_qr_code]).toEqual([200, undefined]);
    expect(body.transaction.boleto_digitable_line).toMatch(/^001/);
    const { id } = body.transaction;
    shop.advance(2 * MINUTE_MS);
    await eventually(async () =>
      expect((await shop.live.transaction(id)).pix_qr_code).toEqual(expect.stringMatching(/^000201/)),
    );
    expect(shop.cobv(await shop.live.txidOf(id))).toMatchObject({ status: 'ATIVA', revisao: 0 });
    expect(await shop.live.eventsOf(id)).toEqual(['payment.created', 'payment.updated']);
  });

  it('has taken it and does not answer: the boleto does not wait, and there is one code', async () => {
    shop.live.bank.fault({ operation: 'put_cobv', kind: 'silent', moment: 'after' });
    const before = performance.now();
    const { status, body } = await shop.order();
    expect([status, performance.now() - before < 8_000]).toEqual([200, true]);
    const { id } = body.transaction;
    const txid = await shop.live.txidOf(id);
    expect([body.transaction.pix_qr_code, shop.cobv(txid)]).toMatchObject([undefined, { status: 'ATIVA' }]);
    shop.advance(2 * MINUTE_MS);
    const code = await eventually(async () => {
      const { pix_qr_code } = await shop.live.transaction(id);
      expect(pix_qr_code).toMatch(/^000201/);
      return pix_qr_code;
    });
    expect([shop.calls('put_cobv', txid), shop.cobv(txid)]).toMatchObject([1, { revisao: 0, pixCopiaECola: code }]);
    await shop.live.bank.control.payCode(code);
    await shop.live.becomes(id, 2);
    expect(await divergences(id)).toEqual([]);
  });

  it('refuses it: the boleto stands without one, and nobody asks again', async () => {
    shop.live.bank.fault({ operation: 'put_cobv', kind: 'status', status: 400, times: 2 });
    const { body } = await shop.order();
    const { id } = body.transaction;
    const txid = await shop.live.txidOf(id);
    shop.advance(2 * MINUTE_MS);
    await eventually(() => expect(shop.calls('put_cobv', txid)).toBe(2));
    shop.advance(60 * MINUTE_MS);
    await shop.exchange();
    await shop.paySlip(id);
    await shop.live.becomes(id, 2);
    expect([shop.calls('put_cobv', txid), await divergences(id)]).toEqual([2, []]);
  });
});

describe('what happens to the boleto happens to its code', () => {
  it('another due date', async () => {
    const { id, code, txid } = await shop.sell();
    const due = saoPauloDay(40);
    const changed = await shop.live.call('PATCH', `/transactions/${id}/boleto`, { due_date: due });
    expect(changed).toMatchObject({ status: 200 });
    await eventually(() => expect(shop.cobv(txid)).toMatchObject({ calendario: { dataDeVencimento: due } }));
    expect(await shop.live.transaction(id)).toMatchObject({ due_date: due, pix_qr_code: code });
  });

  it('its cancellation, at once and by file', async () => {
    const atOnce = await shop.sell();
    expect(await shop.live.call('POST', `/transactions/${atOnce.id}/cancel`)).toMatchObject({ status: 200 });
    expect(shop.cobv(atOnce.txid)).toMatchObject(REMOVED);
    const byFile = await shop.sell();
    await shop.exchange();
    expect(await shop.live.call('POST', `/transactions/${byFile.id}/cancel`)).toMatchObject({ status: 202 });
    expect(shop.cobv(byFile.txid)).toMatchObject(REMOVED);
    await eventually(async () =>
      expect(await shop.live.transaction(byFile.id)).toMatchObject({ status: 1, pix_qr_code: null }),
    );
    await shop.exchange();
    await shop.live.becomes(byFile.id, 3);
    expect([await divergences(atOnce.id), await divergences(byFile.id)]).toEqual([[], []]);
  });

  it('a bank that cannot withdraw the code now: nothing is cancelled', async () => {
    const { id, txid } = await shop.sell();
    shop.live.bank.fault({ operation: 'patch_cobv', kind: 'status', status: 503 });
    expect(await shop.live.call('POST', `/transactions/${id}/cancel`)).toMatchObject({ status: 503 });
    expect([(await shop.title(id)).status, shop.cobv(txid)]).toMatchObject(['WAITING', { status: 'ATIVA' }]);
  });

  it('its end: past its days both are withdrawn', async () => {
    const { id, txid } = await shop.sell();
    shop.advance(40 * 1_440 * MINUTE_MS);
    await shop.live.becomes(id, 3);
    expect([shop.cobv(txid), await shop.title(id)]).toMatchObject([REMOVED, { status: 'WRITTEN_OFF' }]);
  });
});

it('each payment of a code is known to the books: as a sale, or as what a divergence says came besides', async () => {
  const { deps } = shop.live.vintem;
  const bank = deps.acquirers.find('banco');
  if (!bank) throw new Error('the bank of the codes is away');
  const period = { from: new Date(Date.now() - 1_440 * MINUTE_MS), to: await deps.clock.now() };
  const theirs = await readReceived(deps, bank, period);
  const ours = await sumPaidBetween(deps.db, 'banco', period.from, period.to);
  const [besides] = await deps.db.query<{ count: number; cents: number }>(
    "SELECT count(*) AS count, sum(difference_cents)::bigint AS cents FROM divergences WHERE acquirer = 'banco'",
  );
  const { count, cents } = besides as { count: number; cents: number };
  expect([theirs, ours.count > 3]).toMatchObject([
    {
      outcome: 'found',
      totals: { ...ours, count: ours.count + count, paidCents: ours.paidCents + cents },
      unknown: { count: 0 },
    },
    true,
  ]);
});
