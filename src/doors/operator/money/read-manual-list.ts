import { listPayoutsById } from '../../../gateway/payouts/all-payouts.sql.ts';
import { findPayoutsByReference } from '../../../gateway/payouts/payouts.sql.ts';
import { findRefundsByReference } from '../../../gateway/refunds/refunds.sql.ts';
import type { WithLists } from '../../../ground/db/lagging-reads.ts';
import { ApiError } from '../../../ground/errors.ts';
import { readList } from '../../../rails/manual-payouts/lists.sql.ts';

/** What is in a list that somebody pays by hand, and how each ended. */
export async function readManualList({ listsDb: db }: WithLists, acquirer: string, number: number) {
  const listed = await readList(db, acquirer, number);
  if (listed.length === 0) throw new ApiError('PAYOUT_NOT_FOUND', `${acquirer} has no list ${number}`);
  const references = listed.map(({ reference }) => reference);
  const [payouts, refunds] = await Promise.all([
    findPayoutsByReference(db, references),
    findRefundsByReference(db, references),
  ]);
  const shown = await listPayoutsById(
    db,
    payouts.map(({ id }) => id),
  );
  return {
    acquirer,
    number,
    lines: listed.map(({ reference, amount_cents: amount }) => {
      const payout = shown.find((one) => one.reference === reference && one.acquirer === acquirer);
      const refund = refunds.find((one) => one.reference === reference && one.way_acquirer === acquirer);
      return {
        payout_id: payout?.id ?? null,
        refund_id: refund?.id ?? null,
        company_id: payout?.company_id ?? null,
        amount,
        reference,
        status: payout?.status ?? refund?.status ?? null,
        destination: payout ? { id: payout.destination_id, ...payout.masked } : null,
      };
    }),
  };
}
