import type { WithOutcome } from '../../rails/acquirers/around-calls.ts';
import type { WatchCall } from '../../rails/acquirers/registry.ts';
import { addCall, type HourOfCalls, sumOfHours, type TimedCalls } from './call-times.rules.ts';

/** How long the acquirers have taken to answer this process, of the last 24 hours. */
export interface CallTimes {
  watchCall: WatchCall;
  /** Null where it was not called. */
  of(acquirer: string): TimedCalls | null;
}

/** Some numbers for each acquirer and hour, in memory: the process that was just started knows little. */
export function createCallTimes(realNow: () => Date): CallTimes {
  const hours = new Map<string, HourOfCalls[]>();
  const note = (acquirer: string, ms: number, isAnswered: boolean) =>
    hours.set(acquirer, addCall(hours.get(acquirer) ?? [], { at: realNow(), ms, isAnswered }));
  return {
    async watchCall(acquirer, _operation, call) {
      const startMs = performance.now();
      try {
        const result = await call();
        note(acquirer, performance.now() - startMs, isAnswer(result));
        return result;
      } catch (error) {
        note(acquirer, performance.now() - startMs, false);
        throw error;
      }
    },
    of: (acquirer) => sumOfHours(hours.get(acquirer) ?? [], realNow()),
  };
}

/** A bank that says something which cannot be read has answered, too, but to nobody's use. */
function isAnswer({ outcome }: WithOutcome): boolean {
  return outcome !== 'unknown';
}
