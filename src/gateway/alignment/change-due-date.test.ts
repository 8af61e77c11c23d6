import { expect, it } from 'vitest';
import type { ChargeRequest } from '../../rails/acquirers/acquirer.ts';
import type { Payment } from '../payments/payment.ts';
import { PENDING } from '../payments/status.rules.ts';
import { changeDueDate } from './change-due-date.ts';

const COMPANY = { id: 1, merchant_id: 1, name: 'Padaria', document: '11222333000181', city: 'SAO PAULO' };
const ORDERED = '2026-11-25';

/** A bank that takes at most so many days after the due date, and whose call is a mistake of the test. */
function bankOf(mostDays: number) {
  const termsProblem = ({ dueDate, terms }: ChargeRequest) => {
    const days = (Date.parse(terms?.lastPayableDate ?? '') - Date.parse(dueDate ?? '')) / 86_400_000;
    return days > mostDays ? { field: 'payment.payable_days_after_due', reason: `at most ${mostDays} days` } : null;
  };
  const called = () => Promise.reject(new Error('the bank was called'));
  return { termsProblem, changeDueDate: called };
}

function change(mostDays: number, dueDate: string) {
  const payment = {
    ...{ id: 7, merchant_id: 1, company_id: 1, payment_type: 'invoice', status: PENDING, due_date: ORDERED },
    ...{ customer_address: null, boleto_terms: { fine: null, interest: null, discounts: [], payableDaysAfterDue: 60 } },
  };
  const deps = {
    clock: { now: async () => new Date('2026-11-17T13:00:00Z') },
    acquirers: { ofPayment: () => bankOf(mostDays) },
    db: { query: async () => [COMPANY] },
  };
  return changeDueDate(deps as never, payment as unknown as Payment, dueDate);
}

it('a day with which the bank could not take the boleto is refused by name before anything is stored', async () => {
  // The Saturday before Carnival is rolled by five days.
  await expect(change(60, '2027-02-06')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    context: { field: 'due_date' },
  });
});

it('what the bank would not take as it is, either, is no reason against another day', async () => {
  await expect(change(10, '2027-02-06')).rejects.not.toMatchObject({ code: 'VALIDATION_ERROR' });
});
