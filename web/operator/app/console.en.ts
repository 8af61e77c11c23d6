import { plural } from '../../i18n/plural.ts';
import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './console.pt-br.ts';

export const en = {
  mark: 'Operations',
  groups: { clients: 'Clients', money: 'Money', banks: 'Banks', house: 'House' },
  pages: {
    home: 'Today',
    merchants: 'Merchants',
    payments: 'Transactions',
    divergences: 'Divergences',
    receipts: 'Unknown money',
    refunds: 'Refunds',
    payouts: 'Payouts',
    comparisons: 'Daily comparison',
    acquirers: 'Acquirers',
    files: 'Boleto files',
    books: 'Books',
    audits: 'Audits and seals',
    team: 'Team',
    auditLog: 'Action log',
  },
  badges: {
    divergences: ({ count }) =>
      plural(count, { zero: '', one: '1 open divergence', other: `${count} open divergences` }),
    receipts: ({ count }) => plural(count, { zero: '', one: '1 unknown receipt', other: `${count} unknown receipts` }),
  },
  roles: { ADMIN: 'Administration', FINANCE: 'Finance', SUPPORT: 'Support' },
  sandbox: { title: 'Test environment', text: 'no real money' },
  palette: {
    title: 'Search pages, merchants and transactions',
    placeholder: 'Page, merchant, id, order or endToEndId',
    merchants: 'Merchants',
    payments: 'Transactions',
  },
} satisfies Messages<typeof ptBr>;
