import { listEntriesOfCause } from '../../books/ledger/ledger.sql.ts';
import { postJournal } from '../../books/ledger/post-journal.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { payoutSubject } from '../../ground/subjects/subject.rules.ts';
import type { ToldEvent } from '../../news/events/event.rules.ts';
import { recordEvents } from '../../news/webhooks/deliveries/record-event.ts';
import type { Payout, PayoutStep } from './payout.ts';
import { undonePayoutJournal } from './payout-journals.rules.ts';
import { payoutCancelled, payoutFailed } from './payouts.events.rules.ts';
import { insertStep, setEnded } from './payouts.sql.ts';

/** What ending a payout needs from outside: an operator's command has no more. */
export type EndDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'poke'>;

export function tellOfPayout(deps: EndDeps, tx: Tx, payout: Payout, event: ToldEvent, at: Date): Promise<void> {
  const about = { subject: payoutSubject(payout.id), merchantId: payout.merchant_id, companyId: payout.company_id };
  return recordEvents(deps, tx, [{ ...about, event }], at);
}

/**
 * It was not sent, or the bank has said that it never will be: amount and fee are given back. The caller holds the
 * lock on its row and has seen that it has not ended.
 */
export async function undoPayout(
  deps: EndDeps,
  tx: Tx,
  payout: Payout,
  end: { status: 'FAILED' | 'CANCELLED'; step: PayoutStep },
): Promise<Payout> {
  const { at, reason } = end.step;
  const journal = undonePayoutJournal(await listEntriesOfCause(tx, { kind: 'payout', id: payout.id }), at);
  const subject = payoutSubject(payout.id);
  await postJournal(tx, { kind: 'payout_undone', id: payout.id, subject, acquirer: payout.acquirer }, journal, at);
  const ended = await setEnded(tx, payout.id, {
    status: end.status,
    at,
    endToEndId: null,
    reason,
    nextCheckAt: null,
  });
  await insertStep(tx, payout.id, end.step);
  const event = end.status === 'FAILED' ? payoutFailed(ended, at, reason ?? '') : payoutCancelled(ended, at, reason);
  await tellOfPayout(deps, tx, ended, event, at);
  return ended;
}
