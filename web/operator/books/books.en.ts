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
  run: {
    title: 'Audit now',
    text: 'A process in the background recomputes all of the books, one audit at a time.',
    ask: 'Audit now',
    asked: ({ name }) => `Asked for by ${name}`,
    waiting: 'Waiting for a process that works in the background…',
    progress: 'Progress of the audit',
    check: ({ number, of }) => `Check ${number} of ${of}:`,
    clean: ({ count }) => `The books hold: ${count} checks`,
    broken: ({ count }) => plural(count, { zero: '', one: '1 finding', other: `${count} findings` }),
    givenUp: 'It did not come to its end; look into the log of the service',
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
