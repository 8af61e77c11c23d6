import type { Courier } from '../courier.ts';
import { type Deps, describeError } from '../deps.ts';
import { pause } from '../pause.ts';
import { advancePayout } from './change-payout.ts';
import { listPayoutsDue } from './payouts.sql.ts';

const POLL_MS = 500;
const BATCH = 50;

/**
 * Lets happen to payouts what is due by the business clock, which may be moved. In every process that has a sandbox
 * acquirer; each payout is locked by one of them.
 */
export function startAdvancingPayouts(deps: Deps, courier: Courier): { close(): Promise<void> } {
  const closing = new AbortController();

  async function advanceDue(): Promise<boolean> {
    const now = await deps.clock.now();
    const due = await listPayoutsDue(deps.db, now, BATCH);
    for (const reference of due) courier.sendSoon(await advancePayout(deps, reference, now));
    return due.length === BATCH;
  }

  const loop = async () => {
    while (!closing.signal.aborted) {
      const isMore = await advanceDue().catch((error: unknown) => {
        deps.log.error(describeError(error), 'payouts could not be advanced');
        return false;
      });
      if (!isMore) await pause(POLL_MS, closing.signal);
    }
  };
  const looping = loop();
  return {
    async close() {
      closing.abort();
      await looping;
    },
  };
}
