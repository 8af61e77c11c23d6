import { plural } from '../i18n/plural.ts';
import type { Messages } from '../i18n/texts.ts';
import type { ptBr } from './app.pt-br.ts';

export const en = {
  groups: { sell: 'Sell', money: 'Money', build: 'Build', account: 'Account' },
  pages: {
    home: 'Home',
    transactions: 'Transactions',
    links: 'Payment links',
    customers: 'Customers',
    balances: 'Balances',
    statement: 'Statement',
    payouts: 'Payouts',
    refunds: 'Refunds',
    divergences: 'Divergences',
    webhooks: 'Webhooks',
    events: 'Events',
    reference: 'Reference',
    companies: 'Establishments',
    settings: 'Settings',
    sandbox: 'Sandbox',
  },
  badges: {
    payouts: ({ count }) =>
      plural(count, { zero: '', one: '1 payout awaiting approval', other: `${count} payouts awaiting approval` }),
    divergences: ({ count }) =>
      plural(count, { zero: '', one: '1 open divergence', other: `${count} open divergences` }),
    webhooks: ({ count }) => plural(count, { zero: '', one: '1 failing webhook', other: `${count} failing webhooks` }),
  },
  company: { label: 'Establishment', all: 'All establishments' },
  sandbox: {
    title: 'Test environment',
    text: 'no real money',
    clock: 'Clock',
    hour: '+1 h',
    day: '+1 day',
    advance: 'Move the clock forward',
    advanceText: ({ time }) => `The clock goes to ${time}. This is for everybody here and cannot be undone.`,
    advanced: ({ time }) => `It is now ${time}`,
  },
  palette: {
    title: 'Search pages, actions and transactions',
    placeholder: 'Page, action, order, customer or id',
    transactions: 'Transactions',
    newPayment: 'New payment',
    newLink: 'New payment link',
    openTransaction: ({ id }) => `Open transaction ${id}`,
    search: ({ text }) => `Search transactions for “${text}”`,
  },
  keys: {
    newPayment: 'New payment',
    refund: 'Refund, on a transaction',
  },
} satisfies Messages<typeof ptBr>;
