import type { Clock } from '../../../ground/clock.ts';
import { createWindowCounter, type WindowCounter } from '../../../ground/limits/window-counter.ts';
import type { ClaimLimits } from './deliveries.sql.ts';

const MAX_IN_FLIGHT = 2_000;
/** The part of the room that all failing endpoints together may take. */
const MAX_FAILING_IN_FLIGHT = 250;
const MAX_PER_ENDPOINT = 64;
/** How many are claimed at once for an endpoint that has answered well, and for one of which nothing is known yet. */
const CHUNK = 32;
const FIRST_CHUNK = 4;
const FAILING_CHUNK = 1;
/** One claim in this many begins with the failing endpoints. */
const CLAIMS_PER_TURN_OF_FAILING = 16;
/** An endpoint with a delivery unanswered for this long gets no more until it answers. */
const SLOW_MS = 1_000;
/** For how many endpoints the process remembers that they answer well. */
const MAX_PROVEN = 10_000;

interface EndpointLoad {
  merchantId: number;
  count: number;
  oldestAtMs: number;
}

export interface InFlight {
  add(endpointId: number, merchantId: number): void;
  remove(endpointId: number, isDelivered: boolean): void;
  count(): number;
  limits(): ClaimLimits;
  /** Resolves when nothing is under way. */
  isEmpty(): Promise<void>;
}

/**
 * Knows what this process has under way, and how many more deliveries it may claim for whom. `mostPerSecond` bounds
 * what begins for one merchant within a second.
 */
export function createInFlight(clock: Pick<Clock, 'realNow'>, mostPerSecond = Number.POSITIVE_INFINITY): InFlight {
  const loads = new Map<number, EndpointLoad>();
  const begun = createWindowCounter<number>(clock);
  const proven = new Set<number>();
  let total = 0;
  let lastEndpointId = 0;
  let claims = 0;
  let whenEmpty: (() => void)[] = [];

  return {
    add(endpointId, merchantId) {
      const load = loads.get(endpointId);
      if (load) load.count++;
      else loads.set(endpointId, { merchantId, count: 1, oldestAtMs: performance.now() });
      lastEndpointId = endpointId;
      begun.add(merchantId, 1);
      total++;
    },

    remove(endpointId, isDelivered) {
      const load = loads.get(endpointId);
      if (!load) return;
      // The others were sent later than the one that ended. Counting from now is close enough and needs no list.
      load.count--;
      load.oldestAtMs = performance.now();
      if (load.count === 0) loads.delete(endpointId);
      if (isDelivered) proven.add(endpointId);
      else proven.delete(endpointId);
      if (proven.size > MAX_PROVEN) proven.delete(proven.values().next().value as number);
      total--;
      if (total > 0) return;
      for (const resolve of whenEmpty) resolve();
      whenEmpty = [];
    },

    count: () => total,

    limits() {
      const nowMs = performance.now();
      const isBusy = ([id, load]: [number, EndpointLoad]) =>
        load.count > MAX_PER_ENDPOINT - CHUNK ||
        nowMs - load.oldestAtMs > SLOW_MS ||
        (!proven.has(id) && load.count >= FIRST_CHUNK);
      const unproven = [...loads].filter(([id]) => !proven.has(id)).reduce((sum, [, load]) => sum + load.count, 0);
      const roomForFailing = MAX_FAILING_IN_FLIGHT - unproven;
      const failingFirst = roomForFailing > 0 && ++claims % CLAIMS_PER_TURN_OF_FAILING === 0;
      return {
        total: failingFirst ? Math.min(MAX_IN_FLIGHT - total, roomForFailing) : MAX_IN_FLIGHT - total,
        perProvenEndpoint: CHUNK,
        perNewEndpoint: FIRST_CHUNK,
        perFailingEndpoint: FAILING_CHUNK,
        includeFailing: roomForFailing > 0,
        failingFirst,
        lastEndpointId,
        provenEndpointIds: [...proven],
        busyEndpointIds: [...loads].filter(isBusy).map(([id]) => id),
        ...roomsOf(loads, begun, MAX_IN_FLIGHT - total, mostPerSecond),
      };
    },

    isEmpty() {
      if (total === 0) return Promise.resolve();
      return new Promise((resolve) => whenEmpty.push(resolve));
    },
  };
}

/**
 * A merchant gets more only while it has less under way than is still free: one merchant alone gets half of the
 * places, each of two gets a third, and however many want more, a newcomer finds as many free places as each of
 * the others holds.
 */
function roomsOf(
  loads: ReadonlyMap<number, EndpointLoad>,
  begun: WindowCounter<number>,
  free: number,
  mostPerSecond: number,
): Pick<ClaimLimits, 'merchantRooms' | 'roomOfOtherMerchants'> {
  const underWay = new Map<number, number>(begun.keys().map((merchantId) => [merchantId, 0]));
  for (const { merchantId, count } of loads.values()) underWay.set(merchantId, (underWay.get(merchantId) ?? 0) + count);
  // Each place that the merchant takes is one more under way and one less free.
  const roomOf = (count: number, begunNow: number) =>
    Math.max(0, Math.min(Math.ceil((free - count) / 2), mostPerSecond - begunNow));
  return {
    merchantRooms: [...underWay].map(([merchantId, count]) => ({
      merchantId,
      room: roomOf(count, begun.of(merchantId)),
    })),
    roomOfOtherMerchants: roomOf(0, 0),
  };
}
