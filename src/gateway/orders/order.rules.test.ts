import { describe, expect, test } from 'vitest';
import { ApiError } from '../../ground/errors.ts';
import type { PaymentPlan, Seller } from '../../parties/companies/seller.ts';
import type { ListedParticipant } from '../splits/participants.rules.ts';
import { decideTerms } from './order.rules.ts';
import type { Order } from './order.ts';

/** Noon of 5 March 2026 in São Paulo. */
const AT = new Date('2026-03-05T15:00:00Z');

const PLAN: PaymentPlan = {
  payment_type: 'pix',
  enabled: true,
  fee_fixed_cents: 10,
  fee_basis_points: 100,
  fee_on_refund: 'kept',
  settlement_days: 0,
  acquirer: null,
};
const COMPANY = { id: 1, merchant_id: 1, name: 'Loja', document: '11222333000181', city: 'São Paulo' };
const seller = (changes: Partial<Seller> = {}): Seller => ({
  ...{ company: COMPANY, plan: PLAN, standing: [], pixPlan: null, hasLateCaps: true },
  ...changes,
});

const PARTNER = { companyId: 3, merchantId: 2, companyName: 'Parceiro' };
const TERMS = {
  merchantType: 'SECONDARY',
  type: 'FIXED',
  chargeFee: false,
  discountGrossAmount: false,
  amountSplit: 300,
} as const;
const participant = (changes: Partial<ListedParticipant> = {}): ListedParticipant => ({
  ...TERMS,
  source: 'dynamic',
  path: 'splitParticipants[0]',
  company: PARTNER,
  ...changes,
});

const order = (changes: Partial<Order> = {}): Order => ({
  seller: seller(),
  participants: [],
  paymentType: 'pix',
  subtotalCents: 2_000,
  totalCents: 2_500,
  customer: { document: '52998224725', name: 'Ana', email: 'ana@example.com', phone: '', address: null, ip: null },
  updatesCustomer: true,
  items: [{ name: 'Item', quantity: 2, price: 1_000 }],
  shipping: { name: 'Sedex', price: 500 },
  metadata: {},
  paymentLinkId: null,
  isByMerchant: true,
  externalId: null,
  dueDate: null,
  boletoTerms: null,
  retry: null,
  ...changes,
});

/** The code and the field at fault; null where there is none. */
function faultOf(changes: Partial<Order>, acquirer: string | null = 'sandbox'): [string, string | undefined] | null {
  try {
    decideTerms(order(changes), AT, acquirer);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return [error.code, error.context.field];
    throw error;
  }
}

describe('the amounts of an order', () => {
  test.each<[string, Partial<Order>, [string, string] | null]>([
    ['items, shipping and total agree', {}, null],
    [
      'below the minimum, before anything else',
      { totalCents: 499, subtotalCents: 1 },
      ['AMOUNT_BELOW_MINIMUM', 'total'],
    ],
    ['the subtotal is not that of the items', { subtotalCents: 1_999 }, ['TOTAL_MISMATCH', 'subtotal']],
    ['the total is not subtotal and shipping', { totalCents: 2_499 }, ['TOTAL_MISMATCH', 'total']],
    ['shipping is not taken off', { totalCents: 1_500 }, ['TOTAL_MISMATCH', 'total']],
  ])('%s', (_name, changes, fault) => {
    expect(faultOf(changes)).toEqual(fault);
  });

  test('quantity times price, added up over the items', () => {
    const items = [
      { name: 'A', quantity: 3, price: 700 },
      { name: 'B', quantity: 1, price: 150 },
    ];
    expect(faultOf({ items, subtotalCents: 2_250, totalCents: 2_750 })).toBeNull();
    expect(faultOf({ items, subtotalCents: 850, totalCents: 1_350 })).toEqual(['TOTAL_MISMATCH', 'subtotal']);
  });

  test('the largest order is 99.999.999,99', () => {
    const of = (price: number) => ({
      items: [{ name: 'A', quantity: 1, price }],
      subtotalCents: price,
      totalCents: price + 500,
    });
    expect(faultOf(of(9_999_999_499))).toBeNull();
    expect(faultOf(of(9_999_999_500))).toEqual(['VALIDATION_ERROR', 'total']);
  });

  test('sums beyond 2^53 are exact', () => {
    const items = Array.from({ length: 100 }, () => ({ name: 'A', quantity: 999_999, price: 9_999_999_999 }));
    expect(faultOf({ items })).toEqual(['TOTAL_MISMATCH', 'subtotal']);
  });
});

test('which rule speaks first: the amounts, then the type of payment, then the split', () => {
  const tooMuch = [participant({ amountSplit: 2_501 })];
  const closed = seller({ plan: { ...PLAN, enabled: false } });
  expect(faultOf({ participants: tooMuch, seller: closed, totalCents: 2_499 })).toEqual(['TOTAL_MISMATCH', 'total']);
  expect(faultOf({ participants: tooMuch, seller: closed })).toEqual(['PAYMENT_TYPE_NOT_ENABLED', 'payment.type']);
  expect(faultOf({ seller: seller({ plan: null }) })).toEqual(['PAYMENT_TYPE_NOT_ENABLED', 'payment.type']);
  expect(faultOf({ participants: tooMuch }, null)).toEqual(['PAYMENT_TYPE_NOT_ENABLED', 'payment.type']);
  expect(faultOf({ participants: tooMuch })).toEqual(['SPLIT_FIXED_EXCEEDED', 'splitParticipants[0].amountSplit']);
  expect(faultOf({ participants: [participant({ company: null })] })).toEqual([
    'SPLIT_PARTICIPANT_INVALID',
    'splitParticipants[0].accessToken',
  ]);
});

test('the fee is that of the plan; the seller, its standing participants and those of the order divide the total, in this order', () => {
  const standing = [{ ...TERMS, amountSplit: 200, company: { companyId: 2, merchantId: 1, companyName: 'Filial' } }];
  const terms = decideTerms(order({ seller: seller({ standing }), participants: [participant()] }), AT, 'sandbox');
  expect(terms).toMatchObject({ feeCents: 35, feeOnRefund: 'kept' });
  expect(terms.shares).toMatchObject([
    {
      position: 0,
      companyId: 1,
      source: 'owner',
      chargeFee: false,
      discountGrossAmount: true,
      shareCents: 2_000,
      feeCents: 35,
    },
    {
      position: 1,
      companyId: 2,
      source: 'fixed',
      chargeFee: false,
      discountGrossAmount: false,
      shareCents: 200,
      feeCents: 0,
    },
    {
      position: 2,
      companyId: 3,
      source: 'dynamic',
      chargeFee: false,
      discountGrossAmount: false,
      shareCents: 300,
      feeCents: 0,
    },
  ]);
});

test('a participant that bears the fee is frozen as such; a standing one that is gone is told without a field', () => {
  const [owner, bearer] = decideTerms(
    order({ participants: [participant({ chargeFee: true })] }),
    AT,
    'sandbox',
  ).shares;
  expect([owner?.feeCents, bearer]).toMatchObject([0, { chargeFee: true, feeCents: 35 }]);
  expect(faultOf({ seller: seller({ standing: [{ ...TERMS, company: null }] }) })).toEqual([
    'SPLIT_PARTICIPANT_INVALID',
    undefined,
  ]);
});

test('a boleto is due when the order says, or in three days, and lives to the end of that day; a PIX half an hour', () => {
  const invoice = (dueDate: string | null) => decideTerms(order({ paymentType: 'invoice', dueDate }), AT, 'sandbox');
  expect(invoice('2026-04-01')).toMatchObject({
    dueDate: '2026-04-01',
    expiresAt: new Date('2026-04-02T02:59:59.999Z'),
  });
  expect(invoice(null).dueDate).toBe('2026-03-08');
  expect(decideTerms(order(), AT, 'sandbox')).toMatchObject({
    dueDate: null,
    expiresAt: new Date('2026-03-05T15:30:00Z'),
  });
});
