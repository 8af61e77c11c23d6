import { plural } from '../../i18n/plural.ts';
import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './books.pt-br.ts';

export const en = {
  title: 'Audits and seals',
  tabs: { label: 'Audits and seals', audits: 'Audits', seals: 'Seals' },
  audits: {
    empty: 'No audit yet',
    emptyText: 'Every night the books are checked; what comes of it is shown here.',
    night: 'Night',
    result: 'Result',
    checks: 'Checks that held',
    started: 'Began',
    took: 'Took',
    clean: 'No findings',
    findings: ({ count }) => plural(count, { zero: '', one: '1 finding', other: `${count} findings` }),
    running: 'Running',
    broken: ({ check }) => `first at: ${check}`,
  },
  seals: {
    empty: 'No day sealed yet',
    emptyText: 'A day is sealed an hour after it ended. Each seal holds the one before.',
    number: 'Number',
    day: 'Day',
    made: 'Made',
    hash: 'Seal',
  },
} satisfies Messages<typeof ptBr>;
