import type { EventStream } from '../../../ground/streams/event-stream.ts';
import { BankSetupError } from '../../../rails/acquirers/acquirer-kind.ts';
import type { CheckStep } from '../../../rails/acquirers/check-step.rules.ts';

/** Each call of a bank ends by itself after 20 s or less; a check makes several. */
const LONGEST_MS = 60_000;
const STEP = 'step';
const LATE = Symbol('late');

/**
 * Tells the steps of a check as they happen, and how it ended. It stops when nobody listens any more or the time is
 * over; the call that is under way then ends by itself, and only then the work is over.
 */
export async function tellSteps(
  steps: AsyncIterable<CheckStep>,
  stream: EventStream,
  longestMs = LONGEST_MS,
): Promise<void> {
  const iterator = steps[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  const ending = new Promise<typeof LATE>((resolve) => {
    stream.onceClosed(() => resolve(LATE));
    timer = setTimeout(() => {
      stream.tell({ event: STEP, data: { outcome: 'failed', says: `no end after ${longestMs / 1_000} seconds` } });
      stream.end();
      resolve(LATE);
    }, longestMs);
  });
  try {
    for (;;) {
      const first = await Promise.race([iterator.next(), ending]);
      if (first === LATE) return;
      if (first.done) break;
      const { step, says, isWarning } = first.value;
      stream.tell({ event: STEP, data: { outcome: isWarning ? 'warning' : 'good', step, says } });
    }
    stream.tell({ event: STEP, data: { outcome: 'done' } });
  } catch (error) {
    const isTold = error instanceof BankSetupError;
    const says = isTold ? error.message : 'the check broke off; the log says why';
    stream.tell({ event: STEP, data: { outcome: 'failed', says } });
    if (!isTold) throw error;
  } finally {
    clearTimeout(timer);
    stream.end();
    // Waits for the step that is under way.
    await iterator.return?.();
  }
}
