import type { Messages } from '../i18n/texts.ts';
import type { ptBr } from './app.pt-br.ts';

export const en = {
  skip: 'Skip to the content',
  navigation: 'Main navigation',
  groups: { sell: 'Sell', money: 'Money', build: 'Build', account: 'Account' },
  pages: {
    home: 'Home',
    transactions: 'Transactions',
    links: 'Payment links',
    customers: 'Customers',
    balances: 'Balances',
    statement: 'Statement',
    refunds: 'Refunds',
    divergences: 'Divergences',
    webhooks: 'Webhooks',
    events: 'Events',
    companies: 'Establishments',
    settings: 'Settings',
    sandbox: 'Sandbox',
  },
  company: { label: 'Establishment', all: 'All establishments' },
  user: { menu: 'Your account', logOut: 'Log out', settings: 'Settings' },
  language: 'Português',
  theme: { light: 'Light theme', dark: 'Dark theme' },
  sandbox: {
    title: 'Test environment',
    text: 'no real money',
    clock: 'Clock',
  },
  offline: 'The server does not answer. What you see may be out of date.',
  unavailable: 'The service is not available right now. What you see may be out of date.',
  notFound: { title: 'Page not found', text: 'This address leads to no page of the dashboard.', action: 'Go home' },
  broken: { title: 'This page has stopped working', action: 'Reload' },
} satisfies Messages<typeof ptBr>;
