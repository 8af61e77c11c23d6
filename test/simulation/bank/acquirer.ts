import type {
  Acquirer,
  AcquirerCharge,
  AcquirerRefund,
  ChargeAtAcquirer,
  ChargeRequest,
  ChargeResult,
  DailyTotals,
  QueriedRefund,
  QueryResult,
  ReceivedPage,
  ReceivedPayment,
  ReceivedQuestion,
  RefundAtAcquirer,
  RefundRequest,
  SentRefund,
  TotalsResult,
} from '../../../src/rails/acquirers/acquirer.ts';
import type {
  HolderAnswer,
  PayoutAtAcquirer,
  PayoutDestination,
  PayoutRequest,
  QueriedPayout,
  SentPayout,
} from '../../../src/rails/acquirers/payout.ts';
import { unreadable } from '../../../src/rails/acquirers/unknown.ts';
import { dayOf, midnightOf } from '../calendar.ts';
import type { SimClock } from '../clock.ts';
import type { AcquirerFaults } from '../faults.ts';
import { NO_ACQUIRER_FAULTS } from '../faults.ts';
import type { Random } from '../random.ts';
import type { Actor, Scheduler } from '../scheduler.ts';
import {
  BANK,
  type Charge,
  type Issuer,
  isWaiting,
  leftOf,
  leftOfPayment,
  moveCharge,
  newCharge,
  reportOf,
  SIMULATED,
  type SimPayment,
  type SimRefund,
  takeFrom,
} from './acquirer-charge.ts';
import { type Asked, askedOn, toldOf } from './boleto-bank.ts';
import { LaggingReads } from './lagging-reads.ts';
import { SimPayoutBank } from './payout-bank.ts';

const TIMEOUT_MS = 10_000;
/** A slow request arrives at most this late: well within the time that the gateway gives a charge. */
const LATEST_ARRIVAL_MS = 5 * 60_000;
const LONGEST_NOTIFICATION_DELAY_MS = 3 * 3_600_000;
/** How much longer refunds take to show: they are asked about after a minute at the earliest. */
const REFUND_LAG = 6;
/** So few that a day has several pages. */
const PAYMENTS_PER_PAGE = 2;

export interface Notification {
  issuer: Issuer;
  reference: string;
  dueAt: Date;
}

interface Traveller {
  arrivesAt: Date;
  arrive: () => void;
}

/**
 * The acquirers, in memory: the same reference always means the same charge or refund. A call takes two steps, there
 * and back, so that an answer can be outdated when it arrives.
 */
export class SimAcquirer {
  faults: AcquirerFaults = NO_ACQUIRER_FAULTS;
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, SimRefund>();
  readonly payoutBank: SimPayoutBank;
  /** By acquirer and day. */
  readonly totalsTold = new Map<string, DailyTotals[]>();
  /** What a process has been listed so far. */
  readonly #listed = new WeakMap<Actor, DailyTotals>();
  /** Who ended a charge that could still be paid, and when. */
  readonly cancels: { reference: string; by: string; at: Date }[] = [];
  notifications: Notification[] = [];
  #travelling: Traveller[] = [];
  readonly refused = new Set<string>();
  isAway = false;
  readonly #random: Random;
  readonly #clock: SimClock;
  readonly #shownCharges: LaggingReads<AcquirerCharge>;
  readonly #shownRefunds: LaggingReads<AcquirerRefund>;

  constructor(random: Random, clock: SimClock) {
    this.#random = random;
    this.#clock = clock;
    this.#shownCharges = new LaggingReads(random, clock);
    this.#shownRefunds = new LaggingReads(random, clock);
    this.payoutBank = new SimPayoutBank(random, clock, (...told) => this.#tell(...told));
  }

  /** The ports as one process uses them. */
  seenBy(actor: Actor, scheduler: Scheduler): Acquirer[] {
    const call = <Result>(name: string, arrive: () => Result) => this.#call(actor, scheduler, name, arrive);
    const port = (name: Issuer) => ({
      name,
      timeoutMs: TIMEOUT_MS,
      query: ({ reference }: ChargeAtAcquirer) => call<QueryResult>('query', () => this.#query(name, reference)),
      cancel: ({ reference }: ChargeAtAcquirer) =>
        call<QueryResult>('cancel', () => this.#cancel(name, reference, actor.name)),
      refunds: {
        send: (request: RefundRequest) => call<SentRefund>('refund', () => this.#refund(name, request)),
        query: ({ reference }: RefundAtAcquirer) =>
          call<QueriedRefund>('queryRefund', () => this.#queryRefund(name, reference)),
      },
      payouts: {
        isKeyedByReference: this.payoutBank.isKeyed(name),
        send: (request: PayoutRequest) =>
          call<SentPayout>('payout', () => this.payoutBank.send(name, request, this.faults)),
        query: ({ reference }: PayoutAtAcquirer) =>
          call<QueriedPayout>('queryPayout', () =>
            this.payoutBank.query(name, reference, REFUND_LAG * this.faults.readLagMs),
          ),
        holderOf: (destination: PayoutDestination, sender: PayoutRequest['sender']) =>
          call<HolderAnswer>('holderOf', () => this.payoutBank.holderOf(destination, sender)),
      },
      ping: async () => true,
    });
    const chargeBy = (name: Issuer) => (request: ChargeRequest) =>
      call<ChargeResult>('charge', () => this.#charge(name, request));
    return [
      {
        ...port(SIMULATED),
        charges: { pix: chargeBy(SIMULATED), invoice: chargeBy(SIMULATED) },
        totals: (day) => call<TotalsResult>('totals', () => ({ outcome: 'found', totals: this.#totals(day) })),
        readNotification: (_headers, rawBody) => ({ ok: true, reference: rawBody, content: rawBody }),
      },
      {
        ...port(BANK),
        charges: { pix: chargeBy(BANK) },
        received: (question) => call<ReceivedPage>('received', () => this.#received(actor, question)),
        callback: { isSecret: () => true, read: (rawBody) => ({ references: [rawBody], oddItems: [] }) },
      },
    ];
  }

  async #call<Result>(
    actor: Actor,
    scheduler: Scheduler,
    name: string,
    arrive: () => Result,
  ): Promise<Result | { outcome: 'unknown'; reason: string }> {
    const { lostRequest, lateRequest, lostAnswer, payoutUnclear } = this.faults;
    const more = name === 'payout' ? payoutUnclear / 3 : 0;
    const way = this.isAway
      ? 'lost'
      : this.#random.pickWeighted([
          [lostRequest + more, 'lost'],
          [lateRequest + more, 'late'],
          [lostAnswer + more, 'unanswered'],
          [Math.max(0, 1 - lostRequest - lateRequest - lostAnswer - 3 * more), 'fine'],
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

  #charge(issuer: Issuer, request: ChargeRequest): ChargeResult {
    const known = this.charges.get(request.reference);
    if (this.refused.has(request.reference))
      return { outcome: 'refused', charge: known ? reportOf(known) : null, reason: 'refused' };
    if (known) return { outcome: 'accepted', charge: reportOf(known) };
    const isRefused = this.#random.chance(this.faults.chargeRefused);
    if (isRefused) this.refused.add(request.reference);
    // Some acquirers keep a record of what they refuse, some do not; a bank never does.
    if (isRefused && (issuer === BANK || this.#random.chance(0.5)))
      return { outcome: 'refused', charge: null, reason: 'refused' };
    const charge = newCharge(
      issuer,
      request,
      `tx_${this.charges.size + 1}`,
      isRefused ? 'FAILED' : 'WAITING_PAYMENT',
      this.#clock.businessNow(),
    );
    this.charges.set(request.reference, charge);
    this.#notify(charge, 'may be lost');
    const report = reportOf(charge);
    if (!isRefused && this.#random.chance(this.faults.paidAtOnce)) this.pay(charge);
    return { outcome: isRefused ? 'refused' : 'accepted', charge: report, reason: 'refused' };
  }

  /** One of them knows nothing of what the other has issued. */
  #find(issuer: Issuer, reference: string): Charge | undefined {
    const charge = this.charges.get(reference);
    return charge?.issuer === issuer ? charge : undefined;
  }

  #query(issuer: Issuer, reference: string): QueryResult {
    const charge = this.#find(issuer, reference);
    if (!charge) return { outcome: 'not_found' };
    if (issuer === SIMULATED) return { outcome: 'found', charge: reportOf(charge) };
    const { shown, isOdd } = this.#shownCharges.read(reference, this.faults.readLagMs);
    if (isOdd) return oddly(charge);
    return shown ? { outcome: 'found', charge: shown } : { outcome: 'not_found' };
  }

  #cancel(issuer: Issuer, reference: string, by: string): QueryResult {
    const charge = this.#find(issuer, reference);
    if (!charge || !isWaiting(charge)) return this.#query(issuer, reference);
    this.cancels.push({ reference, by, at: this.#clock.businessNow() });
    this.end(charge, 'CANCELLED');
    return { outcome: 'found', charge: reportOf(charge) };
  }

  #refund(issuer: Issuer, request: RefundRequest): SentRefund {
    const charge = this.#find(issuer, request.charge.reference);
    if (!charge) return { outcome: 'rejected', reason: 'no such charge' };
    const known = this.refunds.get(request.reference);
    if (known) return this.#refundSentAgain(issuer, request.reference);
    const promised = [...this.refunds.values()]
      .filter((refund) => refund.status === 'PROCESSING' && refund.chargeReference === request.charge.reference)
      .reduce((sum, refund) => sum + refund.amountCents, 0);
    const left = leftOfPayment(charge, request.charge.endToEndId);
    const isPossible = charge.status === 'PAID' && request.amountCents <= left - promised;
    const isRefused = !isPossible || this.#random.chance(this.faults.refundRefused);
    // A bank may refuse at the door, and then it knows nothing of it.
    if (isRefused && issuer === BANK && !request.isRepeat && this.#random.chance(0.5))
      return { outcome: 'rejected', reason: 'refused at the door' };
    const refund: SimRefund = {
      refundId: `rf_${this.refunds.size + 1}`,
      reference: request.reference,
      chargeReference: request.charge.reference,
      endToEndId: request.charge.endToEndId,
      status: 'PROCESSING',
      amountCents: request.amountCents,
      refundedAt: null,
      reason: null,
    };
    this.refunds.set(request.reference, refund);
    if (isRefused) refund.status = 'REFUSED';
    else if (!this.#random.chance(this.faults.refundProcessing)) this.#payBack(charge, refund);
    this.#shownRefunds.write(request.reference, { ...refund });
    return { outcome: 'found', refund: { ...refund } };
  }

  /** Its id is taken: the bank says so, and its reads may not know yet by whom. */
  #refundSentAgain(issuer: Issuer, reference: string): SentRefund {
    const found = this.#queryRefund(issuer, reference);
    return found.outcome === 'not_found' ? { outcome: 'unknown', reason: 'the id is taken' } : found;
  }

  #queryRefund(issuer: Issuer, reference: string): QueriedRefund {
    const refund = this.refunds.get(reference);
    if (!refund) return { outcome: 'not_found' };
    if (issuer === SIMULATED) return { outcome: 'found', refund: { ...refund } };
    const { shown, isOdd } = this.#shownRefunds.read(reference, REFUND_LAG * this.faults.readLagMs);
    if (isOdd) return unreadable('valor');
    return shown ? { outcome: 'found', refund: shown } : { outcome: 'not_found' };
  }

  #payBack(charge: Charge, refund: SimRefund): void {
    const now = this.#clock.businessNow();
    refund.status = 'REFUNDED';
    refund.refundedAt = now;
    charge.refundedCents += refund.amountCents;
    takeFrom(charge, refund.endToEndId, refund.amountCents);
    if (leftOf(charge) === 0) moveCharge(charge, 'REFUNDED', now);
    this.#notify(charge, 'may be lost');
  }

  /** A refund that took its time ends, one way or the other. */
  settleRefund(refund: SimRefund, isRefused: boolean): void {
    const charge = this.charges.get(refund.chargeReference);
    if (!charge || refund.status !== 'PROCESSING') return;
    if (isRefused || refund.amountCents > leftOfPayment(charge, refund.endToEndId)) {
      refund.status = 'REFUSED';
      this.#notify(charge, 'may be lost');
    } else {
      this.#payBack(charge, refund);
    }
    this.#shownRefunds.write(refund.reference, { ...refund });
  }

  /** The payer pays what is asked, or more or less, perhaps after the charge was cancelled. Returns the sum. */
  pay(charge: Charge, moreCents = 0): number {
    const isLate = !isWaiting(charge);
    const now = this.#clock.businessNow();
    const asked = askedOn(this.#random, charge.request, dayOf(now));
    const amountCents = asked.cents + moreCents;
    if (isLate || moreCents !== 0) charge.isRegular = false;
    charge.receivedCents += amountCents;
    charge.sums.push(charge.receivedCents);
    const endToEndId = `e2e ${charge.transactionId} ${charge.payments.length + 1}`;
    charge.payments.push({ endToEndId, amountCents, refundedAmountCents: 0, at: now });
    if (charge.paidAt === null) this.#noteFirst(charge, asked, amountCents, now);
    moveCharge(charge, 'PAID', now);
    // After the last check of the safety net only a notification can tell us; acquirers repeat it until it is accepted.
    this.#notify(charge, isLate ? 'arrives' : 'may be lost');
    return amountCents;
  }

  /** Of a boleto some banks know only the day. */
  #noteFirst(charge: Charge, asked: Asked, paidCents: number, now: Date): void {
    const isBoleto = charge.request.paymentType === 'invoice';
    const day = dayOf(now);
    charge.paidAt = isBoleto && this.#random.chance(0.5) ? midnightOf(day) : now;
    charge.received = isBoleto ? toldOf(this.#random, asked, paidCents, day) : null;
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

  /** The bank takes money back without being asked: that part of what is left, all of it from one payment. */
  takeBack(charge: Charge, part: number): number {
    const whole = charge.payments.filter((payment) => payment.amountCents > payment.refundedAmountCents);
    const from = charge.issuer === BANK && whole.length > 0 ? this.#random.pick(whole).endToEndId : null;
    const amountCents = Math.ceil(leftOfPayment(charge, from) * part);
    if (amountCents === 0) return 0;
    charge.unaskedCents += amountCents;
    takeFrom(charge, from, amountCents);
    if (from !== null)
      charge.medReturns.push({
        id: `med ${charge.transactionId} ${charge.medReturns.length + 1}`,
        endToEndId: from,
        amountCents,
        nature: this.#random.pick(['MED_OPERACIONAL', 'MED_FRAUDE']),
        returnedAt: this.#clock.businessNow(),
      });
    charge.isRegular = false;
    if (leftOf(charge) === 0) moveCharge(charge, 'REFUNDED', this.#clock.businessNow());
    this.#notify(charge, 'arrives');
    return amountCents;
  }

  /** The totals of the charges that were paid on that day. */
  #totals(day: string): DailyTotals {
    const paid = [...this.charges.values()].filter(
      ({ issuer, paidAt }) => issuer === SIMULATED && paidAt !== null && dayOf(paidAt) === day,
    );
    const totals = {
      count: paid.length,
      paidCents: paid.reduce((sum, charge) => sum + charge.receivedCents, 0),
      refundedCents: paid.reduce((sum, charge) => sum + charge.refundedCents + charge.unaskedCents, 0),
    };
    this.#told(SIMULATED, day, totals);
    return totals;
  }

  #told(issuer: Issuer, day: string, totals: DailyTotals): void {
    const key = `${issuer} ${day}`;
    this.totalsTold.set(key, [...(this.totalsTold.get(key) ?? []), totals]);
  }

  /** A page of what the bank received; what its pages say of a whole day adds up to what it told. */
  #received(actor: Actor, { from, to, page, isReturnedOnly }: ReceivedQuestion): ReceivedPage {
    const all = [...this.charges.values()]
      .filter(({ issuer }) => issuer === BANK)
      .flatMap((charge) => charge.payments.map((payment) => receivedOf(charge, payment)))
      .filter(({ paidAt }) => paidAt >= from && paidAt < to)
      .filter(({ refundedAmountCents }) => !isReturnedOnly || refundedAmountCents > 0);
    const payments = all.slice(page * PAYMENTS_PER_PAGE, (page + 1) * PAYMENTS_PER_PAGE);
    const isLast = all.length <= (page + 1) * PAYMENTS_PER_PAGE;
    if (isReturnedOnly) return { outcome: 'found', payments, isLast };
    const before = (page > 0 && this.#listed.get(actor)) || { count: 0, paidCents: 0, refundedCents: 0 };
    const totals = {
      count: before.count + payments.length,
      paidCents: before.paidCents + sumOf(payments, ({ amountCents }) => amountCents),
      refundedCents: before.refundedCents + sumOf(payments, ({ refundedAmountCents }) => refundedAmountCents),
    };
    this.#listed.set(actor, totals);
    if (isLast) this.#told(BANK, dayOf(from), totals);
    return { outcome: 'found', payments, isLast };
  }

  /** After every change. */
  #notify(charge: Charge, fate: 'may be lost' | 'arrives'): void {
    this.#shownCharges.write(charge.request.reference, reportOf(charge));
    this.#tell(charge.issuer, charge.request.reference, fate);
  }

  #tell(issuer: Issuer, reference: string, fate: 'may be lost' | 'arrives'): void {
    if (fate === 'may be lost' && this.#random.chance(this.faults.notificationLost)) return;
    const copies = this.#random.chance(this.faults.notificationRepeated) ? this.#random.int(2, 4) : 1;
    for (let copy = 0; copy < copies; copy++) {
      const delayMs = this.#random.chance(this.faults.notificationDelayed)
        ? this.#random.int(0, LONGEST_NOTIFICATION_DELAY_MS)
        : 0;
      const dueAt = new Date(this.#clock.businessNow().getTime() + delayMs);
      this.notifications.push({ issuer, reference, dueAt });
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
    const lagging = [this.#shownCharges, this.#shownRefunds, this.payoutBank.shown];
    for (const { arrive, arrivesAt } of arrived) {
      for (const reads of lagging) reads.arrivedAt = arrivesAt;
      arrive();
    }
    for (const reads of lagging) reads.arrivedAt = null;
  }
}

/** The last of several payments cannot be read, or all of it. */
function oddly(charge: Charge): QueryResult {
  const report = reportOf(charge);
  const last = report.payments?.at(-1);
  if (!last || charge.payments.length < 2) return unreadable('calendario');
  const isOther = ({ endToEndId }: { endToEndId?: string }) => endToEndId !== last.endToEndId;
  return {
    outcome: 'found',
    charge: {
      ...report,
      amountCents: report.amountCents - last.amountCents,
      refundedAmountCents: report.refundedAmountCents - last.refundedAmountCents,
      payments: report.payments?.filter(isOther) ?? [],
      medReturns: report.medReturns?.filter(isOther) ?? [],
      oddItems: ['pix[].valor'],
    },
  };
}

function receivedOf({ request }: Charge, { at, ...payment }: SimPayment): ReceivedPayment {
  return { reference: request.reference, paidAt: at, ...payment };
}

function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}
