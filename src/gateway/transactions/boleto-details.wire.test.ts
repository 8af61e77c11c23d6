import { expect, it } from 'vitest';
import type { BoletoTerms } from '../../rails/acquirers/boleto.ts';
import { APPROVED, PENDING } from '../payments/status.rules.ts';
import { amountDueToday } from './boleto-details.wire.ts';

const SUNDAY = '2026-11-22';
const LATE: BoletoTerms = {
  fine: { percentHundredths: 200 },
  interest: null,
  discounts: [],
  payableDaysAfterDue: 10,
};
const due = (today: string, boleto_terms: BoletoTerms | null = null, status: 1 | 2 = PENDING) =>
  amountDueToday({ status, amount_cents: 10_000, due_date: SUNDAY, boleto_terms }, today);

it('is due until the business day after its due date', () => {
  expect([due('2026-11-20'), due('2026-11-23'), due('2026-11-24')]).toEqual([10_000, 10_000, null]);
});

it('is due with what has come upon it until its last payable day', () => {
  expect([due('2026-11-23', LATE), due('2026-12-03', LATE), due('2026-12-04', LATE)]).toEqual([10_000, 10_200, null]);
});

it('is not due once it was paid', () => {
  expect(due('2026-11-20', LATE, APPROVED)).toBeNull();
});
