import { describe, expect, it } from 'vitest';
import type { Acquirer } from './acquirer.ts';
import { createAcquirers } from './registry.ts';

const CHARGE = { reference: 'r', transactionId: null, endToEndId: null };
const SILENCE = { outcome: 'unknown', reason: 'silence' } as const;

function adapter(name: string, changes: Partial<Acquirer> = {}): Acquirer {
  const notFound = async () => ({ outcome: 'not_found' }) as const;
  return { name, timeoutMs: 1_000, charges: {}, query: notFound, cancel: notFound, ping: async () => true, ...changes };
}

const registryOf = (...adapters: Acquirer[]) => createAcquirers(adapters, () => new Date(0), null);

describe('the registry of acquirers', () => {
  it('finds them by name and by payment, and nobody for another name', async () => {
    const acquirers = registryOf(adapter('one'), adapter('two', { query: async () => SILENCE }));
    expect(acquirers.list().map(({ name }) => name)).toEqual(['one', 'two']);
    expect(await acquirers.find('one')?.query(CHARGE)).toEqual({ outcome: 'not_found' });
    expect(await acquirers.ofPayment({ acquirer: 'two', pix_acquirer: null, received_by: null }).query(CHARGE)).toEqual(
      SILENCE,
    );
    for (const name of ['three', '', 'constructor', '__proto__']) expect(acquirers.find(name)).toBeNull();
  });

  it('answers "unknown" to every question about a payment of an acquirer that is not here', async () => {
    const { query, cancel, charges, refunds } = registryOf().ofPayment({
      acquirer: 'gone',
      pix_acquirer: null,
      received_by: null,
    });
    const unknown = { outcome: 'unknown', reason: expect.stringContaining('gone') };
    expect(await query(CHARGE)).toEqual(unknown);
    expect(await cancel(CHARGE)).toEqual(unknown);
    expect(await charges.pix?.({} as never)).toEqual(unknown);
    expect(await refunds?.query({ reference: 'd', charge: CHARGE })).toEqual(unknown);
  });

  it('gives each a circuit of its own', async () => {
    let asked = 0;
    const away = adapter('away', {
      query: async () => {
        asked++;
        return SILENCE;
      },
    });
    const acquirers = registryOf(away, adapter('here'));
    for (let i = 0; i < 30; i++) await acquirers.find('away')?.query(CHARGE);
    expect(asked).toBe(10);
    expect(await acquirers.find('here')?.query(CHARGE)).toEqual({ outcome: 'not_found' });
  });

  it('leaves absent what an adapter does not have, and keeps what it has', () => {
    const [bare] = registryOf(adapter('bare')).list();
    expect(Object.keys(bare ?? {}).sort()).toEqual(['cancel', 'charges', 'name', 'ping', 'query', 'timeoutMs']);
    expect(bare?.charges).toEqual({});
    const refunds = { send: async () => SILENCE, query: async () => SILENCE };
    const [rich] = registryOf(
      adapter('rich', {
        charges: { pix: async () => SILENCE },
        refunds,
        totals: async () => SILENCE,
        readNotification: () => ({ ok: false, reason: '' }),
      }),
    ).list();
    expect(rich).toMatchObject({
      refunds: { send: expect.any(Function), query: expect.any(Function) },
      totals: expect.any(Function),
    });
    expect(Object.keys(rich?.charges ?? {})).toEqual(['pix']);
  });

  it('knows the longest that any of them may take', () => {
    expect(registryOf(adapter('one'), adapter('two', { timeoutMs: 20_000 })).longestTimeoutMs()).toBe(20_000);
    expect(registryOf().longestTimeoutMs()).toBe(0);
  });

  it.each([
    ['two of one name', [adapter('one'), adapter('one')]],
    ['a name that is no part of an address', [adapter('Bank/B')]],
    ['one that may take longer than a payment is leased', [adapter('slow', { timeoutMs: 30_000 })]],
  ])('refuses %s', (_, adapters) => {
    expect(() => registryOf(...adapters)).toThrow();
  });
});
