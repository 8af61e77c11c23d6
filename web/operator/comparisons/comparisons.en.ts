import { plural } from '../../i18n/plural.ts';
import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './comparisons.pt-br.ts';

export const en = {
  title: 'Daily comparison',
  empty: 'No day compared yet',
  emptyText: 'An hour after each day, totals are compared with those of each bank.',
  day: 'Day',
  bank: 'Bank',
  ours: 'Our books',
  theirs: 'The bank says',
  difference: 'Difference',
  state: 'State',
  transaction: 'Transaction',
  made: 'Compared',
  equal: 'Equal',
  different: 'Different',
  asked: 'Compared again soon',
  unknown: ({ count }) => plural(count, { zero: '', one: '1 unknown', other: `${count} unknown` }),
  shown: { label: 'Show', all: 'All', different: 'Only with differences' },
  one: ({ bank, day }) => `${bank}, ${day}`,
  figures: {
    title: 'Totals of the day',
    what: 'What',
    count: 'Payments',
    paid: 'Received',
    refunded: 'Given back',
    payouts: 'Payouts',
    payoutsPaid: 'Payouts, amount',
    unknown: 'Unknown',
    open: 'Divergences open at that time',
  },
  before: { title: 'Earlier comparisons of this day', at: 'Compared', none: 'The figures have never changed.' },
  divergences: { title: 'Divergences', none: 'No divergence of this day.', all: 'See all divergences' },
  receipts: { title: 'Unknown money', none: 'Nothing unknown on this day.' },
  again: {
    act: 'Compare again',
    title: 'Compare this day again',
    text: 'The bank is asked about the whole day once more, for some minutes. The figures of before are kept.',
    action: 'Compare again',
    done: 'The day is compared again soon',
  },
} satisfies Messages<typeof ptBr>;
