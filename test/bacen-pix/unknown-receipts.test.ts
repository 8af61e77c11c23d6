import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareDailyTotals } from '../../src/alignment/compare-daily-totals.ts';
import { listReports } from '../../src/alignment/reconciliation.sql.ts';
import { listUnknownReceipts } from '../../src/alignment/unknown-receipts.sql.ts';
import { expectCleanBooks } from '../support/audit.ts';
import { bankClient } from '../support/bank-client.ts';
import { type LiveShop, openLiveShop } from './live-shop.ts';

/** What a bank received under references that the database does not have, as after a restore. */
const DAY_MS = 86_400_000;
const PAYMENTS = 100;
const REFUNDED = 20;

let live: LiveShop;
beforeAll(async () => {
  live = await openLiveShop({ settings: { VINTEM_ROLE: 'api' } });
  await live.setUpBank();
});
afterAll(async () => {
  await expectCleanBooks(live.database.db);
  await live.close();
});

/** Charges that were made and paid while the database knew them. */
async function forgottenPayments(): Promise<Map<string, string>> {
  const bank = bankClient(live.bank);
  const chave = live.bank.accounts[0]?.pixKeys[0];
  const paid = new Map<string, string>();
  for (let n = 0; n < PAYMENTS; n++) {
    const txid = randomBytes(16).toString('hex');
    const body = { calendario: { expiracao: 1_800 }, valor: { original: '7.77' }, chave };
    expect((await bank.ask('PUT', `/cob/${txid}`, body)).status).toBe(201);
    const endToEndId = String((await live.bank.control.pay(txid))['endToEndId']);
    if (n < REFUNDED) await live.bank.control.med(endToEndId, { amountCents: 100, nature: 'ORIGINAL' });
    paid.set(endToEndId, txid);
  }
  await bank.close();
  return paid;
}

const compareNextDay = async () => {
  live.advance(DAY_MS);
  while (await compareDailyTotals(live.vintem.deps));
};

it('is counted apart and named, every payment and what was given back of it; once', async () => {
  const { id, txid } = await live.ordered();
  live.bank.holdCallbacks();
  await live.bank.control.pay(txid);
  await live.transaction(id, true);
  const forgotten = await forgottenPayments();
  await compareNextDay();
  const [report] = await listReports(live.database.db, 1);
  expect(report).toMatchObject({
    our_count: 1,
    acquirer_count: 1,
    acquirer_paid_cents: 10_000,
    unknown_count: PAYMENTS,
    unknown_cents: PAYMENTS * 777,
  });
  await compareNextDay();
  const listed = await listUnknownReceipts(live.database.db, { days: 31, limit: 1_000 });
  expect(new Map(listed.map((one) => [one.end_to_end_id, one.reference]))).toEqual(forgotten);
  expect(listed.filter(({ refunded_cents }) => refunded_cents === 100)).toHaveLength(REFUNDED);
  const { out } = await live.cli('reconciliation');
  expect(out).toContain(`UNKNOWN: ${PAYMENTS}, ${PAYMENTS * 777} cents`);
  for (const reference of forgotten.values()) expect(out).toContain(`reference ${reference}`);
  expect((await live.cli('doctor')).out).toContain('UNKNOWN_RECEIPTS');
});

it('is closed with a reason, once, and listed no more', async () => {
  const [first] = await listUnknownReceipts(live.database.db, { days: 31, limit: 1 });
  const close = () => live.cli('receipt', 'close', String(first?.id), '--reason', 'of another system');
  expect(await close()).toMatchObject({ code: 0, err: '' });
  expect((await close()).err).toContain('was closed before');
  expect((await live.cli('receipt', 'list')).out).not.toContain(first?.end_to_end_id);
  await compareNextDay();
  expect((await live.cli('receipt', 'list')).out).not.toContain(first?.end_to_end_id);
});
