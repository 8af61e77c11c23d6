import { auditLedger } from '../../../src/care/audit/audit-ledger.ts';
import { isWaiting } from '../bank/acquirer-charge.ts';
import { demand } from '../demand.ts';
import type { World } from '../world.ts';
import { checkAcquirer, checkCancels, checkGivenUp } from './check-acquirer.ts';
import { checkAnswers, checkKeptAnswers } from './check-answers.ts';
import { checkBoletos } from './check-boletos.ts';
import { checkBooks } from './check-books.ts';
import { checkDays, checkRecentDays } from './check-days.ts';
import { checkEvents, checkFeeds, checkStatuses } from './check-events.ts';
import { checkLost } from './check-lost.ts';
import { checkPayouts, checkSentOnce } from './check-payouts.ts';
import { readSnapshot } from './snapshot.ts';

/** Checked after every group of commands: what must hold whenever no command is running. */
export async function checkMoment(world: World): Promise<void> {
  const { db } = world;
  const [row] = await db.look<Record<string, number>>(`SELECT
    (SELECT count(*) FROM (
      SELECT journal_id FROM ledger_entries GROUP BY journal_id HAVING sum(amount_cents) <> 0) j) AS unbalanced,
    (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries)::bigint AS total,
    (SELECT count(*) FROM payments p WHERE least(amount_cents, paid_cents) < (
      SELECT coalesce(sum(amount_cents), 0) FROM refunds r
      WHERE r.payment_id = p.id AND status <> 'REFUSED')) AS over_refunded,
    (SELECT count(*) FROM (SELECT subject_id FROM events WHERE subject_id IS NOT NULL GROUP BY subject_kind, subject_id
      HAVING max(sequence) <> count(*) OR min(sequence) <> 1) e) AS gaps`);
  demand('I1 journals and ledger sum to zero', row?.['unbalanced'] === 0 && row['total'] === 0, () =>
    JSON.stringify(row),
  );
  demand('I4 refunds stay within the amount', row?.['over_refunded'] === 0, () => JSON.stringify(row));
  demand('I6 event numbers of a payment have no gap', row?.['gaps'] === 0, () => JSON.stringify(row));
  checkSentOnce(world);
  await checkWatched(world);
  await checkKeptAnswers(world);
}

/** Within this time after a failure the safety net looks again at what may still be paid. */
const WATCHED_MS = 20 * 3_600_000;

/** A payment that failed here and can still be paid at the acquirer must be due for another check. */
async function checkWatched({ db, acquirer, clock }: World): Promise<void> {
  const failed = await db.look<{ id: number; reference: string; updated_at: Date; next_check_at: Date | null }>(
    `SELECT p.id, p.reference, p.updated_at, c.next_check_at
     FROM payments p LEFT JOIN payment_checks c ON c.payment_id = p.id WHERE p.status = 3`,
  );
  for (const { id, reference, updated_at, next_check_at } of failed) {
    const charge = acquirer.charges.get(reference);
    const isPayable =
      charge !== undefined && isWaiting(charge) && clock.businessNow().getTime() - updated_at.getTime() < WATCHED_MS;
    demand(
      'a payable charge on a FAILED payment is watched',
      !isPayable || next_check_at !== null,
      () => `payment ${id}, ${reference}`,
    );
  }
}

/** Checked when the world has come to rest. */
export async function checkEverything(world: World): Promise<void> {
  const { broken } = await auditLedger(world.db.real);
  demand('the audit of the books is clean', broken === null, () => JSON.stringify(broken));
  const snapshot = await readSnapshot(world.db);
  checkBoletos(world, snapshot);
  await checkBooks(world, snapshot);
  checkStatuses(snapshot);
  checkEvents(world, snapshot);
  checkFeeds(world, snapshot);
  checkAnswers(world, snapshot);
  checkAcquirer(world, snapshot);
  checkCancels(world, snapshot);
  checkGivenUp(world, snapshot);
  checkDays(world, snapshot);
  checkRecentDays(world, snapshot);
  checkPayouts(world, snapshot);
  await checkLost(world, snapshot);
}
