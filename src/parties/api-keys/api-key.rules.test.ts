import { describe, expect, it } from 'vitest';
import { randomIds } from '../../ground/ids.ts';
import { hintOfKey, holdsKey, isKey, isUsedLongAgo, stateOfKey, tidyScopes } from './api-key.rules.ts';

const key = randomIds().apiKey();
const at = new Date('2026-03-10T12:00:00Z');
const later = (ms: number) => new Date(at.getTime() + ms);

describe('a key', () => {
  it('is known by its shape', () => {
    expect(isKey(key)).toBe(true);
    const others = [
      `${key}0`,
      key.slice(1),
      key.toUpperCase(),
      ` ${key}`,
      `${key}\n`,
      'vk_',
      '',
      'vk_'.padEnd(67, 'g'),
    ];
    expect(others.filter(isKey)).toEqual([]);
  });

  it('is hinted at by its end, which never reads like its beginning', () => {
    expect(hintOfKey(key)).toBe(`…${key.slice(-4)}`);
    expect(holdsKey(hintOfKey(key))).toBe(false);
    expect(holdsKey(`minha ${key}`)).toBe(true);
  });

  it('has each scope once, in one order', () => {
    expect(tidyScopes(['webhooks', 'read', 'webhooks'])).toEqual(['read', 'webhooks']);
  });

  it('expires at its very instant, and revoked is revoked', () => {
    expect(stateOfKey({ revokedAt: null, expiresAt: null }, at)).toBe('ACTIVE');
    expect(stateOfKey({ revokedAt: null, expiresAt: later(1) }, at)).toBe('ACTIVE');
    expect(stateOfKey({ revokedAt: null, expiresAt: at }, at)).toBe('EXPIRED');
    expect(stateOfKey({ revokedAt: at, expiresAt: at }, at)).toBe('REVOKED');
  });

  it('is written down once a minute', () => {
    expect([null, later(-59_999), later(-60_000)].map((used) => isUsedLongAgo(used, at))).toEqual([true, false, true]);
  });
});
