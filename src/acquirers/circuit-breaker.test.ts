import { describe, expect, it } from 'vitest';
import type { Acquirer, QueryResult } from './acquirer.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';

/** An acquirer that answers what the test says and counts how often it was called. */
function stand() {
  const state = {
    calls: 0,
    nowMs: 0,
    answer: { outcome: 'not_found' } as QueryResult,
    pending: [] as (() => void)[],
    isHanging: false,
  };
  const query = async (): Promise<QueryResult> => {
    state.calls++;
    if (state.isHanging) await new Promise<void>((resolve) => state.pending.push(resolve));
    return state.answer;
  };
  const acquirer = withCircuitBreaker(
    { name: 'stand', timeoutMs: 1, charges: {}, query } as unknown as Acquirer,
    () => new Date(state.nowMs),
  );
  return { state, ask: () => acquirer.query({ reference: 'r', transactionId: null, endToEndId: null }) };
}

const UNKNOWN: QueryResult = { outcome: 'unknown', reason: 'silence' };

describe('the circuit breaker', () => {
  it('lets clear answers through, "not found" included, however many', async () => {
    const { state, ask } = stand();
    for (let i = 0; i < 50; i++) expect((await ask()).outcome).toBe('not_found');
    expect(state.calls).toBe(50);
  });

  it('opens after ten unclear answers in a row and then asks nobody', async () => {
    const { state, ask } = stand();
    state.answer = UNKNOWN;
    for (let i = 0; i < 30; i++) expect((await ask()).outcome).toBe('unknown');
    expect(state.calls).toBe(10);
  });

  it('counts only unclear answers in a row', async () => {
    const { state, ask } = stand();
    for (let i = 0; i < 30; i++) {
      state.answer = i % 5 === 0 ? { outcome: 'not_found' } : UNKNOWN;
      await ask();
    }
    expect(state.calls).toBe(30);
  });

  it('lets one call through after the pause, and closes when it is answered', async () => {
    const { state, ask } = stand();
    state.answer = UNKNOWN;
    for (let i = 0; i < 10; i++) await ask();
    state.nowMs = 3_001;
    state.isHanging = true;
    const probe = ask();
    expect(await ask()).toEqual({ outcome: 'unknown', reason: 'the circuit is open' });
    expect(state.calls).toBe(11);
    state.answer = { outcome: 'not_found' };
    state.isHanging = false;
    for (const resolve of state.pending) resolve();
    expect((await probe).outcome).toBe('not_found');
    expect((await ask()).outcome).toBe('not_found');
    expect(state.calls).toBe(12);
  });

  it('opens again when the probe is not answered', async () => {
    const { state, ask } = stand();
    state.answer = UNKNOWN;
    for (let i = 0; i < 10; i++) await ask();
    state.nowMs = 3_001;
    await ask();
    await ask();
    expect(state.calls).toBe(11);
  });

  it('turns calls away when too many are under way', async () => {
    const { state, ask } = stand();
    state.isHanging = true;
    const waiting = Array.from({ length: 200 }, ask);
    expect(await ask()).toEqual({ outcome: 'unknown', reason: 'too many calls are under way' });
    for (const resolve of state.pending) resolve();
    await Promise.all(waiting);
    state.isHanging = false;
    expect((await ask()).outcome).toBe('not_found');
  });
});
