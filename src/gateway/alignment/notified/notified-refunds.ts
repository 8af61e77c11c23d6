import type { Db } from '../../../ground/db/pool.ts';
import { findPayments } from '../../payments/payments.sql.ts';
import { makeReturnLookDue } from '../../refunds/by-rail/by-rail.sql.ts';
import { findRefundsByReference, makeRefundsDue, type Refund } from '../../refunds/refunds.sql.ts';
import type { Notified, NotifiedDeps, Told } from './notified.ts';

/** By the refund's own reference; most acquirers name the charge instead. */
export async function findNotifiedRefunds(db: Db, references: readonly string[]): Promise<Map<string, Notified>> {
  const refunds = await findRefundsByReference(db, references);
  if (refunds.length === 0) return new Map();
  const payments = await findPayments(
    db,
    refunds.map(({ payment_id }) => payment_id),
  );
  return new Map(
    refunds.flatMap((refund): [string, Notified][] => {
      const payment = payments.get(refund.payment_id);
      if (!payment) return [];
      const ask = (deps: NotifiedDeps, at: Date) => askSoon(deps, refund, at);
      return [[refund.reference, { acquirers: [refund.way_acquirer ?? payment.acquirer], paymentId: payment.id, ask }]];
    }),
  );
}

/** Whoever asks about a refund may have to send it again, and holds its lease: that is the job's work. */
async function askSoon(deps: NotifiedDeps, refund: Refund, at: Date): Promise<Told> {
  if (refund.status === 'REFUNDED' && refund.way_acquirer !== null) {
    await makeReturnLookDue(deps.db, refund.id, at);
    deps.poke('check-refunds');
    return 'nothing new';
  }
  if (refund.status !== 'PROCESSING') return 'news';
  await makeRefundsDue(deps.db, refund.payment_id, at);
  deps.poke('check-refunds');
  // Looked at again while it is under way: the reads of the bank may be behind its news.
  return 'nothing new';
}
