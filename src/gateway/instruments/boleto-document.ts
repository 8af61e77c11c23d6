/** A party printed on the slip. */
export interface BoletoParty {
  name: string;
  /** CPF or CNPJ without punctuation; an empty text prints nothing. */
  document: string;
  /**
   * Up to two lines, e.g. `Av. Paulista, 1000 - Bela Vista` and `São Paulo - SP - 01310-100`; the others are ignored.
   */
  addressLines: readonly string[];
}

/**
 * All that a printed boleto shows. Any Unicode text is accepted; what the fonts lack prints as `?`, what does not
 * fit is cut.
 */
export interface BoletoDocument {
  bankName: string;
  /** Bank code with its check digit: `999-7`. */
  bankCodeDisplay: string;
  /** The 44 digits; the digitable line is derived from them. */
  barcode: string;
  /** Where it can be paid. */
  paymentPlace: string;
  /** `YYYY-MM-DD`; must agree with the barcode. */
  dueDate: string;
  /** Must agree with the barcode. */
  amountCents: number;
  /** Agência / código do beneficiário, already formatted. */
  agencyAccount: string;
  /** Nosso número, already formatted with its check digit. */
  ourNumber: string;
  /** Carteira. */
  wallet: string;
  /** The seller's own number for the charge. */
  documentNumber: string;
  /** `YYYY-MM-DD` */
  documentDate: string;
  /** `YYYY-MM-DD` */
  processingDate: string;
  beneficiary: BoletoParty;
  payer: BoletoParty;
  /** Sacador/avalista. */
  guarantor: BoletoParty | null;
  /** Paragraphs for the cashier. */
  instructions: readonly string[];
  /** Paragraphs for the payer, printed only on the receipt (demonstrativo). */
  statement: readonly string[];
  /** The BR Code of the same charge, printed as a QR code on the receipt. */
  pixPayload: string | null;
  /** A warning at the head of the page, e.g. that the slip comes from a test environment. */
  notice: string | null;
  /** Written into the PDF as its creation date. */
  createdAt: Date;
}
