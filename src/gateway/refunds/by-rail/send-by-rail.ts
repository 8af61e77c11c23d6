import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { recordAudit } from '../../../parties/audit-log/record-audit.ts';
import { findCompanyOfMerchant } from '../../../parties/companies/companies.sql.ts';
import type { RefundAnswer } from '../../../rails/acquirers/acquirer.ts';
import type {
  PayoutAnswer,
  PayoutCapability,
  PayoutDestination,
  PayoutRequest,
} from '../../../rails/acquirers/payout.ts';
import type { WithAcquirers } from '../../../rails/acquirers/registry.ts';
import { maySendAgain } from '../../../rails/acquirers/send-trace.rules.ts';
import { blockDestination, findDestination } from '../../destinations/destinations.sql.ts';
import { isDocument } from '../../destinations/holder.rules.ts';
import { openDestination, type WithDestinationKeys } from '../../destinations/open-destination.ts';
import type { Payment } from '../../payments/payment.ts';
import { standsStill } from '../../payouts/standstill.sql.ts';
import { noteRepeat, type Refund, traceOf } from '../refunds.sql.ts';
import { noteFirstSend } from './by-rail.sql.ts';
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

const DEAD = 'chave ou conta desconhecida no banco';

/**
 * Asks about it under its own reference, and sends it where it was never sent. One that may have been is sent again
 * only where the bank takes our reference as its key, and never while money out stands still.
 */
export async function askRail(deps: RailDeps, refund: RefundByRail, payment: Payment): Promise<RefundAnswer> {
  const rail = deps.acquirers.find(refund.way_acquirer)?.payouts;
  if (!rail) return { outcome: 'unknown', reason: `${refund.way_acquirer} sends no payouts any more` };
  if (refund.sends === 0) return sendFirst(deps, refund, payment, rail);
  const known = await rail.query({ reference: refund.reference });
  const mayRepeat = known.outcome === 'not_found' && rail.isKeyedByReference && maySendAgain(traceOf(refund));
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
  if (await standsStill(deps.db)) return { outcome: 'unknown', reason: 'money out stands still' };
  const ready = await makeReady(deps, refund, payment, rail);
  if (ready.what === 'wait') return { outcome: 'unknown', reason: ready.reason };
  if (ready.what === 'fail') return unfit(deps, refund, payment, ready);
  if (!(await noteFirstSend(deps.db, refund.id)))
    return { outcome: 'unknown', because: 'answered', reason: 'somebody else is sending it' };
  return told(deps, refund, payment, await rail.send({ ...ready.request, isRepeat: false }));
}

interface Unfit {
  what: 'fail';
  reason: string;
  isBlocked: boolean;
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
    const unproven = await proveHolder(rail, destination, sender, payment.customer_document);
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

/**
 * Null: it is the payer's. A bank that names holders is asked about every key; where it names none, a key that is the
 * payer's own document is the payer's by the rules of the directory, and any other is not proven.
 */
async function proveHolder(
  rail: PayoutCapability,
  destination: PayoutDestination,
  sender: PayoutRequest['sender'],
  payerDocument: string,
): Promise<Unfit | { what: 'wait'; reason: string } | null> {
  const isNamed = ownerOf(destination, payerDocument) === 'payer';
  const unnamed: Unfit | null = isNamed
    ? null
    : { what: 'fail', reason: 'o banco não informa o titular da chave', isBlocked: false };
  if (!rail.holderOf || destination.kind === 'bank_account') return unnamed;
  const answer = await rail.holderOf(destination, sender);
  if (answer.outcome === 'unknown') return { what: 'wait', reason: answer.reason };
  if (answer.outcome === 'not_found') return { what: 'fail', reason: 'chave PIX desconhecida', isBlocked: true };
  const { document } = answer.holder;
  if (document === null) return unnamed;
  if (isDocument(document, payerDocument)) return null;
  return { what: 'fail', reason: 'a chave PIX é de outro titular', isBlocked: true };
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
  const isDead =
    (answer.outcome === 'rejected' && answer.isDestinationDead) ||
    (answer.outcome === 'found' && answer.payout.status === 'REFUSED' && answer.payout.isDestinationDead);
  if (isDead) await block(deps, refund, payment, DEAD);
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
