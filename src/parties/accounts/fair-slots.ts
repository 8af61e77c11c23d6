/** Whose account a check is for, and from which address it was asked. */
export interface Asker {
  account: string;
  address: string;
}

interface Waiter extends Asker {
  start(): void;
  turnAway(): void;
}

/** By account, then by address; both maps are ordered by who has the next turn. */
type Turns = Map<string, Map<string, Waiter[]>>;

export class TooManyWaiting extends Error {}

export interface FairSlots {
  run<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Hands out a few slots for costly work. An account has at most one slot; waiting accounts take turns, and so do
 * the addresses within an account. When too many wait, the largest crowd loses one: a flood turns itself away,
 * not the others.
 */
export function createFairSlots(limits: { slots: number; maxWaiting: number }): FairSlots {
  /** The accounts that have a slot. While a slot is free, everybody who waits is waiting for one of these accounts. */
  const running = new Set<string>();
  const waiting: Turns = new Map();

  const allWaiting = () => [...waiting.values()].flatMap((addresses) => [...addresses.values()].flat());

  const wait = (asker: Asker) =>
    new Promise<void>((resolve, reject) => {
      const waiter = { ...asker, start: resolve, turnAway: () => reject(new TooManyWaiting()) };
      const others = allWaiting();
      const surplus = others.length < limits.maxWaiting ? null : lastOfLargestCrowd([...others, waiter]);
      if (surplus === waiter) return waiter.turnAway();
      enqueue(waiting, waiter);
      if (!surplus) return;
      dequeue(waiting, surplus);
      surplus.turnAway();
    });

  const release = (account: string) => {
    running.delete(account);
    const next = takeNext(waiting, running);
    if (!next) return;
    running.add(next.account);
    next.start();
  };

  return {
    async run(asker, work) {
      if (running.size < limits.slots && !running.has(asker.account)) running.add(asker.account);
      else await wait(asker);
      try {
        return await work();
      } finally {
        release(asker.account);
      }
    },
  };
}

function enqueue(turns: Turns, waiter: Waiter): void {
  const addresses = turns.get(waiter.account) ?? new Map<string, Waiter[]>();
  turns.set(waiter.account, addresses);
  addresses.set(waiter.address, [...(addresses.get(waiter.address) ?? []), waiter]);
}

function dequeue(turns: Turns, waiter: Waiter): void {
  const addresses = turns.get(waiter.account) as Map<string, Waiter[]>;
  const left = (addresses.get(waiter.address) as Waiter[]).filter((other) => other !== waiter);
  if (left.length > 0) addresses.set(waiter.address, left);
  else addresses.delete(waiter.address);
  if (addresses.size === 0) turns.delete(waiter.account);
}

/** Takes the first whose account has no slot, and moves its account and its address to the end of their lines. */
function takeNext(turns: Turns, running: ReadonlySet<string>): Waiter | null {
  for (const [account, addresses] of turns) {
    if (running.has(account)) continue;
    const [address, [next]] = addresses.entries().next().value as [string, [Waiter]];
    dequeue(turns, next);
    moveToEnd(addresses, address);
    moveToEnd(turns, account);
    return next;
  }
  return null;
}

function moveToEnd<Value>(line: Map<string, Value>, key: string): void {
  const value = line.get(key);
  if (value === undefined) return;
  line.delete(key);
  line.set(key, value);
}

/** A crowd shares an account or an address. The larger of the two crowds loses one, from its larger part. */
function lastOfLargestCrowd(waiters: readonly Waiter[]): Waiter {
  const ofAccount = largestGroup(waiters, ({ account }) => account);
  const ofAddress = largestGroup(waiters, ({ address }) => address);
  const part =
    ofAccount.length >= ofAddress.length
      ? largestGroup(ofAccount, ({ address }) => address)
      : largestGroup(ofAddress, ({ account }) => account);
  return part.at(-1) as Waiter;
}

/** Of equal ones it takes the last: where all are alike, the newcomer is the one that does not fit. */
function largestGroup(waiters: readonly Waiter[], keyOf: (waiter: Waiter) => string): Waiter[] {
  const groups = new Map<string, Waiter[]>();
  for (const waiter of waiters) {
    const group = groups.get(keyOf(waiter));
    if (group) group.push(waiter);
    else groups.set(keyOf(waiter), [waiter]);
  }
  return [...groups.values()].reduce((largest, group) => (group.length >= largest.length ? group : largest));
}
