import {
  addDays,
  daysBetween,
  rollToBusinessDay,
  saoPauloDateOf,
  startOfSaoPauloDay,
} from '../../ground/brazil/calendar.rules.ts';
import type { AcquirerCharge, AcquirerStatus, ChargeRequest } from '../acquirers/acquirer.ts';
import type { ReceivedBoleto, Registration, RequestedChange } from '../acquirers/boleto.ts';
import { isAlreadyThere, type Movement, motivesText } from './layout/movement.rules.ts';
import { type CnabAccount, cnabProfile } from './layout/profiles.rules.ts';
import { slipOf } from './layout/slip.rules.ts';
import type { RemessaMovement, RemessaTitle, TitleTerms } from './layout/title.rules.ts';
import type { LockedTitle, StoredTitle, TitleStatus, WaitingOrder } from './stored-title.rules.ts';
import { referenceInFile } from './title-witness.rules.ts';

const CHARGE_STATUS: Readonly<Record<TitleStatus, AcquirerStatus>> = {
  WAITING: 'WAITING_CONFIRMATION',
  SENT: 'WAITING_CONFIRMATION',
  REGISTERED: 'WAITING_PAYMENT',
  REJECTED: 'FAILED',
  PAID: 'PAID',
  WRITTEN_OFF: 'CANCELLED',
};

/** A title as every acquirer tells of a charge: what the last file said is what it says. */
export function chargeOf(account: CnabAccount, title: StoredTitle): AcquirerCharge {
  const { due_date: dueDate, amount_cents: amountCents, sequence, year } = title;
  const {
    sequence: _,
    ourNumberDigits,
    ...boleto
  } = slipOf(account, sequence, {
    dueDate,
    amountCents,
    year,
  });
  return {
    reference: title.reference,
    transactionId: `${title.acquirer}-${ourNumberDigits}`,
    endToEndId: null,
    status: CHARGE_STATUS[title.status],
    isExpired: false,
    amountCents: title.paid_cents ?? amountCents,
    provider: `${cnabProfile(account.profile).bankName} (CNAB 240)`,
    history: title.history,
    payer: null,
    paidAt: title.paid_on === null ? null : startOfSaoPauloDay(title.paid_on),
    refundedAmountCents: 0,
    instrument: { pixQrCode: null, boleto },
    registration: registrationOf(title),
    received: receivedOf(title),
    dueDate,
    requestedChange: title.requested_change,
  };
}

/** What was paid for a title, as its bank tells it; null: nothing. */
export function receivedOf(title: StoredTitle): ReceivedBoleto | null {
  if (title.paid_cents === null) return null;
  return {
    paidCents: title.paid_cents,
    fineCents: null,
    interestCents: null,
    chargesCents: title.charges_cents,
    discountCents: title.discount_cents,
    creditOn: title.credit_on,
    by: 'boleto',
  };
}

function registrationOf({ status, registered_at, reason }: StoredTitle): Registration {
  if (status === 'REJECTED') return { status: 'REJECTED', registeredAt: null, reason };
  const isWaiting = registered_at === null && status !== 'REGISTERED' && status !== 'PAID';
  return { status: isWaiting ? 'WAITING' : 'REGISTERED', registeredAt: registered_at, reason: null };
}

/** What a movement makes of a title; null: nothing that the title would show. */
export function titleAfter(account: CnabAccount, title: LockedTitle, movement: Movement, at: Date): LockedTitle | null {
  switch (movement.kind) {
    case 'registered':
      return isOpen(title) ? registered(title, at) : null;
    case 'rejected':
      if (!isOpen(title)) return null;
      return isAlreadyThere(account.profile, movement)
        ? registered(title, at)
        : withStatus({ ...title, reason: motivesText(account.profile, movement) }, 'REJECTED', at);
    case 'paid':
    case 'paid_after_write_off':
      return isPaymentOfNothing(movement) ? null : paid(title, movement, at);
    case 'written_off':
      return title.status === 'PAID' ? null : withStatus({ ...title, requested_change: null }, 'WRITTEN_OFF', at);
    case 'taken_back':
      return title.status === 'PAID' ? takenBack(title, movement, at) : null;
    case 'due_date_changed':
      return moved(title, movement.dueDate ?? askedDay(title));
    case 'instruction_refused':
      return {
        ...title,
        requested_change: isRefusedBy(account, title, movement) ? null : title.requested_change,
        reason: motivesText(account.profile, movement),
      };
    default:
      return null;
  }
}

/**
 * Whether it was the change that waits that was refused. The bank cannot refuse what it was not told of: a cancellation
 * that was asked for after another due date still waits.
 */
function isRefusedBy(
  { profile }: CnabAccount,
  { requested_change: waiting, untold }: LockedTitle,
  { code }: Movement,
): boolean {
  if (!waiting) return false;
  const refused = cnabProfile(profile).retorno.refusedChanges?.[code];
  return !untold.includes(ORDER_OF[waiting.kind]) && (refused === undefined || refused === waiting.kind);
}

const ORDER_OF: Readonly<Record<RequestedChange['kind'], RemessaMovement>> = {
  cancel: 'write_off',
  due_date: 'new_due_date',
};

function registered<Known extends StoredTitle>(title: Known, at: Date): Known {
  return withStatus({ ...title, registered_at: title.registered_at ?? at }, 'REGISTERED', at);
}

/** Nonsense that would credit a sale for which nothing came. */
export function isPaymentOfNothing(movement: Movement): boolean {
  return isPayment(movement) && movement.paidCents === 0;
}

/** The bank has received something. */
export function isMoney(movement: Movement): boolean {
  return isPayment(movement) && movement.paidCents > 0;
}

function isPayment({ kind }: Movement): boolean {
  return kind === 'paid' || kind === 'paid_after_write_off';
}

/** Of one that was paid twice the other payment stays; where the bank names no sum, all of it is gone. */
function takenBack<Known extends StoredTitle>(title: Known, movement: Movement, at: Date): Known {
  const left = (title.paid_cents ?? 0) - movement.paidCents;
  if (movement.paidCents === 0 || left <= 0) return withStatus({ ...title, ...NOT_PAID }, 'WRITTEN_OFF', at);
  const less = (before: number | null, gone: number) => Math.max(0, (before ?? 0) - gone);
  return withStatus(
    {
      ...title,
      paid_cents: left,
      charges_cents: less(title.charges_cents, movement.chargesCents),
      discount_cents: less(title.discount_cents, movement.discountCents + movement.abatementCents),
    },
    'PAID',
    at,
  );
}

const NOT_PAID = { paid_cents: null, charges_cents: null, discount_cents: null, paid_on: null, credit_on: null };

/** One that is paid a second time brings its second sum: received are both. */
function paid<Known extends StoredTitle>(title: Known, movement: Movement, at: Date): Known {
  const sum = (before: number | null, more: number) => (before ?? 0) + more;
  return withStatus(
    {
      ...title,
      requested_change: null,
      paid_cents: sum(title.paid_cents, movement.paidCents),
      charges_cents: sum(title.charges_cents, movement.chargesCents),
      discount_cents: sum(title.discount_cents, movement.discountCents + movement.abatementCents),
      paid_on: title.paid_on ?? movement.paidOn ?? saoPauloDateOf(at),
      credit_on: title.credit_on ?? movement.creditOn,
    },
    'PAID',
    at,
  );
}

/** A cancellation that was asked for meanwhile still waits. */
function moved<Known extends StoredTitle>(title: Known, dueDate: string): Known {
  const waiting = title.requested_change;
  return {
    ...title,
    ...movedTo(title, dueDate),
    requested_change: waiting?.kind === 'due_date' ? null : waiting,
  };
}

function askedDay({ requested_change, due_date }: StoredTitle): string {
  return requested_change?.kind === 'due_date' ? requested_change.dueDate : due_date;
}

/** It may be paid for as many days after the new day as after the old one. */
export function movedTo(title: StoredTitle, dueDate: string): Pick<StoredTitle, 'due_date' | 'terms'> {
  const days = daysBetween(rollToBusinessDay(title.due_date), title.terms.lastPayableDate);
  const lastPayableDate = addDays(rollToBusinessDay(dueDate), Math.max(0, days));
  return { due_date: dueDate, terms: { ...title.terms, lastPayableDate } };
}

/** What the bank's file says of a title. One with another due date may be paid until another last day, too. */
export function remessaTitleOf(order: WaitingOrder): RemessaTitle {
  const { due_date: dueDate, terms } = order.order_due_date === null ? order : movedTo(order, order.order_due_date);
  return {
    ...terms,
    dueDate,
    movement: order.movement,
    amountCents: order.amount_cents,
    sequence: order.sequence,
    year: order.year,
    reference: referenceInFile(order.reference),
    documentNumber: order.document_number,
    issuedOn: order.issued_on,
  };
}

/** An order in the words of the bank's files. What it lacks is empty, and told before anything is stored. */
export function termsOfRequest({ amountCents, dueDate, terms, payer }: ChargeRequest): TitleTerms {
  const { address } = payer;
  const lines = [address?.line1, address?.line2].filter(Boolean).join(' ');
  return {
    amountCents,
    dueDate: dueDate ?? '',
    lastPayableDate: terms?.lastPayableDate ?? dueDate ?? '',
    payer: {
      name: payer.name,
      document: payer.document,
      address: lines,
      zipCode: address?.zipCode ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
    },
    fine: terms?.fine ?? null,
    interest: terms?.interest ?? null,
    discounts: terms?.discounts ?? [],
  };
}

function isOpen({ status }: StoredTitle): boolean {
  return status === 'WAITING' || status === 'SENT';
}

export function withStatus<Known extends StoredTitle>(title: Known, status: TitleStatus, at: Date): Known {
  return { ...title, status, history: [...title.history, { status, createdAt: at.toISOString() }] };
}
