import {
  addBusinessDays,
  addDays,
  endOfSaoPauloDay,
  saoPauloDateOf,
  startOfSaoPauloDay,
} from '../../ground/brazil/calendar.rules.ts';
import { CHARGE_TYPES, type ChargeType } from '../../rails/acquirers/acquirer.ts';
import { DEFAULT_DUE_DAYS } from '../boleto-terms/due-days.rules.ts';
import type { PaymentType } from './payment.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const PIX_VALIDITY_MS = 30 * MINUTE_MS;
const PIX_GRACE_MS = 2 * MINUTE_MS;
const BOLETO_GRACE_BUSINESS_DAYS = 3;

/** After the end of a payment, money may still be on its way: look again after these, from the moment it failed. */
const LATE_PIX_CHECKS_MS = [HOUR_MS, 24 * HOUR_MS];
const LATE_BOLETO_CHECKS = 5;
/** More than any timetable has: a look beyond it is the last one. */
export const ALL_LATE_CHECKS = Math.max(LATE_PIX_CHECKS_MS.length, LATE_BOLETO_CHECKS);

/** When a charge was made, and until when it is to be paid. */
export interface ChargeTimes {
  expiresAt: Date;
  dueDate: string | null;
}

/** What differs between the ways in which a payer can pay. A new method is an entry of the table below. */
export interface Method {
  /** The day asked for or, where an order names none, the usual one; null: this method has no due date. */
  dueDateFor(asked: string | null, at: Date): string | null;
  /** `lastPayableDate` is null where the method has no due date. */
  expiryOf(createdAt: Date, lastPayableDate: string | null): Date;
  /** From this moment on, an unpaid charge is cancelled at the acquirer. */
  cancelDeadlineOf(times: ChargeTimes): Date;
  /** At the rarest, the acquirer is asked about a pending payment this often. */
  longestPollMs: number;
  /** When to look again at one that has failed, after so many looks; null: never again. */
  lateCheckAt(checksDone: number, failedAt: Date): Date | null;
  /** Paid in seconds by somebody who looks at its page: while they look, the acquirer is asked. */
  isPaidWhileWatched: boolean;
  /** Given back by `POST /payments/pix/refund`; what is not goes back as a whole, by a reversal. */
  isRefundedInParts: boolean;
  /** In a sentence: paid … */
  wayInPortuguese: string;
}

const pixCancelDeadline = (expiresAt: Date) => new Date(expiresAt.getTime() + PIX_GRACE_MS);
const pixExpiry = (createdAt: Date) => new Date(createdAt.getTime() + PIX_VALIDITY_MS);

export const METHODS: Readonly<Record<ChargeType, Method>> = {
  pix: {
    dueDateFor: () => null,
    expiryOf: pixExpiry,
    cancelDeadlineOf: ({ expiresAt }) => pixCancelDeadline(expiresAt),
    longestPollMs: 15 * MINUTE_MS,
    lateCheckAt(checksDone, failedAt) {
      const pause = LATE_PIX_CHECKS_MS[checksDone];
      return pause === undefined ? null : new Date(failedAt.getTime() + pause);
    },
    isPaidWhileWatched: true,
    isRefundedInParts: true,
    wayInPortuguese: 'por PIX',
  },
  invoice: {
    dueDateFor: (asked, at) => asked ?? addDays(saoPauloDateOf(at), DEFAULT_DUE_DAYS),
    expiryOf: (createdAt, lastPayableDate) =>
      lastPayableDate === null ? pixExpiry(createdAt) : endOfSaoPauloDay(lastPayableDate),
    cancelDeadlineOf: ({ expiresAt, dueDate }) =>
      dueDate === null
        ? pixCancelDeadline(expiresAt)
        : startOfSaoPauloDay(addDays(addBusinessDays(saoPauloDateOf(expiresAt), BOLETO_GRACE_BUSINESS_DAYS), 1)),
    longestPollMs: 6 * HOUR_MS,
    lateCheckAt(checksDone, failedAt) {
      if (checksDone >= LATE_BOLETO_CHECKS) return null;
      const day = addBusinessDays(saoPauloDateOf(failedAt), checksDone + 1);
      return new Date(startOfSaoPauloDay(day).getTime() + 12 * HOUR_MS);
    },
    isPaidWhileWatched: false,
    isRefundedInParts: false,
    wayInPortuguese: 'por boleto',
  },
};

/** Only these are ever stored; a card, which the interface can name, would be looked after as a PIX. */
export function chargeTypeOf(type: PaymentType): ChargeType {
  return CHARGE_TYPES.find((known) => known === type) ?? 'pix';
}

export function methodOf(type: PaymentType): Method {
  return METHODS[chargeTypeOf(type)];
}
