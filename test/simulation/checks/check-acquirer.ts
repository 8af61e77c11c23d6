import { BANK, type Charge } from '../bank/acquirer-charge.ts';
import { midnightOf, plusBankDays, plusDays } from '../calendar.ts';
import { demand } from '../demand.ts';
import { orderOf } from '../requests.ts';
import type { World } from '../world.ts';
import { lastPayableDay, termsOf } from './model-boleto.ts';
import { paidFor, type Snapshot, type StoredDivergence, type StoredPayment, type StoredRefund } from './snapshot.ts';

const ONE_CHARGE = 'never two charges for one payment';
const SUMS = 'I7 the sums at the acquirer agree with ours';
const TAKEN = 'what the banks took back is booked and told once';
const ONE_REFUND = 'never two refunds at the acquirer for one of ours';

/**
 * I7: what the acquirer holds, charge by charge, is what we hold. When we cannot mend a difference, a divergence
 * must say so.
 */
export function checkAcquirer({ acquirer, lost }: World, snapshot: Snapshot): void {
  const { payments, refunds, divergences } = snapshot;
  const divergencesOf = (id: number) => divergences.filter(({ payment_id }) => payment_id === id);
  const isHeard = ({ reference }: { reference: string }) => !lost?.unheardReferences.has(reference);
  // Asked for by somebody whom nobody remembers, perhaps on its way since then.
  for (const { reference, chargeReference } of acquirer.refunds.values()) {
    const charge = acquirer.charges.get(chargeReference);
    if (charge && lost?.references.has(reference)) charge.isRegular = false;
  }
  for (const charge of acquirer.charges.values()) {
    const { reference, description } = charge.request;
    if (lost?.references.has(reference)) continue;
    const payment = payments.find((other) => other.order_number === description);
    demand(
      ONE_CHARGE,
      payment?.reference === reference,
      () => `charge ${reference} is for order ${description}, reference ${payment?.reference}`,
    );
    demand(
      ONE_CHARGE,
      charge.request.amountCents === payment?.amount_cents,
      () => `charge ${reference} is over ${charge.request.amountCents}`,
    );
  }
  for (const payment of payments.filter(isHeard))
    checkMoney(payment, acquirer.charges.get(payment.reference), divergencesOf(payment.id));
  for (const refund of acquirer.refunds.values()) {
    if (lost?.references.has(refund.reference)) continue;
    const ours = refunds.find((other) => other.reference === refund.reference);
    demand(
      ONE_REFUND,
      ours?.amount_cents === refund.amountCents,
      () => `refund ${refund.reference} of ${refund.amountCents} is none of ours`,
    );
    demand(
      SUMS,
      ours?.status === refund.status,
      () => `refund ${ours?.id} is ${ours?.status} here and ${refund.status} there`,
    );
  }
  const taken = new Map(
    [...acquirer.charges.values()].flatMap((charge) => charge.medReturns.map((one) => [one.id, one])),
  );
  for (const refund of refunds.filter(({ status, kind }) => status === 'REFUNDED' && kind !== 'acquirer')) {
    const isMade =
      refund.kind === 'med'
        ? taken.get(refund.reference)?.amountCents === refund.amount_cents
        : acquirer.refunds.has(refund.reference);
    demand(SUMS, isMade, () => `refund ${refund.id} was never made`);
  }
  for (const payment of payments.filter(isHeard))
    checkTaken(payment, acquirer.charges.get(payment.reference), refunds, divergencesOf(payment.id));
}

/**
 * Each return by the banks is booked once, and has one divergence, which has nothing more to say. Beside a refund of
 * ours one may not fit: then the other divergences tell of it.
 */
function checkTaken(
  payment: StoredPayment,
  charge: Charge | undefined,
  refunds: readonly StoredRefund[],
  divergences: readonly StoredDivergence[],
): void {
  const own = refunds.filter(({ payment_id }) => payment_id === payment.id);
  const booked = own.filter(({ kind }) => kind === 'med').map(({ amount_cents }) => -amount_cents);
  const told = divergences.filter(({ kind }) => kind === 'MED_REFUND').map((one) => one.difference_cents);
  const story = () =>
    `payment ${payment.id} is ${payment.status}: the banks took ${JSON.stringify(charge?.medReturns)}, ` +
    `booked ${booked.join()}, told ${told.join()}`;
  demand(TAKEN, booked.join() === told.join(), story);
  const isPlain = payment.status === 2 && own.every(({ kind }) => kind === 'med');
  const ofSale = charge?.medReturns.filter(({ endToEndId }) => endToEndId === saleIdOf(payment, charge)) ?? [];
  if (charge && isPlain) demand(TAKEN, booked.length === ofSale.length, story);
}

/** The sale is the payment that ours was approved by; all others of the charge are duplicates. */
function saleIdOf({ end_to_end_id }: StoredPayment, charge: Charge): string | undefined {
  return (charge.payments.find(({ endToEndId }) => endToEndId === end_to_end_id) ?? charge.payments[0])?.endToEndId;
}

function returnedDuplicates(payment: StoredPayment, charge: Charge | undefined): number {
  if (charge?.issuer !== BANK) return 0;
  const saleId = saleIdOf(payment, charge);
  return charge.payments
    .filter(({ endToEndId }) => endToEndId !== saleId)
    .reduce((sum, { refundedAmountCents }) => sum + refundedAmountCents, 0);
}

/** A charge that is not paid has kept nothing. */
function receivedThere(charge: Charge | undefined): number {
  if (!charge) return 0;
  return charge.status === 'PAID' || charge.status === 'REFUNDED'
    ? charge.receivedCents
    : charge.refundedCents + charge.unaskedCents;
}

/**
 * Exactly one divergence that is not gone, resolved or not, reports each cent by which the two sides differ. Money that
 * came and went is reported once, as money that came. When nothing unexpected has happened, there is no divergence.
 */
function checkMoney(
  payment: StoredPayment,
  charge: Charge | undefined,
  divergences: readonly StoredDivergence[],
): void {
  // A duplicate that went back has left nothing to report.
  const gone = returnedDuplicates(payment, charge);
  const received = receivedThere(charge) - gone - (payment.status === 3 ? 0 : paidFor(payment));
  const refunded = (charge?.refundedCents ?? 0) + (charge?.unaskedCents ?? 0) - gone - payment.refunded_cents;
  const listed = () =>
    divergences.map((one) => `${one.kind} ${one.received_gap} ${one.refunded_gap}${one.gone_at ? ' gone' : ''}`);
  const story = () =>
    `payment ${payment.id} is ${payment.status} over ${payment.amount_cents}, paid ${payment.paid_cents}, ` +
    `with ${payment.refunded_cents} refunded; the acquirer received ${charge?.receivedCents}, ` +
    `refunded ${charge?.refundedCents} asked and ${charge?.unaskedCents} unasked, ${charge?.status}; ` +
    `divergences: ${listed().join() || 'none'}`;
  const standing = divergences.filter(({ gone_at, kind }) => gone_at === null && kind !== 'MED_REFUND');
  const told = standing.map(({ kind, received_gap, refunded_gap }) =>
    kind.endsWith('_REFUND') ? `back ${refunded_gap}` : `in ${received_gap}`,
  );
  const seen = [
    received !== 0 && `in ${received}`,
    refunded !== 0 && refunded !== received && `back ${refunded}`,
  ].filter(Boolean);
  demand(SUMS, told.sort().join() === seen.sort().join(), story);
  if (charge === undefined || charge.isRegular) demand(SUMS, divergences.length === 0, story);
}

const MINUTE_MS = 60_000;
const PIX_DEADLINE_MS = 32 * MINUTE_MS;
const BOLETO_GRACE_DAYS = 3;
/** A charge younger than this was sent again while the safety net took it for one that had never been made. */
const JUST_ARRIVED_MS = 5 * MINUTE_MS;

/**
 * The safety net ends nothing that a payer may still pay: PIX until two minutes after expiry, a boleto for
 * three bank days after
 * its last day.
 */
export function checkCancels({ acquirer, faults, requests }: World, { payments }: Snapshot): void {
  for (const { reference, at } of acquirer.cancels.filter(({ by }) => by === 'check-payments')) {
    const payment = payments.find((other) => other.reference === reference);
    const arrivedAt = Date.parse(acquirer.charges.get(reference)?.history[0]?.createdAt ?? '');
    if (!payment || at.getTime() - arrivedAt < JUST_ARRIVED_MS) continue;
    const deadline = deadlineOf(requests, payment) - 2 * faults.skewMs;
    demand(
      'nothing is cancelled before its time',
      at.getTime() >= deadline,
      () =>
        `${payment.payment_type} ${payment.id} was cancelled at ${at.toISOString()}, ` +
        `before ${new Date(deadline).toISOString()}`,
    );
  }
}

function deadlineOf(requests: World['requests'], payment: StoredPayment): number {
  const { payment_type, created_at, due_date, metadata } = payment;
  if (payment_type === 'pix' || due_date === null) return created_at.getTime() + PIX_DEADLINE_MS;
  const last = lastPayableDay(termsOf(orderOf(requests, metadata.request), payment), due_date);
  return midnightOf(plusDays(plusBankDays(last, BOLETO_GRACE_DAYS), 1)).getTime();
}

const CHARGE_SETTLES_MS = 10 * MINUTE_MS;

/**
 * A charge that the acquirer does not know may still be on its way: it is given up ten minutes after it was last
 * sent, not before.
 */
export function checkGivenUp({ acquirer, faults }: World, { payments }: Snapshot): void {
  for (const { id, reference, updated_at, charge_sent_at } of payments.filter(({ status }) => status === 3)) {
    const arrivedAt = acquirer.charges.get(reference)?.history[0]?.createdAt;
    const wasUnknown = arrivedAt === undefined || Date.parse(arrivedAt) > updated_at.getTime() + 2 * faults.skewMs;
    if (!wasUnknown || acquirer.refused.has(reference)) continue;
    const waitedMs = updated_at.getTime() - charge_sent_at.getTime() + 2 * faults.skewMs;
    demand(
      'a charge has its ten minutes',
      waitedMs >= CHARGE_SETTLES_MS,
      () => `payment ${id} was given up after ${waitedMs / 1000} s`,
    );
  }
}
