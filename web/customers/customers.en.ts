import { plural } from '../i18n/plural.ts';
import type { Messages } from '../i18n/texts.ts';
import type { ptBr } from './customers.pt-br.ts';

export const en = {
  title: 'Customers',
  search: 'Search by name, CPF or CNPJ',
  name: 'Name',
  document: 'CPF/CNPJ',
  email: 'E-mail',
  phone: 'Phone',
  since: 'Customer since',
  empty: 'No customer yet',
  emptyText: 'Customers appear with the first order.',
  newPayment: 'New payment',
  show: 'Show',
  hide: 'Hide',
  data: 'Data',
  payments: 'Payments',
  paidCount: ({ count }) => plural(count, { zero: 'none paid', one: '1 paid', other: `${count} paid` }),
  paid: 'Paid',
  refunded: 'Refunded',
  last: 'Last payment',
  never: 'never',
  partial: 'There are many transactions: the figures are of the latest.',
  transactions: 'Transactions',
  none: 'No transaction of this customer.',
  privacy: {
    title: 'Privacy',
    text: 'By law (LGPD) customers may ask for a copy of their data, or for their removal.',
    export: 'Export the data',
    remove: 'Remove the data',
    removeText: ({ name }) =>
      `Name, document, e-mail, phone and address of “${name}” are removed for good. ` +
      'Transactions, amounts and statements stay. This cannot be undone.',
    removed: 'Data removed',
    isRemoved: 'The data of this person were removed. What was paid stays in the books.',
  },
} satisfies Messages<typeof ptBr>;
