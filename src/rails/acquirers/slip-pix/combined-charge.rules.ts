import type { AcquirerCharge, AcquirerStatus, ChargePayment, QueryResult } from '../acquirer.ts';

/** Where the money of a boleto with a PIX code of another acquirer is, as far as we know; null: nowhere yet. */
export type PaidBy = 'slip' | 'pix' | null;

/** What the bank of the slip and the bank of its PIX code say of one boleto. */
export interface BothAnswers {
  slip: QueryResult;
  pix: QueryResult;
  pixAcquirer: string;
  slipAcquirer: string;
  paidBy: PaidBy;
}

const PAID: readonly AcquirerStatus[] = ['PAID', 'APPROVED', 'REFUNDED'];
const OVER: readonly AcquirerStatus[] = ['CANCELLED', 'FAILED'];

export function isPaid({ status }: AcquirerCharge): boolean {
  return PAID.includes(status);
}

function ifPaid(charge: AcquirerCharge | null): AcquirerCharge | null {
  return charge && isPaid(charge) ? charge : null;
}

/** Nobody has paid it, and nobody can any more. */
export function isOver({ status }: AcquirerCharge): boolean {
  return OVER.includes(status);
}

/**
 * One answer about one boleto. Whatever came by either is in its sums; the sale is what we know to have been paid
 * first, else what was. It is over only when neither can be paid, and nothing is concluded from a bank that was not
 * heard.
 */
export function combinedResult(both: BothAnswers): QueryResult {
  const slip = chargeIn(both.slip);
  const pix = chargeIn(both.pix);
  const sale = saleOf(slip, pix, both.paidBy);
  if (sale === 'pix' && pix) return { outcome: 'found', charge: paidByPix(slip, pix, both) };
  // We know of money there, of which it does not tell: its reads lag, or it was not heard.
  if (sale === 'pix') return both.pix.outcome === 'unknown' ? both.pix : LAGGING;
  if (!slip) return both.slip;
  return { outcome: 'found', charge: paidBySlip(slip, pix, both) };
}

const LAGGING: QueryResult = { outcome: 'unknown', because: 'answered', reason: 'the bank of the PIX code lags' };

function chargeIn(result: QueryResult): AcquirerCharge | null {
  return result.outcome === 'found' ? result.charge : null;
}

/** Which of the two is the sale. Of two that nobody has booked yet the first one is, unless it went back already. */
function saleOf(slipSays: AcquirerCharge | null, pixSays: AcquirerCharge | null, paidBy: PaidBy): 'slip' | 'pix' {
  if (paidBy) return paidBy;
  const [slip, pix] = [ifPaid(slipSays), ifPaid(pixSays)];
  if (!pix) return 'slip';
  if (!slip) return 'pix';
  if ((slip.status === 'REFUNDED') !== (pix.status === 'REFUNDED')) return slip.status === 'REFUNDED' ? 'pix' : 'slip';
  return (pix.paidAt?.getTime() ?? 0) < (slip.paidAt?.getTime() ?? 0) ? 'pix' : 'slip';
}

function paidByPix(slip: AcquirerCharge | null, pix: AcquirerCharge, both: BothAnswers): AcquirerCharge {
  const second = ifPaid(slip);
  return {
    ...(slip ?? pix),
    ...sumsOf(pix, second),
    endToEndId: pix.endToEndId,
    payer: pix.payer ?? slip?.payer ?? null,
    paidAt: pix.paidAt,
    history: historyOf(slip, pix),
    instrument: instrumentOf(slip, pix),
    payments: [...(pix.payments ?? []), ...slipPayment(second)],
    medReturns: pix.medReturns ?? [],
    received: pix.received ?? null,
    ...oddItemsOf(slip, pix),
    twoPlaces: {
      receivedBy: both.pixAcquirer,
      differenceAt: second ? both.slipAcquirer : both.pixAcquirer,
      // Where the sale is not shown, the rest of the answer explains nothing.
      isPartial: !slip || (second !== null && !isPaid(pix)),
    },
  };
}

function paidBySlip(slip: AcquirerCharge, pix: AcquirerCharge | null, both: BothAnswers): AcquirerCharge {
  const second = ifPaid(pix);
  const isUnheard = both.pix.outcome === 'unknown';
  // Nobody may call it over while its code can be paid, or may have been.
  const mayBePaidByPix = isUnheard || (pix !== null && !isOver(pix));
  const status = isOver(slip) && mayBePaidByPix ? 'WAITING_CONFIRMATION' : slip.status;
  return {
    ...slip,
    ...sumsOf({ ...slip, status }, second),
    endToEndId: null,
    history: historyOf(slip, pix),
    instrument: instrumentOf(slip, pix),
    ...(second && {
      payments: [...slipPayment(slip), ...(second.payments ?? [])],
      medReturns: second.medReturns ?? [],
    }),
    ...oddItemsOf(slip, pix),
    twoPlaces: {
      receivedBy: both.slipAcquirer,
      differenceAt: second ? both.pixAcquirer : both.slipAcquirer,
      isPartial: isUnheard || (second !== null && !isPaid(slip)),
    },
  };
}

/** Of the sale, and of what came besides. */
function sumsOf(
  sale: AcquirerCharge,
  second: AcquirerCharge | null,
): Pick<AcquirerCharge, 'status' | 'amountCents' | 'refundedAmountCents'> {
  const { status, amountCents, refundedAmountCents } = sale;
  if (!second) return { status, amountCents, refundedAmountCents };
  const received = (isPaid(sale) ? amountCents : 0) + second.amountCents;
  const refunded = refundedAmountCents + second.refundedAmountCents;
  return {
    status: refunded >= received ? 'REFUNDED' : 'PAID',
    amountCents: received,
    refundedAmountCents: refunded,
  };
}

/** Slips have no ids of payments: the one that came is known by our reference. */
function slipPayment(slip: AcquirerCharge | null): ChargePayment[] {
  const paid = ifPaid(slip);
  if (!paid) return [];
  const { reference, amountCents, refundedAmountCents } = paid;
  return [{ endToEndId: `slip ${reference}`, amountCents, refundedAmountCents }];
}

/** A code that cannot be paid any more is none. */
function instrumentOf(slip: AcquirerCharge | null, pix: AcquirerCharge | null): AcquirerCharge['instrument'] {
  const pixQrCode = pix && !isOver(pix) ? pix.instrument.pixQrCode : null;
  return { pixQrCode, boleto: slip?.instrument.boleto ?? null };
}

function historyOf(slip: AcquirerCharge | null, pix: AcquirerCharge | null): AcquirerCharge['history'] {
  // What the code waits for, the slip waits for: only its payments are news.
  const ofPix = (pix?.history ?? []).filter(({ status }) => slip === null || PAID.some((one) => one === status));
  return [...(slip?.history ?? []), ...ofPix].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
}

function oddItemsOf(slip: AcquirerCharge | null, pix: AcquirerCharge | null): Pick<AcquirerCharge, 'oddItems'> {
  const oddItems = [...(slip?.oddItems ?? []), ...(pix?.oddItems ?? [])];
  return oddItems.length > 0 ? { oddItems } : {};
}
