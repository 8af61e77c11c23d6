import type { Db, DbPool } from '../../ground/db/pool.ts';
import { withSnapshot } from '../../ground/db/transaction.ts';
import { readBookedPayments } from './booked-payments.sql.ts';
import { CHECKPOINT_CHECK } from './checkpoints.sql.ts';
import { COUNT_CHECKS } from './counts.sql.ts';
import { findBrokenSeals } from './find-broken-seals.ts';
import { AUDIT_CHECKS, type AuditCheck, findBreaks, MAX_BREAKS } from './ledger-checks.sql.ts';
import { LEDGER_DAY_CHECKS } from './ledger-days.sql.ts';
import { PAYMENT_DAY_CHECK } from './payment-days.sql.ts';
import { PAYOUT_CHECKS } from './payout-checks.sql.ts';
import { type Miscalculation, recomputePayment } from './recompute.rules.ts';
import { findLatestSeal, type Seal } from './seals.sql.ts';
import { DIVERGENCE_EVENT_CHECK, TRACE_CHECKS } from './traces.sql.ts';

interface Check {
  name: string;
  /** What is broken, at most `MAX_BREAKS` of it, with enough to find it again. */
  find: (snapshot: Db) => Promise<Record<string, unknown>[]>;
}

/** Everything that must hold, recomputed from the raw rows. */
const CHECKS: readonly Check[] = [
  ...[...AUDIT_CHECKS, ...PAYOUT_CHECKS, ...TRACE_CHECKS, DIVERGENCE_EVENT_CHECK].map(checkBySql),
  {
    name: 'every approval and refund is what the rules make of it, to the cent and to the value date',
    find: findMiscalculations,
  },
  { name: 'what was sealed is still there, as it was', find: (snapshot) => findBrokenSeals(snapshot, MAX_BREAKS) },
  ...[CHECKPOINT_CHECK, ...LEDGER_DAY_CHECKS].map(checkBySql),
  // Last: whoever erases a payment breaks a count as well, and what happened to the payment says more.
  ...[...COUNT_CHECKS, PAYMENT_DAY_CHECK].map(checkBySql),
];

function checkBySql(check: AuditCheck): Check {
  return { name: check.name, find: (snapshot) => findBreaks(snapshot, check) };
}

export const CHECK_NAMES: readonly string[] = CHECKS.map(({ name }) => name);

export interface AuditResult {
  /** The checks that held, in order. */
  held: string[];
  /** The first that did not, with examples; null when all hold. */
  broken: { name: string; rows: Record<string, unknown>[] } | null;
  /** What is written after the newest seal can still be erased without a trace. */
  latestSeal: Seal | null;
}

/**
 * Recomputes every invariant of the books from the raw rows, all on one snapshot, and stops at the first that is
 * broken. The snapshot writes nothing and so holds up neither checkpoints nor the feed, only the cleaning up of rows
 * that were changed since. `guard` may stand between the checks and the snapshot.
 */
export async function auditLedger(
  db: DbPool,
  {
    onCheck = () => {},
    guard = async (snapshot) => snapshot,
  }: { onCheck?: (name: string, number: number) => void; guard?: (snapshot: Db) => Promise<Db> } = {},
): Promise<AuditResult> {
  return withSnapshot(db, async (ownSnapshot) => {
    const snapshot = await guard(ownSnapshot);
    const latestSeal = await findLatestSeal(snapshot);
    const held: string[] = [];
    for (const { name, find } of CHECKS) {
      onCheck(name, held.length + 1);
      const rows = await find(snapshot);
      if (rows.length > 0) return { held, broken: { name, rows }, latestSeal };
      held.push(name);
    }
    return { held, broken: null, latestSeal };
  });
}

async function findMiscalculations(snapshot: Db): Promise<Miscalculation[]> {
  const found: Miscalculation[] = [];
  for (let lastId = 0; found.length < MAX_BREAKS; ) {
    const payments = await readBookedPayments(snapshot, lastId);
    const last = payments.at(-1);
    if (!last) break;
    found.push(...payments.flatMap(recomputePayment));
    lastId = last.id;
  }
  return found.slice(0, MAX_BREAKS);
}
