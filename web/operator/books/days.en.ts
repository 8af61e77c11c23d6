import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './days.pt-br.ts';

export const en = {
  title: 'Books',
  tabs: { trial: 'Trial balance', fees: 'Fees' },
  download: 'Download',
  trial: {
    text:
      'What each account stood at and moved on the day of posting. Debits and credits are the same sum, ' +
      'and balances add up to zero.',
    day: 'Day',
    before: 'Day before',
    after: 'Day after',
    caption: 'Trial balance of the day',
    account: 'Account',
    opening: 'Opening balance',
    debits: 'Debits',
    credits: 'Credits',
    balance: 'Balance',
    total: 'Sum',
    none: 'Nothing was booked up to this day',
    noneText: 'As soon as a payment is approved, the accounts are shown here.',
    ofDay: ({ dialect }) => `This day: ${dialect}`,
    ofMonth: ({ dialect }) => `This month: ${dialect}`,
    accounts: {
      company_main: 'Establishments',
      company_retained: 'Establishments, retained',
      acquirer_clearing: 'Owed by acquirer',
      platform_fee: 'Platform fees',
      platform_expense: 'Expenses for banks',
    },
  },
  fees: {
    text: 'What the platform earned, by the day of posting.',
    interval: 'Interval',
    intervals: { day: 'Days', month: 'Last 12 months' },
    by: 'Group by',
    groups: { date: 'Date', merchant: 'Merchant', company: 'Establishment' },
    caption: 'Fees earned',
    payments: 'Of payments',
    returned: 'Returned',
    payouts: 'Of payouts',
    other: 'Other bookings',
    earned: 'Earned',
    total: 'Sum',
    nobody: 'Nobody’s',
    none: 'No fee in this period',
    noneText: 'Choose another period, or look at the terms of establishments.',
    cut: 'Shown are the 1,000 that paid most; the file has all.',
  },
} satisfies Messages<typeof ptBr>;
