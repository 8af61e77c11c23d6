import { expect, it } from 'vitest';
import { accountOf } from '../../../../test/support/cnab240/accounts.ts';
import { TITLE } from '../../../../test/support/cnab240/titles.ts';
import { addDays } from '../../../ground/brazil/calendar.rules.ts';
import { CNAB_PROFILE_NAMES, type CnabProfileName } from './profiles.rules.ts';
import { remessaProblem } from './remessa-problem.rules.ts';
import type { Discount, TitlePayer, TitleTerms } from './title.rules.ts';

const ask = (name: CnabProfileName, changes: Partial<TitleTerms>) =>
  remessaProblem(accountOf(name), { ...TITLE, ...changes });
const payer = (changes: Partial<TitlePayer>) => ({ payer: { ...TITLE.payer, ...changes } });
const payable = (days: number) => ({ lastPayableDate: addDays(TITLE.dueDate, days) });
const discounts = (count: number): { discounts: Discount[] } => ({
  discounts: Array.from({ length: count }, (_, index) => ({ until: `2026-11-2${index}`, amountCents: 300 - index })),
});

it.each(CNAB_PROFILE_NAMES)('a plain title has no problem at %s', (name) => {
  expect(ask(name, {})).toBeNull();
});

it.each<[CnabProfileName, Partial<TitleTerms>, string, string]>([
  ['bb', payer({ name: '日本' }), 'customer.name', 'has no letter'],
  ['bb', payer({ document: '12ABC34501DE35' }), 'customer.document', 'has letters'],
  ['bb', payer({ document: '123' }), 'customer.document', 'must be a CPF or CNPJ'],
  ['bb', payer({ address: ' ' }), 'customer.address.line_1', 'is needed'],
  ['bb', payer({ zipCode: '' }), 'customer.address.zip_code', 'is needed'],
  ['bb', payer({ zipCode: '1234567' }), 'customer.address.zip_code', 'must be a CEP'],
  ['bb', payer({ city: '' }), 'customer.address.city', 'is needed'],
  ['bb', payer({ state: '' }), 'customer.address.state', 'is needed'],
  ['bb', payer({ state: 'XX' }), 'customer.address.state', 'must be a UF'],
  ['itau', { fine: { percentHundredths: 10_000 } }, 'payment.fine.percent', 'less than 100 %'],
  ['bb', { fine: { amountCents: 15_000 } }, 'payment.fine.amount', 'less than the amount'],
  ['sicredi', { fine: { amountCents: 100 } }, 'payment.fine.amount', 'in percent only'],
  [
    'itau',
    { interest: { monthlyPercentHundredths: 19 } },
    'payment.interest.monthly_percent',
    'less than a cent a day',
  ],
  ['bb', { interest: { dailyAmountCents: 0 } }, 'payment.interest.daily_amount', 'at least a cent'],
  ['bb', discounts(2), 'payment.discounts', 'the bank takes one'],
  ['santander', discounts(3), 'payment.discounts', 'the bank takes 2'],
  ['itau', { discounts: [{ until: '2026-11-20', amountCents: 13_501 }] }, 'payment.discounts', 'at most 90 %'],
  ['bradesco', { discounts: [{ until: '2026-11-20', percentHundredths: 9_950 }] }, 'payment.discounts', 'at most 99 %'],
  [
    'bradesco',
    { amountCents: 40, discounts: [{ until: '2026-11-20', percentHundredths: 100 }] },
    'payment.discounts',
    'at least a cent',
  ],
  ['itau', payable(100), 'payment.payable_days_after_due', 'at most 99 days'],
  ['santander', payable(100), 'payment.payable_days_after_due', 'at most 99 days'],
  ['sicredi', payable(61), 'payment.payable_days_after_due', 'at most 60 days'],
])('%s does not take %j: %s', (name, changes, field, reason) => {
  expect(ask(name, changes)).toEqual({ field, reason: expect.stringContaining(reason) });
});

it.each<[CnabProfileName, Partial<TitleTerms>]>([
  ['itau', { interest: { monthlyPercentHundredths: 20 } }],
  ['itau', payable(99)],
  ['itau', { discounts: [{ until: '2026-11-20', amountCents: 13_500 }] }],
  ['itau', discounts(3)],
  ['sicredi', payable(60)],
  ['sicredi', { fine: { percentHundredths: 200 } }],
  ['bb', payable(120)],
  ['bb', { ...discounts(1), fine: { amountCents: 300 } }],
])('%s takes %j', (name, changes) => {
  expect(ask(name, changes)).toBeNull();
});
