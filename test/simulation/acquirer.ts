import type {
  Acquirer,
  ChargeRequest,
  ChargeResult,
  DailyTotals,
  QueryResult,
  RefundRequest,
  RefundResult,
  TotalsResult,
} from '../../src/acquirers/acquirer.ts';
import { type Charge, isWaiting, leftOf, moveCharge, newCharge, reportOf, type SimRefund } from './acquirer-charge.ts';
import { dayOf } from './calendar.ts';
import type { SimClock } from './clock.ts';
import type { AcquirerFaults } from './faults.ts';
import { NO_ACQUIRER_FAULTS } from './faults.ts';
import type { Random } from './random.ts';
import type { Actor, Scheduler } from './scheduler.ts';

export const SIMULATED = 'simulated';
const TIMEOUT_MS = 10_000;
/** A slow request arrives at most this late: well within the time that the gateway gives a charge. */
const LATEST_ARRIVAL_MS = 5 * 60_000;
const LONGEST_NOTIFICATION_DELAY_MS = 3 * 3_600_000;

export interface Notification {
  reference: string;
  dueAt: Date;
}

interface Traveller {
  arrivesAt: Date;
  arrive: () => void;
}

/**
 * The acquirer, in memory: the same reference always means the same charge or refund. A call takes two steps, there and
 * back, so that an answer can be outdated when it arrives.
 */
export class SimAcquirer {
  faults: AcquirerFaults = NO_ACQUIRER_FAULTS;
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, SimRefund>();
  readonly totalsTold = new Map<string, DailyTotals[]>();
  /** Who ended a charge that could still be paid, and when. */
  readonly cancels: { reference: string; by: string; at: Date }[] = [];
  notifications: Notification[] = [];
  #travelling: Traveller[] = [];
  readonly refused = new Set<string>();
  readonly #random: Random;
  readonly #clock: SimClock;

  constructor(random: Random, clock: SimClock) {
    this.#random = random;
    this.#clock = clock;
  }

  /** The port as one process uses it. */
  seenBy(actor: Actor, scheduler: Scheduler): Acquirer {
    const call = <Result>(name: string, arrive: () => Result) => this.#call(actor, scheduler, name, arrive);
    const charge = (request: ChargeRequest) => call<ChargeResult>('charge', () => this.#charge(request));
    return {
      name: SIMULATED,
      timeoutMs: TIMEOUT_MS,
      charges: { pix: charge, invoice: charge },
      query: ({ reference }) => call<QueryResult>('query', () => this.#query(reference)),
      cancel: ({ reference }) => call<QueryResult>('cancel', () => this.#cancel(reference, actor.name)),
      refunds: {
        send: (request) => call<RefundResult>('refund', () => this.#refund(request)),
        query: ({ reference }) => call<RefundResult>('queryRefund', () => this.#queryRefund(reference)),
      },
      totals: (day) => call<TotalsResult>('totals', () => ({ outcome: 'found', totals: this.#totals(day) })),
      readNotification: (_headers, rawBody) => ({ ok: true, reference: rawBody, content: rawBody }),
      ping: async () => true,
    };
  }

  async #call<Result>(
    actor: Actor,
    scheduler: Scheduler,
    name: string,
    arrive: () => Result,
  ): Promise<Result | { outcome: 'unknown'; reason: string }> {
    const { faults } = this;
    const way = this.#random.pickWeighted([
      [faults.lostRequest, 'lost'],
      [faults.lateRequest, 'late'],
      [faults.lostAnswer, 'unanswered'],
      [Math.max(0, 1 - faults.lostRequest - faults.lateRequest - faults.lostAnswer), 'fine'],
    ] as const);
    const result = await scheduler.step(actor, `acquirer.${name} ${way}`, async () => {
      if (way === 'lost') return null;
      if (way !== 'late') return arrive();
      const arrivesAt = new Date(this.#clock.businessNow().getTime() + this.#random.int(1, LATEST_ARRIVAL_MS));
      this.#travelling.push({ arrivesAt, arrive });
      return null;
    });
    return scheduler.step(actor, `acquirer.${name} answer`, async () => {
      if (way === 'fine' && result !== null) return result;
      this.#clock.advance(TIMEOUT_MS);
      return { outcome: 'unknown', reason: way };
    });
  }

  #charge(request: ChargeRequest): ChargeResult {
    const known = this.charges.get(request.reference);
    if (this.refused.has(request.reference))
      return { outcome: 'refused', charge: known ? reportOf(known) : null, reason: 'refused' };
    if (known) return { outcome: 'accepted', charge: reportOf(known) };
    const isRefused = this.#random.chance(this.faults.chargeRefused);
    if (isRefused) this.refused.add(request.reference);
    // Some acquirers keep a record of what they refuse, some do not.
    if (isRefused && this.#random.chance(0.5)) return { outcome: 'refused', charge: null, reason: 'refused' };
    const charge = newCharge(
      request,
      `tx_${this.charges.size + 1}`,
      isRefused ? 'FAILED' : 'WAITING_PAYMENT',
      this.#clock.businessNow(),
    );
    this.charges.set(request.reference, charge);
    this.#notify(charge, 'may be lost');
    return { outcome: isRefused ? 'refused' : 'accepted', charge: reportOf(charge), reason: 'refused' };
  }

  #query(reference: string): QueryResult {
    const charge = this.charges.get(reference);
    return charge ? { outcome: 'found', charge: reportOf(charge) } : { outcome: 'not_found' };
  }

  #cancel(reference: string, by: string): QueryResult {
    const charge = this.charges.get(reference);
    if (charge && isWaiting(charge)) {
      this.cancels.push({ reference, by, at: this.#clock.businessNow() });
      this.end(charge, 'CANCELLED');
    }
    return this.#query(reference);
  }

  #refund(request: RefundRequest): RefundResult {
    const charge = this.charges.get(request.charge.reference);
    if (!charge) return { outcome: 'not_found' };
    const known = this.refunds.get(request.reference);
    if (known) return { outcome: 'found', refund: { ...known } };
    const promised = [...this.refunds.values()]
      .filter((refund) => refund.status === 'PROCESSING' && refund.chargeReference === request.charge.reference)
      .reduce((sum, refund) => sum + refund.amountCents, 0);
    const isPossible = charge.status === 'PAID' && request.amountCents <= leftOf(charge) - promised;
    const isRefused = !isPossible || this.#random.chance(this.faults.refundRefused);
    const refund: SimRefund = {
      refundId: `rf_${this.refunds.size + 1}`,
      reference: request.reference,
      chargeReference: request.charge.reference,
      status: 'PROCESSING',
      amountCents: request.amountCents,
      refundedAt: null,
      reason: null,
    };
    this.refunds.set(request.reference, refund);
    if (isRefused) refund.status = 'REFUSED';
    else if (!this.#random.chance(this.faults.refundProcessing)) this.#payBack(charge, refund);
    return { outcome: 'found', refund: { ...refund } };
  }

  #queryRefund(reference: string): RefundResult {
    const refund = this.refunds.get(reference);
    return refund ? { outcome: 'found', refund: { ...refund } } : { outcome: 'not_found' };
  }

  #payBack(charge: Charge, refund: SimRefund): void {
    const now = this.#clock.businessNow();
    refund.status = 'REFUNDED';
    refund.refundedAt = now;
    charge.refundedCents += refund.amountCents;
    if (leftOf(charge) === 0) moveCharge(charge, 'REFUNDED', now);
    this.#notify(charge, 'may be lost');
  }

  /** A refund that took its time ends, one way or the other. */
  settleRefund(refund: SimRefund, isRefused: boolean): void {
    const charge = this.charges.get(refund.chargeReference);
    if (!charge || refund.status !== 'PROCESSING') return;
    if (isRefused || refund.amountCents > leftOf(charge)) {
      refund.status = 'REFUSED';
      this.#notify(charge, 'may be lost');
    } else {
      this.#payBack(charge, refund);
    }
  }

  /** The payer pays, perhaps another amount, perhaps after the charge was cancelled. */
  pay(charge: Charge, amountCents: number): void {
    const isLate = !isWaiting(charge);
    const now = this.#clock.businessNow();
    if (isLate || amountCents !== charge.request.amountCents) charge.isRegular = false;
    charge.receivedCents += amountCents;
    charge.paidAt = now;
    moveCharge(charge, 'PAID', now);
    // After the last check of the safety net only a notification can tell us; acquirers repeat it until it is accepted.
    this.#notify(charge, isLate ? 'arrives' : 'may be lost');
  }

  end(charge: Charge, status: 'FAILED' | 'CANCELLED'): void {
    moveCharge(charge, status, this.#clock.businessNow());
    this.#notify(charge, 'may be lost');
  }

  /** A payment is undone: all the money that was not refunded before is gone again. */
  undo(charge: Charge): void {
    charge.receivedCents = charge.refundedCents + charge.unaskedCents;
    charge.isRegular = false;
    moveCharge(charge, 'FAILED', this.#clock.businessNow());
    this.#notify(charge, 'arrives');
  }

  /** The bank takes money back without being asked. */
  takeBack(charge: Charge, amountCents: number): void {
    charge.unaskedCents += amountCents;
    charge.isRegular = false;
    if (leftOf(charge) === 0) moveCharge(charge, 'REFUNDED', this.#clock.businessNow());
    this.#notify(charge, 'arrives');
  }

  /** The totals of the charges that were paid on that day. */
  #totals(day: string): DailyTotals {
    const paid = [...this.charges.values()].filter(({ paidAt }) => paidAt !== null && dayOf(paidAt) === day);
    const totals = {
      count: paid.length,
      paidCents: paid.reduce((sum, charge) => sum + charge.receivedCents, 0),
      refundedCents: paid.reduce((sum, charge) => sum + charge.refundedCents + charge.unaskedCents, 0),
    };
    this.totalsTold.set(day, [...(this.totalsTold.get(day) ?? []), totals]);
    return totals;
  }

  #notify(charge: Charge, fate: 'may be lost' | 'arrives'): void {
    if (fate === 'may be lost' && this.#random.chance(this.faults.notificationLost)) return;
    const copies = this.#random.chance(this.faults.notificationRepeated) ? this.#random.int(2, 4) : 1;
    for (let copy = 0; copy < copies; copy++) {
      const delayMs = this.#random.chance(this.faults.notificationDelayed)
        ? this.#random.int(0, LONGEST_NOTIFICATION_DELAY_MS)
        : 0;
      const dueAt = new Date(this.#clock.businessNow().getTime() + delayMs);
      this.notifications.push({ reference: charge.request.reference, dueAt });
    }
  }

  /** Takes some of the due notifications, in any order. A caller that fails to store them puts them back. */
  takeNotifications(most: number): Notification[] {
    const due = this.#random
      .shuffle(this.notifications.filter(({ dueAt }) => dueAt <= this.#clock.businessNow()))
      .slice(0, most);
    this.notifications = this.notifications.filter((notification) => !due.includes(notification));
    return due;
  }

  /** Time has passed: what was on its way has arrived. */
  letArrive(): void {
    const now = this.#clock.businessNow();
    const arrived = this.#travelling
      .filter(({ arrivesAt }) => arrivesAt <= now)
      .sort((one, other) => Number(one.arrivesAt) - Number(other.arrivesAt));
    this.#travelling = this.#travelling.filter(({ arrivesAt }) => arrivesAt > now);
    for (const traveller of arrived) traveller.arrive();
  }
}
