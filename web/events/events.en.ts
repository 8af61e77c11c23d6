import type { Messages } from '../i18n/texts.ts';
import type { ptBr } from './events.pt-br.ts';

export const en = {
  title: 'Events',
  event: 'Event',
  about: 'About',
  when: 'When',
  kind: 'Kind',
  transaction: 'Transaction id',
  transactionNumber: ({ id }) => `Transaction ${id}`,
  order: 'Order',
  id: 'Event id',
  sequence: 'Sequence',
  company: 'Establishment',
  amount: 'Amount',
  json: 'As it is delivered to webhooks',
  empty: 'No event yet',
  emptyText: 'Events appear with the first order.',
  newPayment: 'New payment',
  older: 'Older',
  newest: 'Newest',
  searchOn: 'Search on',
  shortPage: 'Nothing in this part. There are older events.',
  openTransaction: 'See the transaction',
  kinds: {
    'payment.created': 'Payment created',
    'payment.approved': 'Payment received',
    'payment.failed': 'Payment not paid',
    'payment.refunded': 'Refund made',
    'divergence.opened': 'Divergence found',
    'webhook.test': 'Webhook test',
  },
} satisfies Messages<typeof ptBr>;
