import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AcquirerCharge, MedReturn } from '../../src/acquirers/acquirer.ts';
import { syncPayment } from '../../src/alignment/sync-payment.ts';
import { bookDivergence } from '../../src/divergences/book-divergence.ts';
import { mainOf } from '../../src/ledger/accounts.rules.ts';
import type { Payment } from '../../src/payments/payment.ts';
import { findPayment } from '../../src/payments/payments.sql.ts';
import { sandboxOf, withSandbox } from '../support/acquirers.ts';
import { expectCleanBooks } from '../support/audit.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import {
  balanceOf,
  createPaid,
  LOSSY,
  openCompany,
  participant,
  refundPix,
  type TestCompany,
} from '../support/money.ts';

/** Money that the banks take back (MED) from a payment that is in the books: gone, whoever can afford it. */

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(async () => {
  await expectCleanBooks(gateway.database.db);
  await gateway.close();
});

const taken = (id: string, amountCents: number): MedReturn => ({
  id,
  amountCents,
  nature: 'MED_FRAUDE',
  returnedAt: new Date(),
});

/** Synchronises with an acquirer that reports these returns besides what it knows. */
async function sync(paymentId: number, ...medReturns: MedReturn[]): Promise<Payment> {
  const { deps } = gateway.vintem;
  const sandbox = sandboxOf(deps);
  const withReturns = (charge: AcquirerCharge): AcquirerCharge => {
    const refundedAmountCents = medReturns.reduce((sum, one) => sum + one.amountCents, charge.refundedAmountCents);
    const status = refundedAmountCents >= charge.amountCents ? 'REFUNDED' : charge.status;
    return { ...charge, refundedAmountCents, status, medReturns };
  };
  const query: typeof sandbox.query = async (charge) => {
    const result = await sandbox.query(charge);
    return result.outcome === 'found' ? { ...result, charge: withReturns(result.charge) } : result;
  };
  const payment = (await findPayment(deps.db, paymentId)) as Payment;
  return (await syncPayment(withSandbox(deps, { query }), payment)).payment;
}

const divergencesOf = (paymentId: number) =>
  gateway.database.db.query<{ id: number; kind: string; difference_cents: number; is_booked: boolean }>(
    `SELECT id, kind, difference_cents, booked_at IS NOT NULL AND resolved_at IS NOT NULL AS is_booked
     FROM divergences WHERE payment_id = $1 ORDER BY id`,
    [paymentId],
  );
const refundsOf = (paymentId: number) =>
  gateway.database.db.query(
    'SELECT kind, nature, status, amount_cents FROM refunds WHERE payment_id = $1 ORDER BY id',
    [paymentId],
  );
const available = async (company: TestCompany) => (await balanceOf(gateway, company)).available;

describe('MED', () => {
  it('is booked once, also below zero, and makes the payment REFUNDED when all is gone', async () => {
    const shop = await openCompany(gateway, { pix: LOSSY });
    const id = await createPaid(gateway, shop, 10_000);
    expect(await available(shop)).toBe(5_000);
    for (const _ of ['first', 'repeat'])
      expect(await sync(id, taken(`D${id}a`, 4_000))).toMatchObject({ status: 2, refunded_cents: 4_000 });
    expect(await available(shop)).toBe(1_000);
    expect(await sync(id, taken(`D${id}a`, 4_000), taken(`D${id}b`, 6_000))).toMatchObject({
      status: 4,
      refunded_cents: 10_000,
    });
    expect(await available(shop)).toBe(-5_000);
    const med = { kind: 'med', nature: 'MED_FRAUDE', status: 'REFUNDED' };
    expect(await refundsOf(id)).toEqual([
      { ...med, amount_cents: 4_000 },
      { ...med, amount_cents: 6_000 },
    ]);
    expect(await divergencesOf(id)).toMatchObject([
      { kind: 'MED_REFUND', difference_cents: -4_000, is_booked: true },
      { kind: 'MED_REFUND', difference_cents: -6_000, is_booked: true },
    ]);
  });

  it('is borne by everybody who had a part, and nobody covers for anybody', async () => {
    const shop = await openCompany(gateway);
    const partner = await openCompany(gateway, { of: 'partner' });
    const id = await createPaid(gateway, shop, 10_000, { splitParticipants: [participant(partner)] });
    const [own, other] = [await available(shop), await available(partner)];
    await sync(id, taken(`D${id}`, 10_000));
    expect([await available(shop), await available(partner)]).toEqual([own - 7_000, other - 3_000]);
  });

  it('beside our own refund takes what is left; what does not fit is a divergence for a person', async () => {
    const shop = await openCompany(gateway);
    const id = await createPaid(gateway, shop, 10_000);
    expect((await refundPix(gateway, shop, id, 60)).status).toBe(200);
    expect(await sync(id, taken(`D${id}a`, 5_000))).toMatchObject({ status: 2, refunded_cents: 6_000 });
    expect(await divergencesOf(id)).toMatchObject([{ kind: 'UNREQUESTED_REFUND', is_booked: false }]);
    expect(await sync(id, taken(`D${id}b`, 4_000))).toMatchObject({ status: 4, refunded_cents: 10_000 });
  });

  it('is booked once also where an answer has it twice, or another payment has it already', async () => {
    const shop = await openCompany(gateway);
    const [id, other] = [await createPaid(gateway, shop, 10_000), await createPaid(gateway, shop, 10_000)];
    expect(await sync(id, taken(`D${id}`, 1_000))).toMatchObject({ refunded_cents: 1_000 });
    expect(await sync(other, taken(`D${other}`, 2_000), taken(`D${other}`, 2_000))).toMatchObject({
      refunded_cents: 2_000,
    });
    expect(await sync(other, taken(`D${other}`, 2_000), taken(`D${id}`, 1_000))).toMatchObject({
      refunded_cents: 2_000,
    });
    const told = (await divergencesOf(other)).map(({ kind, difference_cents }) => [kind, difference_cents]);
    expect(told.at(-1)).toEqual(['UNREQUESTED_REFUND', -1_000]);
  });

  it('is told once as a refund with its nature, and cannot be booked by hand', async () => {
    const shop = await openCompany(gateway);
    const id = await createPaid(gateway, shop, 10_000);
    await sync(id, taken(`D${id}`, 100));
    await sync(id, taken(`D${id}`, 100));
    const events = await gateway.database.db.query<{ kind: string; payload: string }>(
      'SELECT kind, payload::text FROM events WHERE subject_id = $1 ORDER BY sequence',
      [id],
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      'payment.created',
      'payment.approved',
      'payment.refunded',
      'divergence.opened',
    ]);
    expect(JSON.parse(events[2]?.payload ?? '')).toMatchObject({ refund_amount: 100, nature: 'MED_FRAUDE' });
    const [divergence] = await divergencesOf(id);
    const booking = {
      from: mainOf(shop.id),
      to: { account: 'acquirer_clearing', companyId: null },
      reason: 'x',
      by: 'y',
    } as const;
    await expect(
      bookDivergence(gateway.vintem.deps, { divergenceId: divergence?.id ?? 0, ...booking }),
    ).rejects.toThrow('already in the books');
  });
});
