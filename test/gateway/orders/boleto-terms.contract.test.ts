import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, isBusinessDay, startOfSaoPauloDay } from '../../../src/ground/brazil/calendar.rules.ts';
import { auditBooks } from '../../support/audit.ts';
import { expectError, expectNothingStored, invalid, saoPauloDay } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  advanceTo,
  availableOf,
  balanceOf,
  createPayment,
  entriesOf,
  ONE_PERCENT,
  openCompany,
  order,
  participant,
  readPayment,
  reverse,
  sandbox,
  type TestCompany,
} from '../../support/money.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
auditBooks(() => gateway?.database);

const T = 15_000;
const USUAL = { fine: { percent: 200 }, interest: { monthly_percent: 100 } };
const boleto = (terms: Record<string, unknown>) => ({ payment: { type: 'invoice', installments: 1, ...terms } });

/** A business day after which the next two are none: a Friday, sooner or later. */
function someFriday(): string {
  let day = saoPauloDay(10);
  while (new Date(`${day}T12:00:00Z`).getUTCDay() !== 5 || !isBusinessDay(day) || !isBusinessDay(addDays(day, 3)))
    day = addDays(day, 1);
  return day;
}

const noonOf = (day: string) => new Date(startOfSaoPauloDay(day).getTime() + 12 * 3_600_000);

/** What is owed of a boleto is asked long after, so that any day can have been the day of its payment. */
async function payOn(owner: TestCompany, id: number, day: string, more: Record<string, unknown> = {}): Promise<void> {
  await sandbox(gateway, owner, id, 'pay', { paid_at: noonOf(day).toISOString(), ...more });
}

describe('an order with terms', () => {
  it('shows them in its answer and in reads, with what is due today', async () => {
    const owner = await openCompany(gateway);
    const due_date = someFriday();
    const discounts = [
      { until: addDays(due_date, -2), percent: 500 },
      { until: due_date, amount: 100 },
    ];
    const answer = await order(gateway, owner, T, boleto({ ...USUAL, discounts, due_date }));
    const terms = { ...USUAL, discounts, payable_days_after_due: 30, last_payable_date: addDays(due_date, 30) };
    expect(answer).toMatchObject({ status: 200, body: { transaction: { ...terms, due_date, amount: T } } });
    expect(await readPayment(gateway, owner, answer.body.transaction.id)).toMatchObject({
      ...terms,
      amount: T,
      amount_due: T - 750,
      paid_amount: null,
      fine_paid: null,
      interest_paid: null,
      discount_given: null,
      registration: { status: 'REGISTERED', registered_at: expect.any(String), reason: null },
      expires_at: new Date(startOfSaoPauloDay(addDays(due_date, 31)).getTime() - 1).toISOString(),
    });
  });

  it('without any is what it always was, and a PIX has none', async () => {
    const owner = await openCompany(gateway);
    const plain = await createPayment(gateway, owner, T, boleto({}));
    expect(await readPayment(gateway, owner, plain)).toMatchObject({
      fine: null,
      interest: null,
      discounts: [],
      payable_days_after_due: 0,
      amount_due: T,
    });
    const pix = await createPayment(gateway, owner, T);
    expect(await readPayment(gateway, owner, pix)).toMatchObject({ fine: null, amount_due: null, registration: null });
  });

  it.each([
    ['payment.fine', { fine: {} }],
    ['payment.fine', { fine: { percent: 100, amount: 1 } }],
    ['payment.fine.percent', { fine: { percent: 201 } }],
    ['payment.fine.percent', { fine: { percent: '200' } }],
    ['payment.fine.amount', { fine: { amount: 301 } }],
    ['payment.interest.monthly_percent', { interest: { monthly_percent: 101 } }],
    ['payment.interest.daily_amount', { interest: { daily_amount: 6 } }],
    ['payment.payable_days_after_due', { payable_days_after_due: 121 }],
    ['payment.discounts[0].until', { discounts: [{ until: saoPauloDay(9), amount: 1 }], due_date: saoPauloDay(8) }],
    ['payment.discounts[0].until', { discounts: [{ until: '2026-02-30', amount: 1 }] }],
    ['payment.discounts', { discounts: [1, 2, 3, 4].map((amount) => ({ until: saoPauloDay(amount), amount })) }],
    ['payment.discounts[0].amount', { discounts: [{ until: saoPauloDay(1), amount: T - 100 }] }],
  ])('is refused for %s', async (field, terms) => {
    const owner = await openCompany(gateway, { invoice: ONE_PERCENT });
    await expectNothingStored(gateway, async () =>
      expectError(await order(gateway, owner, T, boleto(terms)), invalid(field)),
    );
  });

  it('is refused for a PIX, and null is as absent', async () => {
    const owner = await openCompany(gateway);
    const pix = { type: 'pix', installments: 1 };
    expectError(await order(gateway, owner, T, { payment: { ...pix, fine: { percent: 1 } } }), invalid('payment.fine'));
    const none = { fine: null, interest: null, discounts: null, payable_days_after_due: null };
    await createPayment(gateway, owner, T, { payment: { ...pix, ...none } });
    await createPayment(gateway, owner, T, boleto(none));
  });

  it('goes beyond what consumer law has only where the operator lets it', async () => {
    const owner = await openCompany(gateway);
    await gateway.database.db.query('UPDATE companies SET late_caps = false WHERE id = $1', [owner.id]);
    await createPayment(gateway, owner, T, boleto({ fine: { percent: 1_000 }, interest: { daily_amount: 100 } }));
  });

  it('is retried with its terms, without the discounts that are over', async () => {
    const owner = await openCompany(gateway);
    const id = await createPayment(gateway, owner, T, boleto({ ...USUAL, due_date: saoPauloDay(100) }));
    await sandbox(gateway, owner, id, 'fail');
    const retried = await gateway.post(`/transactions/${id}/retry`, {}, owner.session);
    expect(retried).toMatchObject({ status: 200, body: { transaction: { ...USUAL, payable_days_after_due: 30 } } });
  });
});

describe('a boleto that is paid on another day', () => {
  let friday: string;
  const sold = async (owner: TestCompany, terms: Record<string, unknown>, changes: Record<string, unknown> = {}) =>
    createPayment(gateway, owner, T, {
      ...boleto({ due_date: friday, payable_days_after_due: 120, ...terms }),
      ...changes,
    });

  it('is owed, booked and refunded as its terms say', async () => {
    friday = someFriday();
    const sunday = addDays(friday, 2);
    const owner = await openCompany(gateway, { invoice: { ...ONE_PERCENT, settlement_days: 1 } });
    const partner = await openCompany(gateway, { of: 'partner' });
    const retaining = await openCompany(gateway, {
      invoice: { ...ONE_PERCENT, settlement_days: 1 },
      retention: { basisPoints: 1_000, days: 3_000 },
    });
    const discounts = [
      { until: addDays(friday, -3), percent: 1_000 },
      { until: friday, amount: 500 },
    ];
    const ids = {
      first: await sold(owner, USUAL),
      third: await sold(owner, USUAL),
      thirtieth: await sold(owner, USUAL),
      monday: await sold(owner, { ...USUAL, due_date: sunday }),
      early: await sold(owner, { discounts }),
      onTime: await sold(owner, { discounts }),
      shared: await sold(owner, { discounts }, { splitParticipants: [participant(partner)] }),
      retained: await sold(retaining, USUAL),
      odd: await sold(owner, USUAL),
    };
    await advanceTo(gateway, noonOf(addDays(friday, 31)).toISOString());
    await payOn(owner, ids.first, addDays(friday, 1));
    await payOn(owner, ids.third, addDays(friday, 3));
    await payOn(owner, ids.thirtieth, addDays(friday, 30));
    await payOn(owner, ids.monday, addDays(sunday, 1));
    await payOn(owner, ids.early, addDays(friday, -3));
    await payOn(owner, ids.onTime, friday);
    await payOn(retaining, ids.retained, addDays(friday, 3));
    const figures = async (id: number, who = owner) => {
      const { status, paid_amount, fine_paid, interest_paid, discount_given, amount_due } = await readPayment(
        gateway,
        who,
        id,
      );
      expect([status, amount_due]).toEqual([2, null]);
      return [paid_amount, fine_paid, interest_paid, discount_given];
    };
    expect(await figures(ids.first)).toEqual([15_305, 300, 5, 0]);
    expect(await figures(ids.third)).toEqual([15_315, 300, 15, 0]);
    expect(await figures(ids.thirtieth)).toEqual([15_450, 300, 150, 0]);
    expect(await figures(ids.monday)).toEqual([15_000, 0, 0, 0]);
    expect(await figures(ids.early)).toEqual([13_500, 0, 0, 1_500]);
    expect(await figures(ids.onTime)).toEqual([14_500, 0, 0, 500]);
    const received = 15_305 + 15_315 + 15_450 + 15_000 + 13_500 + 14_500;
    expect(await availableOf(gateway, owner)).toEqual([received - 6 * 150]);

    // Floor over the net without late charges, and what the floor over the whole adds: 1,485 and 31.
    expect(await balanceOf(gateway, retaining)).toMatchObject({ retention: 1_516, available: 15_315 - 150 - 1_516 });
    expect((await entriesOf(gateway, ids.retained)).filter(({ tag }) => tag === 'late_charges')).toMatchObject([
      { account: 'company_main', amount_cents: 284 },
      { account: 'company_retained', amount_cents: 31 },
      { account: 'acquirer_clearing', amount_cents: -284 },
      { account: 'acquirer_clearing', amount_cents: -31 },
    ]);

    // With a partner: the owner bears the discount, and all of what came goes back.
    await payOn(owner, ids.shared, addDays(friday, -3));
    const [before = 0, ofPartner] = await availableOf(gateway, owner, partner);
    expect(ofPartner).toBe(4_500);
    const reversed = await reverse(gateway, owner, ids.shared);
    expect(reversed).toMatchObject({ status: 200, body: { transaction: { refund_amount: 13_500 } } });
    expect(await availableOf(gateway, owner, partner)).toEqual([before - (10_500 - 150 - 1_500), 0]);
    expect(await readPayment(gateway, owner, ids.shared)).toMatchObject({ status: 4, refunded_amount: 13_500 });

    // Late charges stay.
    const whole = await reverse(gateway, owner, ids.third);
    expect(whole).toMatchObject({ status: 200, body: { transaction: { refund_amount: T } } });
    expect(await readPayment(gateway, owner, ids.third)).toMatchObject({ status: 4, refunded_amount: T });

    // What the terms do not explain is booked as the amount, told with both figures, and stays until it is resolved.
    await payOn(owner, ids.odd, addDays(friday, 3), { amount: 20_000 });
    expect(await figures(ids.odd)).toEqual([T, 0, 0, 0]);
    const { body } = await gateway.get('/divergences?status=OPEN', owner.session);
    const divergence = body.data.find(({ transaction_id }: { transaction_id: number }) => transaction_id === ids.odd);
    expect(divergence).toMatchObject({ kind: 'AMOUNT_MISMATCH', amount: T, acquirer_amount: 20_000 });
    expectError(await reverse(gateway, owner, ids.odd), { status: 400, code: 'REFUND_REFUSED' });
    await gateway.database.db.query(`UPDATE divergences SET resolved_at = now(), resolution = 'seen' WHERE id = $1`, [
      divergence.id,
    ]);
    expect((await reverse(gateway, owner, ids.odd)).status).toBe(200);
  });
});
