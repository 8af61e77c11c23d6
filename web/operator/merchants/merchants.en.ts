import { plural } from '../../i18n/plural.ts';
import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './merchants.pt-br.ts';

export const en = {
  title: 'Merchants',
  one: 'Merchant',
  search: 'Name, id, CNPJ or e-mail',
  empty: 'No merchant yet',
  emptyText: 'Create the first one, or invite whoever will begin.',
  status: 'Status',
  columns: { name: 'Merchant', companies: 'Establishments', people: 'People', created: 'Since', status: 'Status' },
  demo: 'demo',
  establishments: ({ count }) =>
    plural(count, { zero: 'no establishment', one: '1 establishment', other: `${count} establishments` }),
  people: ({ count }) => plural(count, { zero: 'nobody', one: '1 person', other: `${count} people` }),
  since: 'Since',
  secondFactor: 'Requires two steps',
  begin: {
    title: 'New merchant',
    name: 'Name of the company',
    email: 'E-mail of its owner',
    how: 'How it begins',
    create: 'Create it now; its owner chooses a password by the link',
    invite: 'Invite: nothing exists before the person accepts',
    submit: 'Make the link',
    made: 'Link for the owner',
    wrong: 'Check this field',
  },
  activity: 'Action log',
  change: {
    activate: 'Activate',
    deactivate: 'Deactivate',
    activateTitle: 'Let the merchant in again',
    deactivateTitle: 'Shut the merchant out',
    activateText: 'People, tokens and keys are valid again.',
    stops: 'What stops now:',
    people: ({ count }) =>
      plural(count, {
        zero: 'nobody loses access',
        one: '1 person cannot log in',
        other: `${count} people cannot log in`,
      }),
    companies: ({ count }) =>
      plural(count, {
        zero: 'no establishment stops selling',
        one: '1 establishment stops selling',
        other: `${count} establishments stop selling`,
      }),
    tokens: ({ count }) =>
      plural(count, { zero: 'no token is refused', one: '1 token is refused', other: `${count} tokens are refused` }),
    keys: ({ count }) =>
      plural(count, {
        zero: 'no API key is refused',
        one: '1 API key is refused',
        other: `${count} API keys are refused`,
      }),
    pending: ({ count }) =>
      plural(count, {
        zero: 'No payment is waiting.',
        one: '1 waiting payment goes on: whoever pays it has paid.',
        other: `${count} waiting payments go on: whoever pays them has paid.`,
      }),
    done: 'Status changed',
  },
  companies: {
    title: 'Establishments',
    none: 'No establishment yet.',
    name: 'Name',
    document: 'CPF or CNPJ',
    tokens: 'Active tokens',
    status: 'Status',
    add: 'New establishment',
    submit: 'Create',
    created: 'Establishment created',
  },
  users: {
    title: 'People',
    none: 'Nobody yet.',
    masked: 'Names and e-mails are hidden until you say why you need them.',
    name: 'Person',
    role: 'Role',
    factor: 'Two steps',
    status: 'Status',
    actions: 'Actions',
    menu: ({ name }) => `Actions of ${name}`,
    reveal: 'Show name and e-mail',
    revealText: 'The person and the reason stay in the action log.',
    resetLink: 'Make a link for a new password',
    resetText: 'Whoever has the link chooses another password. First make sure who is asking.',
    endSessions: 'End the sessions',
    endText: 'The person is logged out everywhere, and logs in again with the password.',
    ended: 'Sessions ended',
    removeFactor: 'Take two steps away',
    removeText: 'For who lost phone and codes. It ends the sessions; first make sure who is asking.',
    removed: 'Two steps taken away',
    made: 'Link for a new password',
  },
} satisfies Messages<typeof ptBr>;
