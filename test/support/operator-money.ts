import { tellUnknownReceipts } from '../../src/gateway/alignment/receipts/tell-unknown-receipts.ts';
import { sendPayouts } from '../../src/gateway/payouts/send-payouts.ts';
import { saoPauloDateOf } from '../../src/ground/brazil/calendar.rules.ts';
import { sandboxOf } from './banks/acquirers.ts';
import type { TestGateway } from './gateway.ts';
import { openCompany, refundPix, type TestCompany } from './money.ts';
import { askPayout, earn, insertDestination, payoutRail, useRail } from './payouts.ts';

/** What operators have to deal with, made as banks make it. */

let made = 0;

/** Money of nobody, as a bank that lists its payments tells of it. */
export async function addReceipt(gateway: TestGateway, amountCents: number, acquirer = 'sandbox'): Promise<number> {
  made += 1;
  const { deps } = gateway.vintem;
  const now = await deps.clock.now();
  const received = { reference: `r${made}`, endToEndId: `E${made}`, amountCents, refundedAmountCents: 0, paidAt: now };
  await tellUnknownReceipts(deps, { acquirer, day: saoPauloDateOf(now), now, receipts: [received] });
  const [row] = await gateway.database.db.query<{ id: number }>(
    'SELECT id FROM unknown_receipts WHERE acquirer = $1 AND end_to_end_id = $2',
    [acquirer, received.endToEndId],
  );
  return (row as { id: number }).id;
}

/** A refund whose bank never says what became of it. No job may run. */
export async function leaveRefundOpen(gateway: TestGateway, amountCents: number): Promise<number> {
  const silent = async () => ({ outcome: 'unknown', reason: 'no answer' }) as const;
  const sandbox = sandboxOf(gateway.vintem.deps);
  const { refunds } = sandbox;
  const shop = await openCompany(gateway);
  const payment = await earn(gateway, shop, amountCents);
  Object.assign(sandbox, { refunds: { send: silent, query: silent } });
  try {
    await refundPix(gateway, shop, payment, amountCents / 100);
  } finally {
    Object.assign(sandbox, { refunds });
  }
  const [row] = await gateway.database.db.query<{ id: number }>('SELECT id FROM refunds WHERE payment_id = $1', [
    payment,
  ]);
  return (row as { id: number }).id;
}

export interface AskedPayout {
  id: number;
  shop: TestCompany;
}

/** A payout that was asked for; where no job runs, it stays so. */
export async function askOpenPayout(gateway: TestGateway, amountCents: number): Promise<AskedPayout> {
  useRail(gateway, payoutRail());
  const shop = await openCompany(gateway);
  await earn(gateway, shop, amountCents);
  const { body } = await askPayout(gateway, shop, await insertDestination(gateway, shop), amountCents);
  return { id: body.id, shop };
}

/** Sent by a bank that never says what became of it, and that takes no second sending. */
export async function leavePayoutSent(gateway: TestGateway, amountCents: number): Promise<AskedPayout> {
  const asked = await askOpenPayout(gateway, amountCents);
  const silent = async () => ({ outcome: 'unknown', reason: 'no answer' }) as const;
  useRail(gateway, payoutRail({ isKeyedByReference: false, send: silent, query: silent }));
  while (await sendPayouts(gateway.vintem.deps));
  return asked;
}

/** A day that was compared and on which a bank has more than we have. */
export async function addComparison(gateway: TestGateway, day: string, acquirer = 'sandbox'): Promise<void> {
  await gateway.database.db.query(
    `INSERT INTO daily_comparisons (acquirer, day, our_count, our_paid_cents, our_refunded_cents, acquirer_count,
       acquirer_paid_cents, acquirer_refunded_cents, open_divergences, unknown_count, unknown_cents, made_at,
       compared_on)
     VALUES ($2, $1, 1, 1000, 0, 2, 3000, 0, 1, 0, 0, $1::date + interval '1 day', $1::date + 1)`,
    [day, acquirer],
  );
}
