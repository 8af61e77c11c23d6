import type { Acquirer, Unknown } from './acquirer.ts';
import { aroundCalls, type WithOutcome } from './around-calls.ts';

/** After this many unclear answers in a row, the acquirer is not called for a while. */
const FAILURES_TO_OPEN = 10;
const OPEN_FOR_MS = 3_000;
/** More calls than this at once would only queue up behind each other. */
const MAX_IN_FLIGHT = 200;

/**
 * Stops calling an acquirer that does not answer, which spares us the waiting. While the circuit is open, every call
 * returns `unknown` at once, which every caller must be able to handle anyway. After a pause one call is let through as
 * a probe.
 */
export function withCircuitBreaker(acquirer: Acquirer, realNow: () => Date): Acquirer {
  let failures = 0;
  let openUntilMs = 0;
  let isProbing = false;
  let inFlight = 0;

  const guard = async <Result extends WithOutcome>(call: () => Promise<Result>): Promise<Result | Unknown> => {
    if (inFlight >= MAX_IN_FLIGHT) return { outcome: 'unknown', reason: 'too many calls are under way' };
    const isOpen = failures >= FAILURES_TO_OPEN;
    if (isOpen && (isProbing || realNow().getTime() < openUntilMs))
      return { outcome: 'unknown', reason: 'the circuit is open' };
    if (isOpen) isProbing = true;
    inFlight++;
    try {
      const result = await call();
      failures = result.outcome === 'unknown' ? failures + 1 : 0;
      if (failures >= FAILURES_TO_OPEN) openUntilMs = realNow().getTime() + OPEN_FOR_MS;
      return result;
    } finally {
      inFlight--;
      if (isOpen) isProbing = false;
    }
  };

  return aroundCalls(acquirer, (_operation, call) => guard(call));
}
