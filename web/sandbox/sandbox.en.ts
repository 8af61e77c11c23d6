import type { Messages } from '../i18n/texts.ts';
import type { ptBr } from './sandbox.pt-br.ts';

export const en = {
  title: 'Sandbox',
  clock: {
    title: 'Clock',
    text: 'Business time: due dates, settlements and deadlines follow this clock.',
    ahead: 'Ahead',
    aheadBy: ({ days, hours }) => `${days} d ${hours} h`,
    hour: '+1 hour',
    day: '+1 day',
    month: '+30 days',
    businessDay: 'Next business day',
    confirmTitle: 'Move the clock',
    confirmText: 'It moves for everybody here and does not come back.',
    confirm: ({ by }) => `Move: ${by}`,
    moved: 'Clock moved',
    off: 'Here the clock belongs to everybody and cannot be moved.',
  },
  data: {
    title: 'Pay without money',
    text:
      'Create a payment and pay it as the payer would: on the transaction or on the payer’s page. ' +
      'Balance, statement and webhooks change as they really would.',
    create: 'New payment',
    transactions: 'See transactions',
    refused: 'A customer with this e-mail is always refused:',
  },
} satisfies Messages<typeof ptBr>;
