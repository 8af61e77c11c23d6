import { auditLedger } from '../../src/audit/audit-ledger.ts';
import { checkAcquirer } from './check-acquirer.ts';
import { checkAnswers } from './check-answers.ts';
import { checkBooks } from './check-books.ts';
import { checkEvents, checkStatuses } from './check-events.ts';
import { demand } from './demand.ts';
import { readSnapshot } from './snapshot.ts';
import type { World } from './world.ts';

/** After every group of commands: what must hold at any moment at which nobody is in the middle of something. */
export async function checkMoment({ db }: World): Promise<void> {
  const [row] = await db.look<Record<string, number>>(`SELECT
    (SELECT count(*) FROM (SELECT journal_id FROM ledger_entries GROUP BY journal_id HAVING sum(amount_cents) <> 0) j) AS unbalanced,
    (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries)::bigint AS total,
    (SELECT count(*) FROM payments p WHERE amount_cents < (
      SELECT coalesce(sum(amount_cents), 0) FROM refunds r WHERE r.payment_id = p.id AND status <> 'REFUSED')) AS over_refunded,
    (SELECT count(*) FROM (SELECT payment_id FROM events WHERE payment_id IS NOT NULL GROUP BY payment_id
      HAVING max(sequence) <> count(*) OR min(sequence) <> 1) e) AS gaps`);
  demand('I1 journals and ledger sum to zero', row?.['unbalanced'] === 0 && row['total'] === 0, () => JSON.stringify(row));
  demand('I4 refunds stay within the amount', row?.['over_refunded'] === 0, () => JSON.stringify(row));
  demand('I6 event numbers of a payment have no gap', row?.['gaps'] === 0, () => JSON.stringify(row));
}

/** When the world has come to rest. */
export async function checkEverything(world: World): Promise<void> {
  const { broken } = await auditLedger(world.db.real);
  demand('the audit of the books is clean', broken === null, () => JSON.stringify(broken));
  const snapshot = await readSnapshot(world.db);
  await checkBooks(world, snapshot);
  checkStatuses(snapshot);
  checkEvents(world, snapshot);
  checkAnswers(world, snapshot);
  checkAcquirer(world, snapshot);
}
