import type { Tx } from '../../../ground/db/transaction.ts';
import type { EventDeps } from '../../../news/webhooks/deliveries/record-event.ts';
import { recordRefundsHeld } from '../../divergences/record-divergences.ts';
import type { Payment } from '../../payments/payment.ts';
import { REFUNDED } from '../../payments/status.rules.ts';
import { sumGivenByRail } from './by-rail.sql.ts';

/** What a payer has by rails of payouts is not what the books say. The caller holds the payment's row. */
export async function tellRailDifference(deps: EventDeps, tx: Tx, payment: Payment, now: Date): Promise<void> {
  const given = await sumGivenByRail(tx, payment.id);
  if (!given) return;
  const statusName = payment.status === REFUNDED ? 'REFUNDED' : 'APPROVED';
  const heldCents = given.askedCents - given.givenCents;
  await recordRefundsHeld(deps, tx, { ...payment, statusName }, { heldCents, heldBy: given.acquirer, now });
}
