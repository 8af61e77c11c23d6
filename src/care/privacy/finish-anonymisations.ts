import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import { workInChunks } from '../../ground/queues/chunks.ts';
import { listUnfinished, removeKeptDocuments } from './anonymisations.sql.ts';
import { wipePayments } from './wipe-payments.ts';

const CUSTOMERS_PER_TURN = 10;
const PAYMENTS_PER_TURN = 1_000;

/** What was left of large customers, and documents that the law no longer asks for. Says whether there is more. */
export async function finishAnonymisations(deps: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const today = saoPauloDateOf(await deps.clock.now());
  const isForgotten = await workInChunks<null>(deps.db, (tx) => removeKeptDocuments(tx, today));
  const unfinished = await listUnfinished(deps.db, CUSTOMERS_PER_TURN);
  for (const { merchantId, customerId } of unfinished)
    await wipePayments(deps, merchantId, customerId, PAYMENTS_PER_TURN);
  return !isForgotten || unfinished.length > 0;
}
