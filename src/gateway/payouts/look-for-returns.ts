import type { Deps } from '../../ground/deps.ts';
import { finishAll } from '../../ground/queues/finish-all.ts';
import type { AcquirerPayout } from '../../rails/acquirers/payout.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import type { Payout } from './payout.ts';
import { nextReturnLookAt } from './payout-outcome.rules.ts';
import { claimPayoutsDue, findPayout, reschedulePayout } from './payouts.sql.ts';
import { settlePayout } from './settle-payout.ts';

/** What was paid may come back days later. Apart from sending, which waits for no look at what is over. */
export async function lookForReturns(deps: Deps & WithAcquirers): Promise<boolean> {
  const now = await deps.clock.now();
  const claimed = await claimPayoutsDue(deps.db, 'paid', { now, realNow: deps.clock.realNow() });
  await finishAll(claimed.map((id) => lookAt(deps, id, now)));
  return claimed.length > 0;
}

async function lookAt(deps: Deps & WithAcquirers, payoutId: number, now: Date): Promise<void> {
  const payout = await findPayout(deps.db, payoutId);
  if (!payout) return;
  const answer = await deps.acquirers.find(payout.acquirer)?.payouts?.query({ reference: payout.reference });
  const isNews = answer && !(answer.outcome === 'found' && isAsKnown(payout, answer.payout));
  const { status, settled_at } = isNews ? await settlePayout(deps, payoutId, answer) : payout;
  if (status === 'PAID' && settled_at) await reschedulePayout(deps.db, payoutId, nextReturnLookAt(settled_at, now));
}

/** Most looks find nothing, and lock nothing: paid there as here, and nothing came back. */
function isAsKnown(payout: Payout, told: AcquirerPayout): boolean {
  return payout.status === 'PAID' && told.status === 'PAID' && told.returns.length === 0;
}
