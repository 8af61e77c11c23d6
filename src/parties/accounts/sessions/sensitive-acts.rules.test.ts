import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isAboveThreshold, isSensitive, isSensitiveByToken, SENSITIVE_ACTS } from './sensitive-acts.rules.ts';

const sensitive = (line: string, query = {}) => {
  const [method = '', url = ''] = line.split(' ');
  return isSensitive({ method, url }, query);
};

describe('sensitive acts', () => {
  it('are routes that exist', () => {
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, object> };
    const missing = Object.keys(SENSITIVE_ACTS).filter((line) => {
      const [method = '', url = ''] = line.split(' ');
      return !(method.toLowerCase() in (paths[url.replaceAll(/:(\w+)/g, '{$1}')] ?? {}));
    });
    expect(missing).toEqual([]);
  });

  it('are some always, some only as a file, some by their amount', () => {
    expect(sensitive('POST /api-keys')).toBe(true);
    expect(sensitive('GET /api-keys')).toBe(false);
    expect(sensitive('GET /customers/:id/export')).toBe(true);
    expect(sensitive('HEAD /customers/:id/export')).toBe(true);
    expect(sensitive('GET /transactions')).toBe(false);
    expect(sensitive('GET /transactions', { format: 'json' })).toBe(false);
    // Of a parameter that was given twice a list arrives: it must not slip past.
    for (const format of ['csv', 'excel', ['csv', 'csv']])
      expect(sensitive('GET /transactions', { format })).toBe(true);
    expect(sensitive('POST /payments/pix/refund')).toBe(false);
  });

  it('are some by an old token, too', () => {
    const byToken = { method: 'POST', url: '/companies/:id/destinations' };
    expect([isSensitive(byToken, {}), isSensitiveByToken(byToken)]).toEqual([true, true]);
    expect(isSensitiveByToken({ method: 'POST', url: '/api-keys' })).toBe(false);
    expect(isSensitiveByToken({ method: 'GET', url: byToken.url })).toBe(false);
  });

  it('by their amount are those above the threshold, where there is one', () => {
    expect(isAboveThreshold(1_000_000, null)).toBe(false);
    expect(isAboveThreshold(5_000, 5_000)).toBe(false);
    expect(isAboveThreshold(5_001, 5_000)).toBe(true);
    expect(isAboveThreshold(1, 0)).toBe(true);
  });
});
