import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mainOf } from '../../../src/books/ledger/accounts.rules.ts';
import { syncPayment } from '../../../src/gateway/alignment/sync-payment.ts';
import { bookDivergence } from '../../../src/gateway/divergences/book-divergence.ts';
import type { Payment } from '../../../src/gateway/payments/payment.ts';
import { findPayment } from '../../../src/gateway/payments/payments.sql.ts';
import type { AcquirerCharge, MedReturn } from '../../../src/rails/acquirers/acquirer.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { sandboxOf, withSandbox } from '../../support/banks/acquirers.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  balanceOf,
  createPaid,
  LOSSY,
  openCompany,
  participant,
  refundPix,
  type TestCompany,
} from '../../support/money.ts';

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
function sync(paymentId: number, ...medReturns: MedReturn[]): Promise<Payment> {
  return syncSeeing(paymentId, (charge) => {
    const refundedAmountCents = medReturns.reduce((sum, one) => sum + one.amountCents, charge.refundedAmountCents);
    return { refundedAmountCents, medReturns };
  });
}

async function syncSeeing(
  paymentId: number,
  changes: (charge: AcquirerCharge) => Partial<AcquirerCharge>,
): Promise<Payment> {
  const { deps } = gateway.vintem;
  const sandbox = sandboxOf(deps);
  const withReturns = (charge: AcquirerCharge): AcquirerCharge => {
    const changed = { ...charge, ...changes(charge) };
    return changed.refundedAmountCents >= changed.amountCents ? { ...changed, status: 'REFUNDED' } : changed;
  };
  const query: typeof sandbox.query = async (charge) => {
    const result = await sandbox.query(charge);
    return result.outcome === 'found' ? { ...result, charge: withReturns(result.charge) } : result;
  };
  const payment = (await findPayment(deps.db, paymentId)) as Payment;
  return (await syncPayment(withSandbox(deps, { query }), payment)).payment;
}

const divergencesOf = (paymentId: number) =>
  gateway.database.db.query<{
    id: number;
    kind: string;
    difference_cents: number;
    is_booked: boolean;
    is_resolved: boolean;
  }>(
    `SELECT id, kind, difference_cents, resolved_at IS NOT NULL AS is_resolved,
       booked_at IS NOT NULL AND resolved_at IS NOT NULL AS is_booked
     FROM divergences WHERE payment_id = $1 ORDER BY id`,
    [paymentId],
  );
const refundsOf = (paymentId: number) =>
  gateway.database.db.query(
    'SELECT kind, nature, status, amount_cents FROM refunds WHERE payment_id = $1 ORDER BY id',
    [paymentId],
  );
const available = async (company: TestCompany) => (await balanceOf(gateway, company)).available;

const booking = (divergenceId: number, shop: TestCompany) => ({
  divergenceId,
  from: mainOf(shop.id),
  to: { account: 'acquirer_clearing', companyId: null } as const,
  reason: 'the bank took it back',
  by: 'operator',
});

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
    await expect(bookDivergence(gateway.vintem.deps, booking(divergence?.id ?? 0, shop))).rejects.toThrow(
      'already in the books',
    );
  });

  it('is one, whether it is listed with the id that banks know it by or without, in either order', async () => {
    const shop = await openCompany(gateway);
    for (const isNamedFirst of [true, false]) {
      const id = await createPaid(gateway, shop, 10_000);
      const before = await available(shop);
      const unnamed = { ...taken(`E${id}-m1`, 3_000), firstId: `E${id}-m1` };
      const named = { ...unnamed, id: `D${id}` };
      const listings = isNamedFirst ? [named, unnamed, named] : [unnamed, named, unnamed];
      for (const listed of listings) expect(await sync(id, listed)).toMatchObject({ refunded_cents: 3_000 });
      expect(await available(shop)).toBe(before - 3_000);
      const other = { ...named, id: `D${id}-2` };
      if (isNamedFirst) expect(await sync(id, named, other)).toMatchObject({ refunded_cents: 6_000 });
    }
  });

  it('that the operator has booked before it was known for what it is, is not booked again', async () => {
    const shop = await openCompany(gateway);
    const id = await createPaid(gateway, shop, 10_920);
    const before = await available(shop);
    const unexplained = () => syncSeeing(id, () => ({ refundedAmountCents: 3_000 }));
    await unexplained();
    const [divergence] = await divergencesOf(id);
    expect(divergence).toMatchObject({ kind: 'UNREQUESTED_REFUND', difference_cents: -3_000 });
    await bookDivergence(gateway.vintem.deps, booking(divergence?.id ?? 0, shop));
    expect(await sync(id, taken(`D${id}`, 3_000))).toMatchObject({ status: 2, refunded_cents: 0 });
    expect([await available(shop), await divergencesOf(id)]).toMatchObject([before - 3_000, [{ is_booked: true }]]);
    // Another one is news, and booked by itself.
    expect(await sync(id, taken(`D${id}`, 3_000), taken(`D${id}b`, 500))).toMatchObject({ refunded_cents: 500 });
    expect(await available(shop)).toBe(before - 3_500);
  });

  it('that the operator has booked is known by its id, beside a return that nobody has explained', async () => {
    const shop = await openCompany(gateway);
    const id = await createPaid(gateway, shop, 10_000);
    const med = taken(`D${id}`, 800);
    expect((await refundPix(gateway, shop, id, 95)).status).toBe(200);
    // It does not fit beside our own refund, and becomes a divergence. The background work asks the real acquirer,
    // which knows nothing of it, and may find it gone again before it is booked.
    await eventually(async () => {
      await sync(id, med);
      const found = await divergencesOf(id);
      await bookDivergence(gateway.vintem.deps, booking(found.at(-1)?.id ?? 0, shop));
    });
    const before = await available(shop);
    const small = { ...med, amountCents: 400 };
    await syncSeeing(id, (charge) => ({
      refundedAmountCents: charge.refundedAmountCents + 800 + 1_000,
      medReturns: [small],
    }));
    expect(await available(shop)).toBe(before);
  });

  it('on a further payment of the same code leaves the sale, in part and whole; its divergence follows', async () => {
    const shop = await openCompany(gateway);
    const id = await createPaid(gateway, shop, 10_000);
    const before = await available(shop);
    const twice = (returnedCents: number) =>
      syncSeeing(id, () => ({
        amountCents: 20_000,
        refundedAmountCents: returnedCents,
        payments: [
          { endToEndId: 'E-sale', amountCents: 10_000, refundedAmountCents: 0 },
          { endToEndId: 'E-again', amountCents: 10_000, refundedAmountCents: returnedCents },
        ],
        medReturns: returnedCents > 0 ? [{ ...taken(`D${id}`, returnedCents), endToEndId: 'E-again' }] : [],
      }));
    const open = async () =>
      (await divergencesOf(id)).filter(({ is_resolved }) => !is_resolved).map((one) => one.difference_cents);
    const seen = [];
    for (const returnedCents of [0, 4_000, 10_000]) {
      expect(await twice(returnedCents)).toMatchObject({ status: 2, refunded_cents: 0 });
      seen.push(await open());
    }
    expect(seen).toEqual([[10_000], [6_000], []]);
    expect([await available(shop), await refundsOf(id)]).toEqual([before, []]);
  });
});
