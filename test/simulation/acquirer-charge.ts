import type { AcquirerCharge, AcquirerRefund, AcquirerStatus, ChargeRequest } from '../../src/acquirers/acquirer.ts';

/** One charge as the simulated acquirer keeps it. Money is the truth here: received − refunded is what it holds. */
export interface Charge {
  request: ChargeRequest;
  transactionId: string;
  status: AcquirerStatus;
  receivedCents: number;
  /** Refunds that we asked for. */
  refundedCents: number;
  /** Refunds that the bank made of its own accord. */
  unaskedCents: number;
  /** False once something unexpected happened to its money: late, twice, too much, too little, or taken back. */
  isRegular: boolean;
  paidAt: Date | null;
  history: { status: string; createdAt: string }[];
}

export interface SimRefund extends AcquirerRefund {
  chargeReference: string;
}

export function newCharge(request: ChargeRequest, transactionId: string, status: AcquirerStatus, now: Date): Charge {
  const history = [{ status, createdAt: now.toISOString() }];
  const money = { receivedCents: 0, refundedCents: 0, unaskedCents: 0, isRegular: true, paidAt: null };
  return { request, transactionId, status, ...money, history };
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

/** The answer to a query: a copy, because the charge may change while the answer travels. */
export function reportOf(charge: Charge): AcquirerCharge {
  const { request, transactionId, status, receivedCents, refundedCents, unaskedCents, paidAt, history } = charge;
  return {
    transactionId,
    endToEndId: paidAt === null ? null : `e2e ${transactionId}`,
    reference: request.reference,
    status,
    amountCents: receivedCents > 0 ? receivedCents : request.amountCents,
    provider: 'simulated',
    history: [...history],
    payer: null,
    paidAt,
    refundedAmountCents: refundedCents + unaskedCents,
    instrument: { pixQrCode: request.paymentType === 'pix' ? `qr ${transactionId}` : null, boleto: null },
  };
}
