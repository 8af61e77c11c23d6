import { expect, it } from 'vitest';
import { createLog } from '../../ground/log.ts';
import type { Acquirer } from './acquirer.ts';
import { createAcquirers } from './registry.ts';
import { warnOfCertificates } from './warn-of-certificates.ts';

const NOW = new Date('2026-11-16T12:00:00Z');
const DAY_MS = 86_400_000;

/** What is logged about an acquirer whose certificate ends that many days from now; null: it has none. */
async function linesAbout(daysLeft: number | null): Promise<Record<string, unknown>[]> {
  const certificateEndsAt = daysLeft === null ? {} : { certificateEndsAt: new Date(NOW.getTime() + daysLeft * DAY_MS) };
  const bank = { name: 'banco', timeoutMs: 1, charges: {}, ...certificateEndsAt } as unknown as Acquirer;
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const clock = { now: async () => NOW, realNow: () => NOW, databaseNow: async () => NOW };
  expect(await warnOfCertificates({ acquirers: createAcquirers([bank], clock.realNow, null), clock, log })).toBe(false);
  return lines.map((line) => JSON.parse(line));
}

it.each([
  [29.9, 'ends soon', { level: 40, daysLeft: 29, day: '2026-12-16' }],
  [0.5, 'ends soon', { level: 40, daysLeft: 0, day: '2026-11-17' }],
  [0, 'has ended', { level: 50, day: '2026-11-16' }],
  [-3, 'has ended', { level: 50, day: '2026-11-13' }],
] as const)('a certificate with %d days left: it %s', async (daysLeft, said, fields) => {
  expect(await linesAbout(daysLeft)).toMatchObject([
    { acquirer: 'banco', msg: expect.stringContaining(said), ...fields },
  ]);
});

it.each([[30], [365], [null]])('nothing is said of one with %s days left', async (daysLeft) => {
  expect(await linesAbout(daysLeft)).toEqual([]);
});
