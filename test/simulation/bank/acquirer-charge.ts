import type {
  AcquirerCharge,
  AcquirerRefund,
  AcquirerStatus,
  ChargePayment,
  ChargeRequest,
  MedReturn,
} from '../../../src/rails/acquirers/acquirer.ts';
import type { ReceivedBoleto } from '../../../src/rails/acquirers/boleto.ts';

/** The names of the two: one that adds up its days, and a bank that lists its payments and tells what it took back. */
export const SIMULATED = 'simulated';
export const BANK = 'bank';
export type Issuer = typeof SIMULATED | typeof BANK;

/** One of the payments that a charge has received. */
export interface SimPayment extends ChargePayment {
  at: Date;
}

/** One charge as the simulated acquirer keeps it. Money is the truth here: received − refunded is what it holds. */
export interface Charge {
  issuer: Issuer;
  request: ChargeRequest;
  transactionId: string;
  status: AcquirerStatus;
  receivedCents: number;
  /** What was received, one by one; told apart by the bank alone. */
  payments: SimPayment[];
  /** Refunds that we asked for. */
  refundedCents: number;
  /** Refunds that the bank made of its own accord. */
  unaskedCents: number;
  /** Each of those, where the bank tells them apart. */
  medReturns: MedReturn[];
  /** False once something unexpected happened to its money: late, twice, too much, too little, or taken back. */
  isRegular: boolean;
  paidAt: Date | null;
  /** What it had received in all after each payment. */
  sums: number[];
  /** What the bank tells of the first payment of a boleto. */
  received: ReceivedBoleto | null;
  history: { status: string; createdAt: string }[];
}

export interface SimRefund extends AcquirerRefund {
  chargeReference: string;
  /** Which of its payments it is taken from. */
  endToEndId: string | null;
}

export function newCharge(
  issuer: Issuer,
  request: ChargeRequest,
  transactionId: string,
  status: AcquirerStatus,
  now: Date,
): Charge {
  const history = [{ status, createdAt: now.toISOString() }];
  const money = { receivedCents: 0, refundedCents: 0, unaskedCents: 0, isRegular: true, paidAt: null };
  const told = { payments: [], medReturns: [], sums: [], received: null, history };
  return { issuer, request, transactionId, status, ...money, ...told };
}

export function moveCharge(charge: Charge, status: AcquirerStatus, now: Date): void {
  charge.status = status;
  charge.history.push({ status, createdAt: now.toISOString() });
}

export function isWaiting(charge: Charge): boolean {
  return charge.status === 'WAITING_PAYMENT';
}

export function leftOf(charge: Charge): number {
  return charge.receivedCents - charge.refundedCents - charge.unaskedCents;
}

/** What is left of one of its payments; of all together where they are not told apart. */
export function leftOfPayment(charge: Charge, endToEndId: string | null): number {
  const payment = charge.payments.find((other) => other.endToEndId === endToEndId) ?? charge.payments[0];
  return charge.issuer === BANK && payment ? payment.amountCents - payment.refundedAmountCents : leftOf(charge);
}

/** Money of one of its payments has gone back. */
export function takeFrom(charge: Charge, endToEndId: string | null, amountCents: number): void {
  const payment = charge.payments.find((other) => other.endToEndId === endToEndId) ?? charge.payments[0];
  if (payment) payment.refundedAmountCents += amountCents;
}

/** The answer to a query: a copy, because the charge may change while the answer travels. */
export function reportOf(charge: Charge): AcquirerCharge {
  const { request, transactionId, status, receivedCents, refundedCents, unaskedCents, paidAt, history } = charge;
  return {
    transactionId,
    endToEndId: charge.payments[0]?.endToEndId ?? null,
    reference: request.reference,
    status,
    amountCents: receivedCents > 0 ? receivedCents : request.amountCents,
    provider: charge.issuer,
    history: [...history],
    payer: null,
    paidAt,
    refundedAmountCents: refundedCents + unaskedCents,
    instrument: { pixQrCode: request.paymentType === 'pix' ? `qr ${transactionId}` : null, boleto: null },
    medReturns: [...charge.medReturns],
    ...(charge.received && { received: charge.received }),
    ...(charge.issuer === BANK && { payments: charge.payments.map(({ at: _, ...payment }) => ({ ...payment })) }),
  };
}
