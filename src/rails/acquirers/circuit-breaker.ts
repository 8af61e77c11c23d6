import type { AcquirerOperation } from '../../ground/measures.ts';
import type { Acquirer } from './acquirer.ts';
import { aroundCalls, type WithOutcome } from './around-calls.ts';
import type { Unknown } from './unknown.ts';

/** After this many calls in a row without an answer, the acquirer is not called for a while. */
const FAILURES_TO_OPEN = 10;
const OPEN_FOR_MS = 3_000;
/** More calls than this at once would only queue up behind each other. */
const MAX_IN_FLIGHT = 200;

/** What has a circuit, and a number of calls at once, of its own: trouble with refunds must not stop orders. */
export type CallClass = 'charges' | 'queries' | 'refunds' | 'payouts' | 'slips';

const CLASS_OF: Record<AcquirerOperation, CallClass> = {
  'charge-pix': 'charges',
  'charge-invoice': 'charges',
  cancel: 'charges',
  'change-due-date': 'charges',
  'charge-slip-pix': 'slips',
  'query-slip-pix': 'slips',
  'cancel-slip-pix': 'slips',
  'change-slip-pix': 'slips',
  query: 'queries',
  totals: 'queries',
  received: 'queries',
  refund: 'refunds',
  'query-refund': 'refunds',
  payout: 'payouts',
  'query-payout': 'payouts',
  'payout-holder': 'payouts',
  'payouts-sent': 'queries',
};

/**
 * Stops calling an acquirer that does not answer, which spares us the waiting. While a circuit is open, every call of
 * its class returns `unknown` at once, which every caller must be able to handle anyway. After a pause one call is let
 * through as a probe.
 */
export function withCircuitBreaker(
  acquirer: Acquirer,
  realNow: () => Date,
  tellHow: (readOpen: () => CallClass[]) => void = () => {},
): Acquirer {
  const circuits: Record<CallClass, Circuit> = {
    charges: createCircuit(realNow),
    queries: createCircuit(realNow),
    refunds: createCircuit(realNow),
    payouts: createCircuit(realNow),
    slips: createCircuit(realNow),
  };
  const classes = Object.keys(circuits) as CallClass[];
  tellHow(() => classes.filter((name) => circuits[name].isOpen()));
  return aroundCalls(acquirer, (operation, call) => circuits[CLASS_OF[operation]].call(call));
}

interface Circuit {
  call<Result extends WithOutcome>(call: () => Promise<Result>): Promise<Result | Unknown>;
  /** Whether calls are spared for now. */
  isOpen(): boolean;
}

function createCircuit(realNow: () => Date): Circuit {
  let failures = 0;
  let openUntilMs = 0;
  let isProbing = false;
  let inFlight = 0;

  return {
    isOpen: () => failures >= FAILURES_TO_OPEN,
    async call(call) {
      if (inFlight >= MAX_IN_FLIGHT) return { outcome: 'unknown', reason: 'too many calls are under way' };
      const isOpen = failures >= FAILURES_TO_OPEN;
      if (isOpen && (isProbing || realNow().getTime() < openUntilMs))
        return { outcome: 'unknown', reason: 'the circuit is open' };
      if (isOpen) isProbing = true;
      inFlight++;
      try {
        const result = await call();
        failures = isFailure(result) ? failures + 1 : 0;
        if (failures >= FAILURES_TO_OPEN) openUntilMs = realNow().getTime() + OPEN_FOR_MS;
        return result;
      } finally {
        inFlight--;
        if (isOpen) isProbing = false;
      }
    },
  };
}

/** Whoever answers is there, though the answer be "no" or cannot be read. */
function isFailure({ outcome, because }: WithOutcome): boolean {
  return outcome === 'unknown' && because === undefined;
}
