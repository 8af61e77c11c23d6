import { bookReceipt } from '../../src/gateway/alignment/receipts/book-receipt.ts';
import { tellUnknownReceipts } from '../../src/gateway/alignment/receipts/tell-unknown-receipts.ts';
import { listUnknownReceipts } from '../../src/gateway/alignment/receipts/unknown-receipts.sql.ts';
import { saoPauloDateOf } from '../../src/ground/brazil/calendar.rules.ts';
import type { TestGateway } from './gateway.ts';

/** Money that nobody knows, as a bank that lists its payments would have told it. */
export async function bookUnknownReceipt(
  { vintem, database: { db } }: TestGateway,
  companyId: number,
): Promise<number> {
  const paidAt = await vintem.deps.clock.now();
  const received = { reference: 'r1', endToEndId: 'E1', amountCents: 777, refundedAmountCents: 0, paidAt };
  const seen = { acquirer: 'sandbox', day: saoPauloDateOf(paidAt), now: paidAt, receipts: [received] };
  await tellUnknownReceipts(vintem.deps, seen);
  const [{ id } = { id: 0 }] = await listUnknownReceipts(db, { days: 1, limit: 1 });
  await bookReceipt(vintem.deps, { receiptId: id, way: 'from_acquirer', companyId, reason: 'ours', by: 'me' });
  return id;
}
