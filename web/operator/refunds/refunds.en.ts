import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './refunds.pt-br.ts';

export const en = {
  title: 'Refunds',
  empty: 'No refund under way',
  emptyText: 'What the bank has neither confirmed nor refused yet is shown here.',
  none: 'No refund yet',
  refund: 'Refund',
  one: ({ id }) => `Refund ${id}`,
  order: 'Order',
  whose: 'Whose',
  bank: 'Bank',
  amount: 'Amount',
  asked: 'Asked',
  state: 'State',
  said: {
    SHOWN: 'The bank shows it, without an end',
    REFUSED: 'The bank has refused it once',
    NOTHING: 'The bank says nothing of it',
  },
  old: 'for more than a day',
  states: { PROCESSING: 'Under way', REFUNDED: 'Refunded', REFUSED: 'Refused' },
  merchant: 'Id of the merchant',
  settle: {
    act: 'End',
    title: 'End the refund',
    text: 'As the statement of the account shows. It is neither undone nor repeated.',
    how: 'How it ended',
    REFUNDED: 'The payer has the money',
    REFUSED: 'Nothing left the account: the money goes back to the establishments',
    action: ({ amount }) => `End ${amount}`,
    done: 'Refund ended',
    listed: ({ list }) => `It is in list ${list}: see that nobody pays it.`,
  },
} satisfies Messages<typeof ptBr>;
