import { describe, expect, it } from 'vitest';
import { isFresh, isSeenLongAgo, readAgent } from './session.rules.ts';

const at = new Date('2026-11-15T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(at.getTime() - minutes * 60_000);

describe('sessions', () => {
  it('sensitive acts are for whoever gave the password within ten minutes', () => {
    expect(isFresh({ confirmedAt: minutesAgo(9.9) }, at)).toBe(true);
    expect(isFresh({ confirmedAt: minutesAgo(10) }, at)).toBe(false);
  });

  it('being seen is written once a minute', () => {
    expect(isSeenLongAgo({ lastSeenAt: minutesAgo(0.9) }, at)).toBe(false);
    expect(isSeenLongAgo({ lastSeenAt: minutesAgo(1) }, at)).toBe(true);
  });

  it('what a browser calls itself becomes one short line', () => {
    expect(readAgent(undefined)).toBe('');
    expect(readAgent('Firefox\u0000\n\u202e/1 ção')).toBe('Firefox/1 o');
    expect(readAgent('x'.repeat(500))).toHaveLength(200);
  });
});
