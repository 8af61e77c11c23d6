import { expect, test } from 'vitest';
import { type ApiError, errorBody } from '../../ground/errors.ts';
import type { PaymentPlan, Seller, StandingParticipant } from '../../parties/companies/seller.ts';
import { dividePayment } from './division.rules.ts';
import type { ListedParticipant } from './participants.rules.ts';

const plan: PaymentPlan = {
  payment_type: 'pix',
  enabled: true,
  fee_fixed_cents: 10,
  fee_basis_points: 100,
  fee_on_refund: 'kept',
  settlement_days: 0,
  acquirer: null,
};
const company = { id: 1, merchant_id: 7, name: 'Loja', document: '11222333000181', city: 'São Paulo' };
const standing: StandingParticipant = {
  merchantType: 'SECONDARY',
  type: 'PERCENTAGE',
  chargeFee: true,
  discountGrossAmount: false,
  amountSplit: 1_000,
  company: { companyId: 2, merchantId: 7, companyName: 'Sócia' },
};
const seller = (participants: StandingParticipant[]): Seller => ({
  ...{ company, plan, standing: participants, pixPlan: null, hasLateCaps: true },
});
const listed: ListedParticipant = {
  merchantType: 'SECONDARY',
  type: 'FIXED',
  chargeFee: false,
  discountGrossAmount: true,
  amountSplit: 500,
  company: { companyId: 3, merchantId: 8, companyName: 'Parceira' },
  source: 'dynamic',
  path: 'splitParticipants[0]',
};

test('the seller alone has it all and bears the fee, under the terms of its plan', () => {
  expect(dividePayment(seller([]), 'pix', 'sandbox', 10_000, [])).toEqual({
    acquirer: 'sandbox',
    feeCents: 110,
    feeOnRefund: 'kept',
    shares: [
      expect.objectContaining({ position: 0, companyId: 1, shareCents: 10_000, feeCents: 110, source: 'owner' }),
    ],
  });
  expect(dividePayment(seller([]), 'pix', 'sandbox', 10_000, []).shares[0]).toMatchObject({
    chargeFee: false,
    discountGrossAmount: true,
  });
});

test('nobody to charge it, or no plan for its type, and nothing is divided', () => {
  expect(() => dividePayment(seller([]), 'pix', null, 10_000, [])).toThrow(
    expect.objectContaining({ code: 'PAYMENT_TYPE_NOT_ENABLED' }),
  );
  expect(() => dividePayment({ ...seller([]), plan: null }, 'pix', 'sandbox', 10_000, [])).toThrow(
    expect.objectContaining({ code: 'PAYMENT_TYPE_NOT_ENABLED' }),
  );
});

test('standing participants come first, then those of the order; each share is frozen with the terms it came from', () => {
  const { shares } = dividePayment(seller([standing]), 'pix', 'sandbox', 10_000, [listed]);
  expect(shares).toMatchObject([
    {
      position: 0,
      companyId: 1,
      source: 'owner',
      shareCents: 8_511,
      feeCents: 0,
      chargeFee: false,
      discountGrossAmount: true,
    },
    {
      position: 1,
      companyId: 2,
      source: 'fixed',
      shareCents: 989,
      feeCents: 110,
      chargeFee: true,
      discountGrossAmount: false,
    },
    {
      position: 2,
      companyId: 3,
      source: 'dynamic',
      shareCents: 500,
      feeCents: 0,
      chargeFee: false,
      discountGrossAmount: true,
    },
  ]);
});

test('a refusal names the participant of the order, and no field for a standing one', () => {
  const refusalOf = (participants: StandingParticipant[], dynamic: ListedParticipant[]) => {
    try {
      dividePayment(seller(participants), 'pix', 'sandbox', 10_000, dynamic);
      return null;
    } catch (error) {
      return errorBody(error as ApiError);
    }
  };
  expect(refusalOf([], [{ ...listed, company: null }])).toMatchObject({
    code: 'SPLIT_PARTICIPANT_INVALID',
    field: 'splitParticipants[0].accessToken',
  });
  const refusal = refusalOf([{ ...standing, company: null }], []);
  expect(refusal).toMatchObject({ code: 'SPLIT_PARTICIPANT_INVALID' });
  expect(refusal?.field).toBeUndefined();
});
