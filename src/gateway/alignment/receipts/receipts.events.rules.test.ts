import { expect, it } from 'vitest';
import { receiptUnknown } from './receipts.events.rules.ts';

it('receipt.unknown tells bank, day, how many and how much', () => {
  expect(receiptUnknown({ acquirer: 'banco', day: '2026-03-01', count: 2, cents: 1_554 })).toEqual({
    kind: 'receipt.unknown',
    facts: { acquirer: 'banco', day: '2026-03-01', count: 2, amount: 1_554 },
  });
});
