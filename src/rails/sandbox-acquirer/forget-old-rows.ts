import { withTransaction } from '../../ground/db/transaction.ts';
import { workInChunks } from '../../ground/queues/chunks.ts';
import { type Deps, describeError } from './deps.ts';
import { removeOldestCharges, removeOldestNotifications, removeOldFaults } from './old-rows.sql.ts';
import { pause } from './pause.ts';
import { removeOldestPayouts } from './payouts/payouts.sql.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EVERY_MS = 60_000;
/** Nobody waits for it, and whoever waits for the start is served first. */
const FIRST_AFTER_MS = 10_000;

/** What is over for so many days of real time, whatever the sandbox's clock says. Says whether there is more. */
export async function forgetOldRows({ db }: Pick<Deps, 'db'>, keptDays: number): Promise<boolean> {
  const before = new Date(Date.now() - keptDays * DAY_MS);
  const areChargesGone = await workInChunks<Date>(db, (tx, from) => removeOldestCharges(tx, from, before));
  const arePayoutsGone = await workInChunks<Date>(db, (tx, from) => removeOldestPayouts(tx, from, before));
  const areNotificationsGone = await workInChunks<number>(db, (tx, after) =>
    removeOldestNotifications(tx, after, before),
  );
  await withTransaction(db, (tx) => removeOldFaults(tx, before));
  return !(areChargesGone && arePayoutsGone && areNotificationsGone);
}

/** Again and again, in every process that has a sandbox acquirer; each takes rows that no other has. */
export function startForgetting(deps: Deps, keptDays: number): { close(): Promise<void> } {
  const closing = new AbortController();
  const loop = async () => {
    await pause(FIRST_AFTER_MS, closing.signal);
    while (!closing.signal.aborted) {
      const isMore = await forgetOldRows(deps, keptDays).catch((error: unknown) => {
        deps.log.error(describeError(error), 'old rows could not be removed');
        return false;
      });
      if (!isMore) await pause(EVERY_MS, closing.signal);
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
