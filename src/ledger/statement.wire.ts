import { Type } from 'typebox';
import { CAUSE_KINDS } from './cause.rules.ts';
import { ENTRY_TAGS } from './journal.rules.ts';
import type { StatementEntry } from './statement.sql.ts';

/** The fields of an entry, wherever entries are listed. */
export const STATEMENT_ROW = {
  id: Type.Integer(),
  available_at: Type.String({ format: 'date-time', description: 'value date' }),
  posted_at: Type.String({ format: 'date-time' }),
  cause: Type.Enum([...CAUSE_KINDS]),
  kind: Type.Enum([...ENTRY_TAGS]),
  account: Type.Enum(['main', 'retained']),
  amount: Type.Integer({ description: 'cents, negative for debits' }),
  transaction_id: Type.Integer(),
  order_number: Type.String(),
  refund_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
};

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
  };
}
