import type { ClaimLimits } from './deliveries.sql.ts';

const MAX_IN_FLIGHT = 1_000;
/** Part of the room that failing endpoints may take all together. */
const MAX_FAILING_IN_FLIGHT = 250;
const MAX_PER_ENDPOINT = 64;
/** Claimed at once for an endpoint that has answered before, and for one of which nothing is known yet. */
const CHUNK = 32;
const FIRST_CHUNK = 4;
const FAILING_CHUNK = 1;
/** An endpoint with a delivery unanswered for this long gets no more until it answers. */
const SLOW_MS = 1_000;
/** How many endpoints are remembered to answer well. */
const MAX_PROVEN = 10_000;

interface EndpointLoad {
  count: number;
  oldestAtMs: number;
}

export interface InFlight {
  add(endpointId: number): void;
  remove(endpointId: number, isDelivered: boolean): void;
  limits(): ClaimLimits;
  /** Resolves when nothing is under way. */
  isEmpty(): Promise<void>;
}

/** What this process has under way, and how much more of whom it may take on. */
export function createInFlight(): InFlight {
  const loads = new Map<number, EndpointLoad>();
  const proven = new Set<number>();
  let total = 0;
  let whenEmpty: (() => void)[] = [];

  return {
    add(endpointId) {
      const load = loads.get(endpointId) ?? { count: 0, oldestAtMs: performance.now() };
      loads.set(endpointId, { ...load, count: load.count + 1 });
      total++;
    },

    remove(endpointId, isDelivered) {
      const load = loads.get(endpointId);
      if (!load) return;
      // The others were sent later than the one that is gone; counting from now is close enough and needs no list.
      if (load.count > 1) loads.set(endpointId, { count: load.count - 1, oldestAtMs: performance.now() });
      else loads.delete(endpointId);
      if (isDelivered) proven.add(endpointId);
      else proven.delete(endpointId);
      if (proven.size > MAX_PROVEN) proven.delete(proven.values().next().value as number);
      total--;
      if (total > 0) return;
      for (const resolve of whenEmpty) resolve();
      whenEmpty = [];
    },

    limits() {
      const nowMs = performance.now();
      const isBusy = ([id, load]: [number, EndpointLoad]) =>
        load.count > MAX_PER_ENDPOINT - CHUNK || nowMs - load.oldestAtMs > SLOW_MS || (!proven.has(id) && load.count >= FIRST_CHUNK);
      const unproven = [...loads].filter(([id]) => !proven.has(id)).reduce((sum, [, load]) => sum + load.count, 0);
      return {
        total: MAX_IN_FLIGHT - total,
        perProvenEndpoint: CHUNK,
        perNewEndpoint: FIRST_CHUNK,
        perFailingEndpoint: FAILING_CHUNK,
        includeFailing: unproven < MAX_FAILING_IN_FLIGHT,
        provenEndpointIds: [...proven],
        busyEndpointIds: [...loads].filter(isBusy).map(([id]) => id),
      };
    },

    isEmpty() {
      if (total === 0) return Promise.resolve();
      return new Promise((resolve) => whenEmpty.push(resolve));
    },
  };
}
