import type { RemessaMovement, RemessaTitle } from './layout/title.rules.ts';
import type { WaitingOrder } from './stored-title.rules.ts';
import { remessaTitleOf } from './title.rules.ts';

/** What waits for the bank and no file can carry. */
export interface SetAside {
  reference: string;
  ourNumber: string;
  movement: RemessaMovement;
  why: string;
}

export interface OrderQueue extends Iterable<RemessaTitle> {
  readonly lastOrderId: number;
  /** Of all that was taken and not set aside. */
  readonly sums: { titles: number; amount_cents: number };
  readonly asides: readonly SetAside[];
  isEmpty(): boolean;
  /** With none it ends. */
  refill(orders: readonly WaitingOrder[]): void;
  /** The one that was taken last is not in the file. */
  setAside(why: string): void;
  /** The ids of the orders that were taken since, without those that were set aside. */
  takeWritten(): number[];
}

/** The writer of lines takes one title at a time and cannot wait: what it takes from is filled between its lines. */
export function orderQueue(): OrderQueue {
  let waiting: WaitingOrder[] = [];
  let written: WaitingOrder[] = [];
  let lastOrderId = 0;
  const sums = { titles: 0, amount_cents: 0 };
  const asides: SetAside[] = [];
  const count = (sign: 1 | -1, { amount_cents }: WaitingOrder) => {
    sums.titles += sign;
    sums.amount_cents += sign * amount_cents;
  };
  return {
    get lastOrderId() {
      return lastOrderId;
    },
    sums,
    asides,
    isEmpty: () => waiting.length === 0,
    refill(orders) {
      waiting = orders.toReversed();
      lastOrderId = orders.at(-1)?.order_id ?? lastOrderId;
    },
    setAside(why) {
      const order = written.pop() as WaitingOrder;
      count(-1, order);
      asides.push({ reference: order.reference, ourNumber: order.our_number, movement: order.movement, why });
    },
    takeWritten() {
      const ids = written.map(({ order_id }) => order_id);
      written = [];
      return ids;
    },
    *[Symbol.iterator]() {
      for (let order = waiting.pop(); order; order = waiting.pop()) {
        written.push(order);
        count(1, order);
        yield remessaTitleOf(order);
      }
    },
  };
}

/** For whoever has to mend it. */
export function lineOfAside({ movement, ourNumber, why }: SetAside): string {
  return `${movement} of ${ourNumber}: ${why}`;
}
