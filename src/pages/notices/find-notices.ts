import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import type { WithMailer } from '../../ground/mailer.ts';
import { type FeedEvent, findEndOfFeed, listUnreadEvents } from '../../news/events/feed.sql.ts';
import { listCompaniesWithReceipts } from '../../parties/companies/payer-receipts.sql.ts';
import {
  insertDestinationNotices,
  insertDivergenceNotices,
  insertEndpointNotices,
  insertReceipts,
  insertUnknownReceiptNotices,
  keepReceiptReaders,
  lockReceiptReaders,
  moveReceiptReaders,
  type NewReceipt,
} from './notices.sql.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Shorter than notices are kept. */
const TOLD_WITHIN_MS = 7 * DAY_MS;
/** Who has paid longer ago has no use for a receipt any more, for example after mails were off. */
const RECEIPT_WITHIN_MS = DAY_MS;
const EVENTS_AT_ONCE = 500;

/**
 * Looks for what people should know and writes a notice of each, once. It reads what others have written; nothing waits
 * for it. Says whether there is more.
 */
export async function findNotices(deps: Deps & WithMailer): Promise<boolean> {
  if (!deps.mailer) return false;
  const now = deps.clock.realNow();
  const ago = (from: Date, ms: number) => new Date(from.getTime() - ms);
  await insertEndpointNotices(deps.db, {
    now,
    failingBefore: ago(now, HOUR_MS),
    oldest: ago(now, TOLD_WITHIN_MS),
  });
  const oldest = ago(await deps.clock.now(), TOLD_WITHIN_MS);
  await insertDivergenceNotices(deps.db, { now, oldest });
  await insertUnknownReceiptNotices(deps.db, { now, oldest });
  await insertDestinationNotices(deps.db, { now, oldest });
  return findReceipts(deps, now);
}

/** Follows the feed of each merchant with such a company; its place is kept in the transaction of the notices. */
async function findReceipts(deps: Deps, now: Date): Promise<boolean> {
  const companies = await listCompaniesWithReceipts(deps.db);
  const companyIds = new Set(companies.map(({ id }) => id));
  const merchantIds = [...new Set(companies.map(({ merchant_id }) => merchant_id))];
  const end = await findEndOfFeed(deps.db);
  return withTransaction(deps.db, async (tx) => {
    await keepReceiptReaders(tx, merchantIds, end);
    const readers = await lockReceiptReaders(tx);
    if (readers.length === 0) return false;
    const unread = await listUnreadEvents(tx, readers, EVENTS_AT_ONCE);
    const oldest = now.getTime() - RECEIPT_WITHIN_MS;
    const receipts = unread.flatMap((events, index) =>
      events.flatMap((event) => receiptOf(event, readers[index]?.merchantId ?? 0, companyIds, oldest)),
    );
    const moves = readers.flatMap(({ merchantId }, index) => {
      const last = unread[index]?.at(-1);
      return last ? [{ merchantId, to: { writtenBy: last.written_by, position: last.position } }] : [];
    });
    if (receipts.length > 0) await insertReceipts(tx, receipts, now);
    if (moves.length > 0) await moveReceiptReaders(tx, moves);
    return unread.some((events) => events.length === EVENTS_AT_ONCE);
  });
}

function receiptOf(event: FeedEvent, merchantId: number, companyIds: ReadonlySet<number>, oldest: number) {
  if (event.kind !== 'payment.approved' || event.occurred_at.getTime() < oldest) return [];
  const payload = JSON.parse(event.payload) as { transaction_id: number; company_id: number; paid_at: string };
  if (!companyIds.has(payload.company_id)) return [];
  const receipt: NewReceipt = {
    merchant_id: merchantId,
    payment_id: payload.transaction_id,
    paid_at: payload.paid_at,
  };
  return [receipt];
}
