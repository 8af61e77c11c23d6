/** The bank's own time: the real one, moved forward on demand. */
export interface BankClock {
  now: () => Date;
  advance(ms: number): void;
}

export function createClock(): BankClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(ms) {
      aheadMs += ms;
    },
  };
}
