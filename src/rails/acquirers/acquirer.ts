/**
 * THE PORT to a sub-acquirer. Every call carries our own reference, chosen and stored before the call, and the ids that
 * the acquirer issued, as far as we know them. A call is safe to repeat: the same reference never charges or refunds
 * twice. An unclear answer is `unknown`, never a refusal.
 */

import type {
  BoletoInstrument,
  ChargeTerms,
  InvoiceTraits,
  PostalAddress,
  ReceivedBoleto,
  Registration,
  RequestedChange,
  TermsProblem,
  TwoPlaces,
} from './boleto.ts';
import type { PayoutCapability } from './payout.ts';
import type { Unknown } from './unknown.ts';

/** The name of the acquirer that comes with the gateway, in sandbox mode only. */
export const SANDBOX = 'sandbox';

export type AcquirerStatus =
  | 'WAITING_CONFIRMATION'
  | 'WAITING_PAYMENT'
  | 'PAID'
  | 'APPROVED'
  | 'FAILED'
  | 'CANCELLED'
  | 'REFUNDED';

export const ACQUIRER_STATUSES: readonly AcquirerStatus[] = [
  'WAITING_CONFIRMATION',
  'WAITING_PAYMENT',
  'PAID',
  'APPROVED',
  'FAILED',
  'CANCELLED',
  'REFUNDED',
];

/** Headers that whoever follows a piece of work adds to the call that is being made. */
export type CallHeaders = () => Readonly<Record<string, string>>;

/** The types of payment that this gateway can charge: `gateway/payments/methods.rules.ts` says what each is. */
export const CHARGE_TYPES = ['pix', 'invoice'] as const;
export type ChargeType = (typeof CHARGE_TYPES)[number];

export interface ChargeRequest {
  reference: string;
  paymentType: ChargeType;
  amountCents: number;
  description: string;
  payer: { name: string; document: string; email: string; address: PostalAddress | null };
  beneficiary: { name: string; document: string; city: string };
  /** PIX only: until when the code may be paid. */
  expiresAt: Date;
  /** Invoice only: `YYYY-MM-DD`. */
  dueDate: string | null;
  /** Invoice only. */
  terms: ChargeTerms | null;
  /** It may have been sent before: where a second charge is no mere repeat at the bank, the adapter asks first. */
  isRepeat: boolean;
}

/** What a payer needs in order to pay, as the acquirer issued it. */
export interface PaymentInstrument {
  pixQrCode: string | null;
  boleto: BoletoInstrument | null;
}

/**
 * Identifies a charge at its acquirer: our reference, and the ids that the acquirer gave it; null until we know them.
 */
export interface ChargeAtAcquirer {
  reference: string;
  transactionId: string | null;
  /** The id of the received payment, where the payment system has one: a PIX is refunded by it. */
  endToEndId: string | null;
  /** Of a boleto: what banks are asked by that cannot be asked by our reference. Absent where it is not known. */
  invoice?: InvoiceTraits;
  /** Of a boleto: a change that its bank has given a name and not answered yet, as far as we know. */
  change?: { id: string; dueDate: string };
}

export interface AcquirerCharge extends ChargeAtAcquirer {
  transactionId: string;
  status: AcquirerStatus;
  /** Of one that is CANCELLED, where the acquirer tells: because its time was over. */
  isExpired?: boolean;
  /** What was received, all payments together; while nothing was received, what was asked for. */
  amountCents: number;
  provider: string;
  history: { status: string; createdAt: string }[];
  /** `document` arrives masked. */
  payer: { fullName: string; document: string } | null;
  paidAt: Date | null;
  refundedAmountCents: number;
  instrument: PaymentInstrument;
  /** What the bank took back without being asked by us; contained in `refundedAmountCents`. */
  medReturns?: readonly MedReturn[];
  /** Payments and returns that could not be read and are in no sum here, by the field at fault; absent: none. */
  oddItems?: readonly string[];
  /** Invoice only, where the bank tells; absent: it was registered when it was issued. */
  registration?: Registration;
  /** Of a boleto that was paid: what the bank says of the sum. Absent: it says no more than `amountCents`. */
  received?: ReceivedBoleto | null;
  /** Each payment that it received, where the acquirer tells them apart: one code can be paid several times. */
  payments?: readonly ChargePayment[];
  /** Of a boleto: as the bank has it now, `YYYY-MM-DD`; null where it does not tell. */
  dueDate?: string | null;
  /** Of a boleto: the last day on which the bank takes it, where it tells. */
  lastPayableDate?: string | null;
  /** What the bank has taken note of and not done yet. */
  requestedChange?: RequestedChange | null;
  /** Of a boleto with a PIX code of another acquirer: where the money is. */
  twoPlaces?: TwoPlaces;
}

export interface ChargePayment {
  endToEndId: string;
  amountCents: number;
  refundedAmountCents: number;
}

/** Money that the banks took back among themselves: the special mechanism of PIX for fraud and operational failures. */
export interface MedReturn {
  /** The bank's own id of it, unique over all charges. */
  id: string;
  /** What it is called as long as it has no such id; absent where it has one from the first. */
  firstId?: string;
  /** The payment that it was taken from, where the acquirer tells payments apart. */
  endToEndId?: string;
  amountCents: number;
  nature: 'MED_OPERACIONAL' | 'MED_FRAUDE' | 'MED_PIX_AUTOMATICO';
  returnedAt: Date | null;
}

export type ChargeResult =
  | { outcome: 'accepted'; charge: AcquirerCharge }
  | { outcome: 'refused'; charge: AcquirerCharge | null; reason: string }
  | Unknown;

export type QueryResult = { outcome: 'found'; charge: AcquirerCharge } | { outcome: 'not_found' } | Unknown;

export type ChangeResult =
  | { outcome: 'changed'; charge: AcquirerCharge }
  /** The bank answers later; `changeId` is what it may be asked by then. */
  | { outcome: 'requested'; changeId?: string }
  | { outcome: 'refused'; reason: string }
  | Unknown;

export interface RefundAtAcquirer {
  /** The refund's own reference. */
  reference: string;
  charge: ChargeAtAcquirer;
}

export interface RefundRequest extends RefundAtAcquirer {
  amountCents: number;
  description: string | null;
  /** It may have been sent before: that it is refused then says nothing of what became of the first. */
  isRepeat: boolean;
}

export interface AcquirerRefund {
  refundId: string;
  reference: string;
  status: 'PROCESSING' | 'REFUNDED' | 'REFUSED';
  /** What is or was really given back, even when another amount was asked for. */
  amountCents: number;
  refundedAt: Date | null;
  reason: string | null;
}

/** A refund that is `found` with the status REFUSED will never be made: that is the acquirer's last word. */
export type SentRefund =
  | { outcome: 'found'; refund: AcquirerRefund }
  /** A first send only: the acquirer has answered that it will not, and, asked, knows of no such refund. */
  | { outcome: 'rejected'; reason: string }
  | Unknown;

export type QueriedRefund =
  | { outcome: 'found'; refund: AcquirerRefund }
  /** The acquirer does not know that refund, or the charge that it names. */
  | { outcome: 'not_found' }
  | Unknown;

export type RefundAnswer = SentRefund | QueriedRefund;

/** The charges that were paid on one day in São Paulo: how many, how much, and how much of it was given back since. */
export interface DailyTotals {
  count: number;
  paidCents: number;
  refundedCents: number;
}

export type TotalsResult = { outcome: 'found'; totals: DailyTotals } | Unknown;

/** A payment that the bank has received for a charge of ours, or of another system that shares the account. */
export interface ReceivedPayment {
  /** What its charge is called there; ours when it is one of our references, or the beginning of one. */
  reference: string;
  endToEndId: string;
  amountCents: number;
  paidAt: Date;
  /** What of it was given back since. */
  refundedAmountCents: number;
  /** Of a boleto, where the bank says it: the day on which it credits the money, `YYYY-MM-DD`. */
  creditOn?: string | null;
}

export interface ReceivedQuestion {
  from: Date;
  to: Date;
  /** From 0 on. */
  page: number;
  /** Only payments of which something was given back. */
  isReturnedOnly: boolean;
}

export type ReceivedPage =
  | {
      outcome: 'found';
      payments: readonly ReceivedPayment[];
      isLast: boolean;
      /** What was listed and could not be read, by the field at fault. */
      oddItems?: readonly string[];
    }
  | Unknown;

/**
 * `content` is all that was signed, its time included: only a message that is sent again word for word has the same.
 */
export type NotificationReading = { ok: true; reference: string; content: string } | { ok: false; reason: string };

export interface RefundCapability {
  send(request: RefundRequest): Promise<SentRefund>;
  query(refund: RefundAtAcquirer): Promise<QueriedRefund>;
}

/** PIX codes that stand on the slips of another acquirer, under the same reference, terms and due date. */
export interface SlipPixCapability extends Pick<Acquirer, 'query' | 'cancel'> {
  charge(request: ChargeRequest): Promise<ChargeResult>;
  /** Takes over the due date of the request, and until when it may be paid. */
  change(request: ChargeRequest): Promise<ChangeResult>;
}

export interface CallbackReading {
  /** What the body names, each once: our references, or their beginnings. */
  references: readonly string[];
  /** What it holds besides and cannot be read, by the field at fault. */
  oddItems: readonly string[];
}

/** The address that such callbacks are sent to ends in a secret; the body is not trusted. */
export interface CallbackCapability {
  isSecret(text: string): boolean;
  /** Null when it is no callback. */
  read(rawBody: string): CallbackReading | null;
}

/**
 * What an acquirer can do. The optional members are what its bank may not offer. Query and cancel are never
 * optional: without a query no notification could be believed, and without a cancel no charge that can still be paid
 * could be called failed.
 */
export interface Acquirer {
  /** Stored with every payment it issues, and part of the address of its notifications. */
  readonly name: string;
  /** How long one call may take before its outcome is `unknown`. */
  readonly timeoutMs: number;
  /** One member for each type of payment that it can charge. */
  readonly charges: { readonly [Type in ChargeType]?: (request: ChargeRequest) => Promise<ChargeResult> };
  /** `mayAsk` is called before a question is sent; false spares the acquirer it. Sharing an answer costs nothing. */
  query(charge: ChargeAtAcquirer, mayAsk?: () => boolean): Promise<QueryResult>;
  /** Cancels what is still unpaid and answers with the state that resulted: PAID stays PAID. */
  cancel(charge: ChargeAtAcquirer): Promise<QueryResult>;
  /** Of a boleto that is still unpaid; `YYYY-MM-DD`. */
  changeDueDate?(charge: ChargeAtAcquirer, dueDate: string): Promise<ChangeResult>;
  /** Why this acquirer would not take such a charge, as far as that is known without asking it; null: no reason. */
  termsProblem?(request: ChargeRequest): TermsProblem | null;
  readonly refunds?: RefundCapability;
  readonly payouts?: PayoutCapability;
  readonly slipPix?: SlipPixCapability;
  /** What it answers is never older than what it has hinted at: it is not asked about a hint a second time. */
  readonly neverLags?: boolean;
  /** The slips that it issues bring a PIX code of their own, where the bank can make one. */
  readonly bringsPix?: boolean;
  /** The acquirer's own sums for a day (`YYYY-MM-DD`), to compare with ours. */
  totals?(day: string): Promise<TotalsResult>;
  /**
   * Checks who sent a notification and returns which of our references it is about; the rest of the body
   * is not trusted.
   */
  readNotification?(headers: Record<string, string | string[] | undefined>, rawBody: string): NotificationReading;
  /** A page of the payments received in a period, for acquirers that list instead of adding up. */
  received?(question: ReceivedQuestion): Promise<ReceivedPage>;
  /** For banks whose callbacks carry no signature. */
  readonly callback?: CallbackCapability;
  /** When the certificate ends that is shown to the bank; absent where none is. */
  readonly certificateEndsAt?: Date;
  /** Whether the acquirer answers at all; `/readyz` shows it. */
  ping(): Promise<boolean>;
}
