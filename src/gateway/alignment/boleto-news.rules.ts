import type { RequestedChange } from '../../rails/acquirers/boleto.ts';
import { lastPayableDateOf } from '../boleto-terms/figures.rules.ts';
import { METHODS } from '../payments/methods.rules.ts';
import type { BoletoChange, Payment, StoredChange, StoredRegistration } from '../payments/payment.ts';
import { PENDING } from '../payments/status.rules.ts';
import { type AcquirerAnswer, READS_CATCH_UP_MS } from './answer.rules.ts';

/** What an answer changes of a boleto besides its status, and what is told of it. */
export interface BoletoNews {
  change: BoletoChange;
  /** The bank has registered it at last. */
  registeredAt: Date | null;
  /** Another due date, or another change that waits. */
  isUpdated: boolean;
}

/** Null: nothing new. */
export function boletoNewsOf(payment: Payment, { boleto: told, data }: AcquirerAnswer, at: Date): BoletoNews | null {
  const isPending = payment.status === PENDING;
  const registration = registrationAfter(payment.registration, told.registration, at);
  const asked = payment.requested_change;
  const isMoved = isPending && asked?.kind === 'due_date' && told.dueDate === asked.dueDate;
  const isAnswered = isMoved || (asked !== null && isOver(asked, told.requestedChange, at));
  const requestedChange = asked && isAnswered ? null : asked;
  if (registration === payment.registration && requestedChange === asked) return null;
  const isRegistered = payment.registration?.status === 'WAITING' && registration?.status === 'REGISTERED';
  return {
    change: {
      ...changeOf(payment),
      registration,
      requestedChange,
      ...(isMoved && {
        dueDate: asked.dueDate,
        expiresAt: expiryWith(payment, asked.dueDate),
        boleto: data?.boleto ?? null,
      }),
    },
    registeredAt: isRegistered && isPending ? new Date(registration.registeredAt ?? at) : null,
    isUpdated: requestedChange !== asked,
  };
}

/** Banks name half an hour: one that shows the old state after this, and no word of the change, has not made it. */
const LONGEST_CHANGE_MS = 24 * 3_600_000;

/**
 * It was not made and will not be: because the bank knows of no change, or because it does not tell of changes and has
 * had its time. Reads lag writes: for a while an answer that knows of no change is older than the asking.
 */
function isOver({ requestedAt }: StoredChange, told: RequestedChange | null | undefined, at: Date): boolean {
  const waitedMs = at.getTime() - Date.parse(requestedAt);
  if (told === null) return waitedMs >= READS_CATCH_UP_MS;
  return told === undefined && waitedMs >= LONGEST_CHANGE_MS;
}

/** Until when a boleto may be paid that is due on that day. */
function expiryWith({ created_at, boleto_terms: terms }: Payment, dueDate: string): Date {
  return METHODS.invoice.expiryOf(created_at, lastPayableDateOf({ dueDate, terms }));
}

/** What was registered stays so, whatever an old answer says. */
function registrationAfter(
  known: StoredRegistration | null,
  told: AcquirerAnswer['boleto']['registration'],
  at: Date,
): StoredRegistration | null {
  if (!told || !known || known.status === told.status || known.status === 'REGISTERED') return known;
  const registeredAt = told.status === 'REGISTERED' ? (told.registeredAt ?? at).toISOString() : null;
  return { status: told.status, registeredAt, reason: told.reason };
}

/** A boleto as it is: a change of nothing. */
export function changeOf(payment: Payment): BoletoChange {
  const { registration, requested_change, due_date, expires_at } = payment;
  return { registration, requestedChange: requested_change, dueDate: due_date, expiresAt: expires_at, boleto: null };
}
