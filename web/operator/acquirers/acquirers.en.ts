import { plural } from '../../i18n/plural.ts';
import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './acquirers.pt-br.ts';

export const en = {
  title: 'Acquirers',
  again: 'Look again',
  empty: 'No bank yet',
  emptyText: 'Whoever has the machine sets one up with vintem acquirer set.',
  states: { answers: 'Answers', silent: 'Does not answer', unusable: 'Cannot be used', spared: 'Spared for now' },
  kind: 'Kind',
  sandbox: 'the sandbox’s own',
  changed: 'Set up',
  does: 'What it does',
  charges: { pix: 'charges PIX', invoice: 'charges boletos' },
  refunds: 'refunds',
  payouts: 'pays out',
  companies: 'Charges for',
  companyCount: ({ count }) =>
    plural(count, { zero: 'no establishment', one: '1 establishment', other: `${count} establishments` }),
  certificate: 'Certificate',
  validUntil: ({ date, days }) =>
    `valid until ${date}, ${plural(days, { zero: 'ends today', one: '1 day left', other: `${days} days left` })}`,
  ended: ({ date }) => `ended on ${date}`,
  unreadable: 'could not be read',
  noCertificate: 'none used',
  spared: 'Calls that are spared',
  calls: 'Calls in 24 h',
  unanswered: ({ count }) => plural(count, { zero: 'all answered', one: '1 unanswered', other: `${count} unanswered` }),
  response: 'Response',
  responseOf: ({ half, most }) => `half within ${half}, 95 % within ${most}`,
  slow: 'more than 25 s',
  none: 'none',
  compared: 'Last day compared',
} satisfies Messages<typeof ptBr>;
