import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holderOf, isAnswerLost, type Payout, type PayoutAction, planOf, stateAfter } from './payout.rules.ts';

const NOW = new Date('2026-11-16T12:00:00Z');
const SENDER = { name: 'Padaria', document: '11222333000181' };
const msOf = ({ at }: { at: Date }) => at.getTime() - NOW.getTime();

function payoutOf(amountCents: number): Payout {
  return {
    reference: 'r',
    payoutId: 'sbxp_1',
    amountCents,
    status: 'PROCESSING',
    reason: null,
    isKeyUnknown: false,
    holder: SENDER,
    endToEndId: null,
    paidAt: null,
    returns: [],
    returnedCents: 0,
    createdAt: NOW,
    next: planOf(amountCents, NOW),
  };
}

function happened(payout: Payout, action: PayoutAction, amountCents: number | null = null): Payout {
  const state = stateAfter(payout, { action, amountCents, id: `id ${payout.returns.length}`, now: NOW });
  if (state === null || typeof state === 'string') throw new Error(`nothing happened: ${state}`);
  return { ...payout, ...state };
}

describe('the cents decide', () => {
  test('each as the guide says', () => {
    const told = [10_001, 10_002, 10_003, 10_004, 10_005, 10_000, 10_006, 10_099, 1, 5].map((cents) => {
      const { step, at } = planOf(cents, NOW);
      return [cents, step, msOf({ at }), isAnswerLost(cents)];
    });
    expect(told).toEqual([
      [10_001, 'fail', 1_000, false],
      [10_002, 'fail', 30_000, false],
      [10_003, 'pay', 2_000, false],
      [10_004, 'pay', 2_000, true],
      [10_005, 'pay', 3_600_000, false],
      [10_000, 'pay', 2_000, false],
      [10_006, 'pay', 2_000, false],
      [10_099, 'pay', 2_000, false],
      [1, 'fail', 1_000, false],
      [5, 'pay', 3_600_000, false],
    ]);
  });

  test('ordinary ones are paid within five seconds, and only ,03 comes back, within ten', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (amountCents) => {
        const payout = payoutOf(amountCents);
        if (![1, 2, 5].includes(amountCents % 100)) {
          expect(payout.next?.step).toBe('pay');
          expect(msOf(payout.next as { at: Date })).toBeLessThan(5_000);
        }
        const { next } = happened(payout, 'pay');
        expect(next?.step).toBe(amountCents % 100 === 3 ? 'return' : undefined);
        if (next) expect(msOf(next)).toBeLessThan(10_000);
      }),
    );
  });
});

describe('what a bank does', () => {
  const doings = fc.array(
    fc.record({
      action: fc.constantFrom<PayoutAction>('pay', 'fail', 'return'),
      amountCents: fc.option(fc.integer({ min: 1, max: 12_000 }), { nil: null }),
    }),
    { maxLength: 8 },
  );

  test('whatever is asked of it, an end is an end, and what came back was sent', () => {
    fc.assert(
      fc.property(doings, (asked) => {
        let payout = payoutOf(10_000);
        for (const { action, amountCents } of asked) {
          const state = stateAfter(payout, { action, amountCents, id: `${payout.returns.length}`, now: NOW });
          if (state === null || typeof state === 'string') continue;
          if (payout.status !== 'PROCESSING') expect(state.status).toBe(payout.status);
          payout = { ...payout, ...state };
          expect(payout.returnedCents).toBe(payout.returns.reduce((sum, { amount }) => sum + amount, 0));
          expect(payout.returnedCents).toBeLessThanOrEqual(payout.amountCents);
          if (payout.returnedCents > 0) expect(payout.status).toBe('PAID');
        }
      }),
    );
  });

  test('the same again changes nothing; the opposite, or more than is left, is told as impossible', () => {
    const again = (payout: Payout, action: PayoutAction, amountCents: number | null = null) =>
      stateAfter(payout, { action, amountCents, id: 'x', now: NOW });
    const paid = happened(payoutOf(10_000), 'pay');
    expect(again(paid, 'pay')).toBeNull();
    expect(again(paid, 'fail')).toEqual(expect.stringContaining('PAID'));
    expect(again(payoutOf(10_000), 'return')).toEqual(expect.stringContaining('PROCESSING'));
    expect(again(paid, 'return', 10_001)).toEqual(expect.stringContaining('10000'));
    const back = happened(paid, 'return');
    expect(back).toMatchObject({ returnedCents: 10_000, next: null });
    expect(again(back, 'return')).toBeNull();
    expect(again(back, 'return', 1)).toEqual(expect.any(String));
  });
});

describe('whose key it is', () => {
  const key = (keyType: string, text: string) => ({ kind: 'pix_key', keyType, key: text }) as const;

  test('a document is its own, an account its holder’s, everything else the sender’s', () => {
    expect(holderOf(key('cnpj', SENDER.document), SENDER, null)).toEqual(SENDER);
    expect(holderOf(key('cpf', '52998224725'), SENDER, null)?.document).toBe('52998224725');
    for (const [type, text] of [
      ['email', 'a@b.example'],
      ['phone', '+5511999999999'],
      ['random', 'x'],
    ] as const)
      expect(holderOf(key(type, text), SENDER, null)).toEqual(SENDER);
    const account = { kind: 'bank_account', holderDocument: '52998224725' } as const;
    expect(holderOf(account, SENDER, null)).toEqual({ name: 'Titular da conta', document: '52998224725' });
  });

  test('two keys of the guide are nobody’s and somebody else’s; so is any key on demand', () => {
    expect(holderOf(key('email', 'desconhecida@vintem.dev'), SENDER, null)).toBeNull();
    expect(holderOf(key('email', 'outro@vintem.dev'), SENDER, null)?.document).not.toBe(SENDER.document);
    expect(holderOf(key('cnpj', SENDER.document), SENDER, 'unknown_key')).toBeNull();
    expect(holderOf(key('cnpj', SENDER.document), SENDER, 'another_holder')?.document).not.toBe(SENDER.document);
  });
});
