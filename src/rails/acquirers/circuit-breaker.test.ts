import { describe, expect, it } from 'vitest';
import type { Acquirer, ChargeRequest, QueryResult, RefundRequest } from './acquirer.ts';
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
  const refunds = { send: query, query };
  const acquirer = withCircuitBreaker(
    { name: 'stand', timeoutMs: 1, charges: { pix: query }, query, cancel: query, refunds } as unknown as Acquirer,
    () => new Date(state.nowMs),
  );
  const charge = { reference: 'r', transactionId: null, endToEndId: null };
  return {
    state,
    ask: () => acquirer.query(charge),
    cancel: () => acquirer.cancel(charge),
    order: () => acquirer.charges.pix?.({ reference: 'r' } as ChargeRequest),
    refund: () => acquirer.refunds?.send({ reference: 'r' } as RefundRequest),
    askAboutRefund: () => acquirer.refunds?.query({ reference: 'r', charge }),
  };
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

  it.each(['answered', 'unreadable'] as const)('an answer that decides nothing is no failure: %s', async (because) => {
    const { state, ask, refund } = stand();
    state.answer = { outcome: 'unknown', because, reason: 'answered 403' };
    for (let i = 0; i < 30; i++) await refund();
    for (let i = 0; i < 30; i++) await ask();
    expect(state.calls).toBe(60);
  });

  it('trouble with refunds stops neither orders nor queries, and so for each of them', async () => {
    for (const failing of ['charges', 'queries', 'refunds'] as const) {
      const { state, ask, order, cancel, refund, askAboutRefund } = stand();
      const calls = { charges: [order, cancel], queries: [ask], refunds: [refund, askAboutRefund] };
      state.answer = UNKNOWN;
      for (let i = 0; i < 20; i++) for (const call of calls[failing]) await call();
      expect(state.calls, failing).toBe(10);
      state.answer = { outcome: 'not_found' };
      for (const [name, others] of Object.entries(calls))
        for (const call of others)
          expect((await call())?.outcome, `${name} while ${failing} fail`).toBe(
            name === failing ? 'unknown' : 'not_found',
          );
    }
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
