import { expect, it } from 'vitest';
import { stateOfAsked } from './asked-audit.rules.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const ASKED = { ended_at: null, checks_held: null, leased_until: null };

it('waits until somebody takes it, and again when they are gone', () => {
  expect(stateOfAsked(ASKED, NOW)).toBe('WAITING');
  expect(stateOfAsked({ ...ASKED, leased_until: at(1) }, NOW)).toBe('RUNNING');
  expect(stateOfAsked({ ...ASKED, leased_until: at(-1) }, NOW)).toBe('WAITING');
});

it('is done with a result, and given up without one', () => {
  expect(stateOfAsked({ ended_at: NOW, checks_held: 0, leased_until: at(9) }, NOW)).toBe('DONE');
  expect(stateOfAsked({ ended_at: NOW, checks_held: null, leased_until: at(9) }, NOW)).toBe('GIVEN_UP');
});
