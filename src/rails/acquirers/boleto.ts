/** What the port knows of boletos: terms, slip, registration, and what was paid. */

export interface PostalAddress {
  line1: string | null;
  line2: string | null;
  /** Some banks demand it (bairro). */
  district: string | null;
  zipCode: string | null;
  city: string | null;
  state: string | null;
}

/** What is owed besides the amount of a boleto, or less than it, by the day on which it is paid. */
export interface BoletoTerms {
  /** Once, after the due date. Percents are hundredths of a percent of the amount. */
  fine: { percentHundredths: number } | { amountCents: number } | null;
  interest: { monthlyPercentHundredths: number } | { dailyAmountCents: number } | null;
  /** In rising order of their last days; of several that still count the first one does. */
  discounts: readonly BoletoDiscount[];
  payableDaysAfterDue: number;
}

/** Counts when the boleto is paid on or before the day `until`, `YYYY-MM-DD`. */
export type BoletoDiscount = { until: string; percentHundredths: number } | { until: string; amountCents: number };

export interface ChargeTerms extends BoletoTerms {
  /** The last day on which it may be paid, `YYYY-MM-DD`; without terms its due date, rolled to a business day. */
  lastPayableDate: string;
}

export interface BoletoInstrument {
  barcode: string;
  digitableLine: string;
  bankCode: string;
  bankName: string;
  /** The bank's check digit as printed after its code, e.g. the 9 of `001-9`. */
  bankCodeCheckDigit: string;
  beneficiaryCode: string;
  ourNumber: string;
  wallet: string;
  /** What its slip says of where to pay; absent: what every slip says. */
  paymentPlace?: string;
}

/** Whether a boleto can be paid everywhere yet: banks refuse one that its own bank has not registered. */
export interface Registration {
  status: 'WAITING' | 'REGISTERED' | 'REJECTED';
  registeredAt: Date | null;
  /** Of a rejected one, in Portuguese. */
  reason: string | null;
}

/** What of a received sum is what; null where the bank does not tell that part. */
export interface ReceivedBoleto {
  paidCents: number;
  fineCents: number | null;
  interestCents: number | null;
  /** Fine and interest in one sum. */
  chargesCents: number | null;
  discountCents: number | null;
  /** The day on which the bank credits it, `YYYY-MM-DD`. */
  creditOn: string | null;
  by: 'boleto' | 'pix';
}

/** What was asked of a bank that confirms or refuses later. */
export type RequestedChange = { kind: 'cancel' } | { kind: 'due_date'; dueDate: string };

/** Of a boleto that can be paid at its own bank, and by a PIX code of another. */
export interface TwoPlaces {
  /** Who received the sale, if it was paid. */
  receivedBy: string;
  /** Who holds what came besides, or what came at all. */
  differenceAt: string;
  /** One of the two was not heard, or shows less than we know: the sums prove no difference. */
  isPartial: boolean;
}

/** What a boleto is found by at a bank that cannot be asked by our reference. */
export interface InvoiceTraits {
  payerDocument: string;
  /** As it was ordered, `YYYY-MM-DD`. */
  dueDate: string;
}

/** What an acquirer cannot take of an order: the field as the interface names it, and why. */
export interface TermsProblem {
  field: string;
  reason: string;
}

/**
 * Where a bank has no room for a whole reference of ours, it is told the first characters, as many as these: whoever
 * looks for the reference that a bank names may find this beginning of it. They are enough to be unique.
 */
export const REFERENCE_BEGINNING = 18;
