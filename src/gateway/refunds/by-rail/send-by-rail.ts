import { readEpoch } from '../../../ground/db/epochs.sql.ts';
import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { recordAudit } from '../../../parties/audit-log/record-audit.ts';
import { findCompanyOfMerchant } from '../../../parties/companies/companies.sql.ts';
import type { RefundAnswer } from '../../../rails/acquirers/acquirer.ts';
import {
  isDestinationDead,
  type PayoutAnswer,
  type PayoutCapability,
  type PayoutDestination,
  type PayoutRequest,
} from '../../../rails/acquirers/payout.ts';
import type { WithAcquirers } from '../../../rails/acquirers/registry.ts';
import { maySendAgain } from '../../../rails/acquirers/send-trace.rules.ts';
import { blockDestination, findDestination } from '../../destinations/destinations.sql.ts';
import { openDestination, type WithDestinationKeys } from '../../destinations/open-destination.ts';
import { DEAD_DESTINATION, proveHolder, type Unfit } from '../../destinations/prove-holder.ts';
import type { Payment } from '../../payments/payment.ts';
import { standsStill } from '../../payouts/standstill.sql.ts';
import { noteRepeat, type Refund, traceOf } from '../refunds.sql.ts';
import { noteDeadDestination, noteFirstSend } from './by-rail.sql.ts';
import { answerByRail } from './rail-answer.rules.ts';
import { ownerOf, payerKeyOf } from './refund-way.rules.ts';

export type RailDeps = Deps & WithAcquirers & WithDestinationKeys;

/** A refund that goes out by the rail of payouts. */
export interface RefundByRail extends Refund {
  way_acquirer: string;
}

export function isByRail(refund: Refund): refund is RefundByRail {
  return refund.way_acquirer !== null;
}

/**
 * Asks about it under its own reference, and sends it where it was never sent. One that may have been is sent again
 * only where the bank takes our reference as its key, and never while money out stands still.
 */
export async function askRail(deps: RailDeps, refund: RefundByRail, payment: Payment): Promise<RefundAnswer> {
  const rail = deps.acquirers.find(refund.way_acquirer)?.payouts;
  if (!rail) return { outcome: 'unknown', reason: `${refund.way_acquirer} sends no payouts any more` };
  if (refund.sends === 0) return sendFirst(deps, refund, payment, rail);
  const known = await rail.query({ reference: refund.reference });
  const isFree = maySendAgain(traceOf(refund)) && !refund.is_destination_dead;
  const mayRepeat = known.outcome === 'not_found' && rail.isKeyedByReference && isFree;
  if (!mayRepeat || (await standsStill(deps.db))) return told(deps, refund, payment, known);
  const ready = await makeReady(deps, refund, payment, rail);
  if (ready.what !== 'send' || !(await noteRepeat(deps.db, refund.id))) return answerByRail(known);
  return told(deps, refund, payment, await rail.send({ ...ready.request, isRepeat: true }));
}

async function sendFirst(
  deps: RailDeps,
  refund: RefundByRail,
  payment: Payment,
  rail: PayoutCapability,
): Promise<RefundAnswer> {
  const before = refund.epoch < (await readEpoch(deps.db)) ? await askAboutBefore(deps, refund, payment, rail) : null;
  if (before) return before;
  if (await standsStill(deps.db)) return { outcome: 'unknown', reason: 'money out stands still' };
  const ready = await makeReady(deps, refund, payment, rail);
  if (ready.what === 'wait') return { outcome: 'unknown', reason: ready.reason };
  if (ready.what === 'fail') return unfit(deps, refund, payment, ready);
  if (!(await noteFirstSend(deps.db, refund.id)))
    return { outcome: 'unknown', because: 'answered', reason: 'somebody else is sending it' };
  return told(deps, refund, payment, await rail.send({ ...ready.request, isRepeat: false }));
}

/** It came out of a backup, as never sent: it may have been sent since. Null: its bank knows nothing of it. */
async function askAboutBefore(
  deps: RailDeps,
  refund: RefundByRail,
  payment: Payment,
  rail: PayoutCapability,
): Promise<RefundAnswer | null> {
  const known = await rail.query({ reference: refund.reference });
  if (known.outcome === 'not_found') return null;
  if (known.outcome === 'found') {
    deps.log.warn({ refundId: refund.id }, 'a refund had been sent before the database was put back');
    await noteFirstSend(deps.db, refund.id);
  }
  return told(deps, refund, payment, known);
}

type Readiness = { what: 'send'; request: Omit<PayoutRequest, 'isRepeat'> } | { what: 'wait'; reason: string } | Unfit;

async function makeReady(
  deps: RailDeps,
  refund: RefundByRail,
  payment: Payment,
  rail: PayoutCapability,
): Promise<Readiness> {
  const company = await findCompanyOfMerchant(deps.db, payment.merchant_id, payment.company_id);
  if (!company) throw new Error(`company ${payment.company_id} does not exist`);
  const destination = await openRefundDestination(deps, refund, payment);
  if (!destination) return { what: 'wait', reason: 'the destination of the refund does not open' };
  const sender = { name: company.name, document: company.document };
  if (!refund.to_others) {
    const document = payment.customer_document;
    // A key that is the payer's own document is the payer's by the rules of the directory.
    const isNamed = ownerOf(destination, document) === 'payer';
    const unproven = await proveHolder(rail, destination, sender, { document, isNamed });
    if (unproven) return unproven;
  }
  const { reference, amount_cents: amountCents, description } = refund;
  return { what: 'send', request: { reference, amountCents, description, destination, sender } };
}

export type OpeningDeps = Pick<Deps, 'db' | 'log'> & WithDestinationKeys;

/** Where it goes, in clear. Null where it does not open, or the payer's data were removed meanwhile. */
export async function openRefundDestination(
  deps: OpeningDeps,
  { id, destination_id }: Pick<Refund, 'id' | 'destination_id'>,
  payment: Pick<Payment, 'customer_document'>,
): Promise<PayoutDestination | null> {
  if (destination_id === null) return payerKeyOf(payment.customer_document);
  const stored = await findDestination(deps.db, destination_id);
  const opened = stored && openDestination(deps.destinationKeys, stored);
  if (!opened) deps.log.error({ refundId: id }, 'the destination of a refund does not open');
  return opened;
}

/** It was never sent and will not be, which is as final as a bank's own word. */
async function unfit(
  deps: RailDeps,
  refund: RefundByRail,
  payment: Payment,
  { reason, isBlocked }: Unfit,
): Promise<RefundAnswer> {
  if (isBlocked) await block(deps, refund, payment, reason);
  const { reference, amount_cents: amountCents } = refund;
  const never = { refundId: reference, reference, status: 'REFUSED', amountCents, refundedAt: null, reason } as const;
  return { outcome: 'found', refund: never };
}

/** Wrong keys cost the whole account its allowance at the directory. */
async function told(deps: RailDeps, refund: RefundByRail, payment: Payment, answer: PayoutAnswer) {
  if (answer.outcome === 'rejected')
    deps.log.warn({ refundId: refund.id, answered: answer.answered ?? answer.reason }, 'the bank turned a refund away');
  if (isDestinationDead(answer)) {
    await noteDeadDestination(deps.db, refund.id);
    await block(deps, refund, payment, DEAD_DESTINATION);
  }
  return answerByRail(answer);
}

async function block(deps: RailDeps, { id, destination_id }: Refund, payment: Payment, reason: string): Promise<void> {
  if (destination_id === null) return;
  await withTransaction(deps.db, async (tx) => {
    if (!(await blockDestination(tx, destination_id, reason, await deps.clock.now(tx)))) return;
    await recordAudit(deps, tx, {
      merchantId: payment.merchant_id,
      action: 'destination.blocked',
      object: { kind: 'destination', id: destination_id },
      details: { company_id: payment.company_id, refund_id: id, reason },
    });
  });
}
