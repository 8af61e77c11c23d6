import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './booking.pt-br.ts';

export const en = {
  ofMerchant: 'Id of the merchant',
  merchantNumber: ({ id }) => `Merchant ${id}`,
  book: 'Book',
  title: 'Book the difference',
  action: ({ amount }) => `Book ${amount}`,
  more: ({ amount }) => `The bank holds ${amount} more than the books say.`,
  less: ({ amount }) => `The bank holds ${amount} less than the books say.`,
  whoGets: 'Who gets it',
  whoBears: 'Who bears the difference',
  platform: 'The platform',
  company: 'An establishment of this transaction',
  companyId: 'Id of the establishment',
  final: 'A booking is neither undone nor repeated. The divergence is resolved by it.',
  done: ({ amount }) => `Booked: ${amount}`,
} satisfies Messages<typeof ptBr>;
