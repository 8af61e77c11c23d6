import { expect, it } from 'vitest';
import { whyPending } from './why-pending.rules.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const OPEN = { isIssued: true, createdAt: at(-2), expiresAt: at(1), trouble: null, now: NOW };

it.each([
  ['nobody has paid', {}, 'WAITING_FOR_PAYMENT', at(-2)],
  ['nobody knows whether there is a charge', { isIssued: false }, 'WAITING_FOR_CHARGE', at(-2)],
  ['its time is up', { expiresAt: NOW }, 'WAITING_FOR_LAST_LOOK', NOW],
  ['an answer cannot be read', { trouble: { kind: 'UNREADABLE_ANSWER', since: at(-1) } }, 'UNREADABLE_ANSWER', at(-1)],
  ['trouble before all else', { isIssued: false, trouble: { kind: 'X', since: NOW } }, 'X', NOW],
])('%s', (_what, changes, reason, since) => {
  expect(whyPending({ ...OPEN, ...changes })).toMatchObject({ reason, since });
});
