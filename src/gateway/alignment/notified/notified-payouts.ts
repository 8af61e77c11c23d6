import type { Db } from '../../../ground/db/pool.ts';
import type { Payout } from '../../payouts/payout.ts';
import { findPayoutsByReference } from '../../payouts/payouts.sql.ts';
import { settlePayout } from '../../payouts/settle-payout.ts';
import type { Notified, NotifiedDeps, Told } from './notified.ts';

export async function findNotifiedPayouts(db: Db, references: readonly string[]): Promise<Map<string, Notified>> {
  const payouts = await findPayoutsByReference(db, references);
  return new Map(
    payouts.map((payout) => [
      payout.reference,
      { acquirers: [payout.acquirer], paymentId: null, ask: (deps) => askAboutPayout(deps, payout) },
    ]),
  );
}

/** It is only asked about: whether it is sent again is for the one who holds its lease. */
async function askAboutPayout(deps: NotifiedDeps, payout: Payout): Promise<Told> {
  if (payout.sends === 0) {
    deps.log.warn({ payoutId: payout.id, status: payout.status }, 'notified about a payout that was never sent');
    return 'nothing of ours';
  }
  const rail = deps.acquirers.find(payout.acquirer)?.payouts;
  if (!rail) return 'nothing yet';
  const answer = await rail.query({ reference: payout.reference });
  if (answer.outcome !== 'found') {
    deps.log.warn({ payoutId: payout.id, outcome: answer.outcome }, 'notified, but the bank did not tell');
    // What the bank does not know now is no news, and is looked at again: its reads may be behind.
    return answer.outcome === 'not_found' ? 'nothing new' : 'nothing yet';
  }
  const settled = await settlePayout(deps, payout.id, answer);
  const isNews = settled.status !== payout.status || settled.returned_cents !== payout.returned_cents;
  return isNews ? 'news' : 'nothing new';
}
