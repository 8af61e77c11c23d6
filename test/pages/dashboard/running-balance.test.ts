import { describe, expect, it } from 'vitest';
import { daysWithBalances } from '../../../web/ledger/running-balance.ts';

describe('a statement on the screen', () => {
  it('shows the balance after every entry, by day', () => {
    const entries = [
      { amount: 100, at: '2026-11-14' },
      { amount: -30, at: '2026-11-14' },
      { amount: 5, at: '2026-11-16' },
    ];
    expect(daysWithBalances(entries, 1_000, ({ at }) => at)).toEqual([
      {
        day: '2026-11-14',
        rows: [
          { entry: entries[0], balance: 1_100 },
          { entry: entries[1], balance: 1_070 },
        ],
      },
      { day: '2026-11-16', rows: [{ entry: entries[2], balance: 1_075 }] },
    ]);
    expect(daysWithBalances([], 5, () => '')).toEqual([]);
  });
});
