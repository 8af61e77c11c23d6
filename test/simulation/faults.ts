import type { Random } from './random.ts';

export interface AcquirerFaults {
  /** The request never arrives. */
  lostRequest: number;
  /** The caller gives up, and the request arrives afterwards. */
  lateRequest: number;
  /** The request is executed, and its answer is lost. */
  lostAnswer: number;
  chargeRefused: number;
  /** A payer is faster than the answer to the charge. */
  paidAtOnce: number;
  refundRefused: number;
  refundProcessing: number;
  /** Of payouts, besides: the request is lost, late or unanswered, one as often as the other. */
  payoutUnclear: number;
  notificationLost: number;
  notificationRepeated: number;
  notificationDelayed: number;
  /** For this long the bank's reads may not show what was written, or show it in a way that nobody can read. */
  readLagMs: number;
  /** Nobody can reach an acquirer while a group of commands runs. */
  away: number;
}

export const NO_ACQUIRER_FAULTS: AcquirerFaults = {
  lostRequest: 0,
  lateRequest: 0,
  lostAnswer: 0,
  chargeRefused: 0,
  refundRefused: 0,
  refundProcessing: 0,
  payoutUnclear: 0,
  notificationLost: 0,
  notificationRepeated: 0,
  notificationDelayed: 0,
  paidAtOnce: 0,
  readLagMs: 0,
  away: 0,
};

/** The faults of one seed. */
export interface Faults {
  acquirer: AcquirerFaults;
  crash: number;
  lostConnection: number;
  receiverFails: number;
  /** Clocks of processes differ by up to this much. */
  skewMs: number;
  wrongAmount: number;
  latePayment: number;
  unaskedRefund: number;
  /** Money arrives again for a payment that is already paid or refunded. */
  paidTwice: number;
  /** A payment is undone. */
  paymentUndone: number;
  /** Whether days are compared with the acquirer: a seed has many days, so that only some seeds compare them. */
  comparesDays: boolean;
}

/** Draws about half of the faults, each with its own strength: where everything fails, nothing interesting happens. */
export function drawFaults(random: Random): Faults {
  const upTo = (most: number) => (random.chance(0.5) ? random.fraction() * most : 0);
  return {
    acquirer: {
      lostRequest: upTo(0.15),
      lateRequest: upTo(0.15),
      lostAnswer: upTo(0.2),
      chargeRefused: upTo(0.2),
      paidAtOnce: upTo(0.6),
      refundRefused: upTo(0.4),
      refundProcessing: upTo(0.8),
      payoutUnclear: upTo(0.6),
      notificationLost: upTo(0.8),
      notificationRepeated: upTo(0.6),
      notificationDelayed: upTo(0.6),
      readLagMs: random.chance(0.5) ? random.int(10_000, 50_000) : 0,
      away: random.chance(0.3) ? random.fraction() * 0.3 : 0,
    },
    crash: upTo(0.35),
    lostConnection: upTo(0.02),
    receiverFails: upTo(0.5),
    skewMs: random.pick([0, 0, random.int(1, 400), random.int(400, 3_000)]),
    wrongAmount: upTo(0.2),
    latePayment: random.chance(0.5) ? random.int(3, 10) / 10 : 0,
    unaskedRefund: upTo(0.5),
    paidTwice: upTo(0.5),
    paymentUndone: upTo(0.5),
    comparesDays: random.chance(0.2),
  };
}
