import { BANK } from '../bank/acquirer-charge.ts';
import { dayOf, plusDays } from '../calendar.ts';
import { demand } from '../demand.ts';
import type { World } from '../world.ts';
import type { Snapshot } from './snapshot.ts';

const DRAWN_ONCE = 'after a restore nothing is drawn again that people or banks have seen';
const NAMED = 'money that came for what a restore has lost is named';
const RECENT_DAYS = 7;

/** After a restore. What was lost stays lost, nothing takes its names, and the money of it is told. */
export async function checkLost(world: World, { payments, refunds, events }: Snapshot): Promise<void> {
  const { lost, acquirer, clock, faults, db } = world;
  if (!lost) return;
  const again = [
    ...payments.filter(({ id, reference }) => lost.paymentIds.has(id) || lost.references.has(reference)),
    ...refunds.filter(({ id, reference }) => lost.refundIds.has(id) || lost.references.has(reference)),
    ...events.filter(({ id }) => lost.eventIds.has(id)),
  ];
  demand(DRAWN_ONCE, again.length === 0, () => again.map((row) => JSON.stringify(row)).join());
  if (!faults.comparesDays) return;
  const today = dayOf(clock.businessNow());
  const oldest = plusDays(today, -RECENT_DAYS);
  const listed = await db.look<{ end_to_end_id: string; amount_cents: number; refunded_cents: number }>(
    'SELECT end_to_end_id, amount_cents, refunded_cents FROM unknown_receipts',
  );
  for (const { request, payments: received } of [...acquirer.charges.values()].filter(
    (charge) => charge.issuer === BANK && lost.references.has(charge.request.reference),
  )) {
    for (const { endToEndId, amountCents, refundedAmountCents, at } of received) {
      const day = dayOf(at);
      if (day < oldest || day >= today) continue;
      const told = listed.find(({ end_to_end_id }) => end_to_end_id === endToEndId);
      demand(
        NAMED,
        told?.amount_cents === amountCents && told.refunded_cents === refundedAmountCents,
        () =>
          `${endToEndId} of ${request.reference}: ${amountCents} less ${refundedAmountCents}, ` +
          `listed ${told?.amount_cents} less ${told?.refunded_cents}`,
      );
    }
  }
}
