import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './boleto.pt-br.ts';

export const en = {
  section: {
    title: 'Boleto',
    due: 'Due date',
    payableUntil: 'Payable until',
    charges: 'After the due date',
    discounts: 'Discounts',
    registration: 'Registration',
    waiting: 'waiting for the bank; some banks only take the boleto once it is registered',
    registered: ({ date }) => `registered on ${date}`,
    rejected: ({ reason }) => `rejected: ${reason}`,
    noReason: 'the bank did not say why',
    afterRejection: 'Mend the data and create another charge.',
    requested: 'Asked of the bank',
    requestedDueDate: ({ date, at }) => `new due date ${date}, asked on ${at}; it counts once the bank confirms it`,
    requestedCancel: ({ at }) => `cancellation, asked on ${at}; until the bank confirms it, it can still be paid`,
  },
  dueDate: {
    title: 'Change due date',
    field: 'New due date',
    now: ({ date }) => `Present due date: ${date}.`,
    text: 'Some banks answer only later; until then the present due date counts.',
    done: ({ date }) => `The boleto is due on ${date} now`,
    asked: 'Asked of the bank; the due date changes once it confirms',
    problems: {
      none: 'Choose a day',
      past: 'Choose a day from today on',
      far: 'At most 180 days from today',
      discount: 'It cannot be before the last discount',
    },
  },
} satisfies Messages<typeof ptBr>;
