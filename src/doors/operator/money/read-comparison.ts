import { findComparison, type ListedComparison } from '../../../gateway/alignment/comparisons/all-comparisons.sql.ts';
import { searchReceipts } from '../../../gateway/alignment/receipts/all-receipts.sql.ts';
import type { ComparedFigures } from '../../../gateway/alignment/reconciliation.sql.ts';
import { listDivergencesOfDay } from '../../../gateway/divergences/all-divergences.sql.ts';
import { findPayoutComparison } from '../../../gateway/payouts/all-payouts.sql.ts';
import { addDays, startOfSaoPauloDay } from '../../../ground/brazil/calendar.rules.ts';
import type { WithLists } from '../../../ground/db/lagging-reads.ts';
import { ApiError } from '../../../ground/errors.ts';
import { ofAll } from './divergences.wire.ts';
import { listedReceipt } from './read-receipt.ts';

const MOST = 100;

/** A day as it was compared, with what disagrees about it; nobody is asked. */
export async function readComparison({ listsDb: db }: WithLists, { acquirer, day }: { acquirer: string; day: string }) {
  const report = await findComparison(db, acquirer, day);
  if (!report) throw new ApiError('COMPARISON_NOT_FOUND', `${day} was never compared with ${acquirer}`);
  const [from, to, seenUntil] = [0, 1, 2].map((days) => startOfSaoPauloDay(addDays(day, days))) as [Date, Date, Date];
  const [payouts, divergences, receipts] = await Promise.all([
    findPayoutComparison(db, acquirer, day),
    listDivergencesOfDay(db, acquirer, { from, to, seenUntil }, MOST),
    searchReceipts(db, { acquirer, day }, { page: 1, limit: MOST }),
  ]);
  return {
    ...listedComparison(report),
    before: report.before.map(figuresOf),
    payouts: payouts && {
      ours: { count: payouts.our_count, amount: payouts.our_cents },
      acquirer: { count: payouts.bank_count, amount: payouts.bank_cents },
      made_at: payouts.made_at.toISOString(),
    },
    divergences: divergences.map(ofAll),
    receipts: receipts.rows.map(listedReceipt),
  };
}

export function listedComparison(report: ListedComparison) {
  return { name: report.acquirer, day: report.day, ...figuresOf(report), is_asked: report.is_asked };
}

function figuresOf(report: ComparedFigures) {
  const ours = { count: report.our_count, paid: report.our_paid_cents, refunded: report.our_refunded_cents };
  const acquirer = {
    count: report.acquirer_count,
    paid: report.acquirer_paid_cents,
    refunded: report.acquirer_refunded_cents,
  };
  const keys = ['count', 'paid', 'refunded'] as const;
  return {
    ours,
    acquirer,
    is_different: keys.some((key) => ours[key] !== acquirer[key]),
    unknown: { count: report.unknown_count, amount: report.unknown_cents },
    open_divergences: report.open_divergences,
    made_at: report.made_at.toISOString(),
  };
}
