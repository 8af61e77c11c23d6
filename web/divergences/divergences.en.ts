import type { Messages } from '../i18n/texts.ts';
import type { ptBr } from './divergences.pt-br.ts';

export const en = {
  title: 'Divergences',
  show: 'Show',
  open: 'Open',
  resolved: 'Resolved',
  all: 'All',
  empty: 'Everything agrees',
  emptyText: 'What stands in the books and what the acquirer says are the same.',
  emptyResolved: 'No divergence has been resolved yet',
  kinds: {
    LATE_PAYMENT: {
      title: 'Late money',
      text: 'The payer paid after the payment had ended here. Deliver the order, or give the money back at the acquirer.',
    },
    AMOUNT_MISMATCH: {
      title: 'Different amount',
      text: 'The acquirer received another amount than the books say. Ask it for the receipt.',
    },
    PAYMENT_UNDONE: {
      title: 'Payment undone',
      text: 'The acquirer says that this payment no longer exists. Ask it before you deliver.',
    },
    UNREQUESTED_REFUND: {
      title: 'Refund that nobody asked for here',
      text: 'The acquirer gave money back to the payer without a request of this account.',
    },
    MISSING_REFUND: {
      title: 'Refund that the acquirer misses',
      text: 'The refund stands in the books, and the acquirer does not know it.',
    },
  },
  here: 'In the books',
  there: 'At the acquirer',
  difference: 'Difference',
  received: 'Received',
  refunded: 'Refunded',
  state: 'Status',
  since: 'Since',
  gone: 'It is gone: when the acquirer was asked last, both sides agreed.',
  booked: 'The difference was booked as an adjustment.',
  transaction: 'See the transaction',
  transactionNumber: ({ id }) => `Transaction ${id}`,
  openState: 'Open',
  resolvedState: 'Resolved',
  resolve: 'Resolve',
  resolveTitle: 'Resolve the divergence',
  resolution: 'What was done',
  resolutionText: 'For example: given back to the payer by the acquirer on 12 Nov, case 4471.',
  final: 'The text is kept and cannot be changed.',
  tooShort: ({ missing }) => `Write at least ${missing} more characters`,
  done: 'Divergence resolved',
  ofTransaction: 'Transaction id',
} satisfies Messages<typeof ptBr>;
