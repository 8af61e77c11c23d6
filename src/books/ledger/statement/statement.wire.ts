import type { StatementEntry } from './statement.sql.ts';

/**
 * A payment of another merchant may be in here as a share: its id and order number are what the partner may know of it.
 */
export function statementRow(entry: StatementEntry) {
  return {
    id: entry.id,
    available_at: entry.available_at.toISOString(),
    posted_at: entry.posted_at.toISOString(),
    cause: entry.cause,
    kind: entry.tag,
    account: entry.account === 'company_retained' ? 'retained' : 'main',
    amount: entry.amount_cents,
    transaction_id: entry.payment_id,
    order_number: entry.order_number,
    refund_id: entry.refund_id,
    payout_id: entry.payout_id,
  };
}

export function ownEntry(entry: StatementEntry) {
  return { ...statementRow(entry), company_id: entry.company_id };
}
