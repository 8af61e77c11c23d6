import { expect, it } from 'vitest';
import { auditNightAt } from './audit-time.rules.ts';

const AT = { hour: 3, minute: 30 };
const LATE = { hour: 23, minute: 0 };

// São Paulo is three hours behind UTC.
it.each<[string, string, typeof AT, string | null]>([
  ['a minute before', '2026-03-10T06:29:59.999Z', AT, null],
  ['on the minute', '2026-03-10T06:30:00.000Z', AT, '2026-03-10'],
  ['within six hours', '2026-03-10T12:29:59.999Z', AT, '2026-03-10'],
  ['after six hours', '2026-03-10T12:30:00.000Z', AT, null],
  ['past midnight, of the evening before', '2026-03-11T04:00:00.000Z', LATE, '2026-03-10'],
])('the night that is due: %s', (_, now, at, night) => {
  expect(auditNightAt(new Date(now), at)?.night ?? null).toBe(night);
});
