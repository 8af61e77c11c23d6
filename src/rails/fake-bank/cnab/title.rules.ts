/** Money is cents; percentages are hundredths of a percent. */

export interface Discount {
  until: string;
  kind: 'amount' | 'percent';
  value: number;
}

export interface Terms {
  /** From the day after the due date when `from` is null. */
  fine: { kind: 'amount' | 'percent'; value: number; from: string | null } | null;
  interest: { kind: 'daily amount' | 'monthly percent'; value: number; from: string | null } | null;
  discounts: readonly Discount[];
  abatementCents: number;
}

export interface Payer {
  /** 1: CPF, 2: CNPJ. */
  type: string;
  document: string;
  name: string;
}

/** What a line of a retorno repeats of a title. */
export interface TitleOnPaper {
  /** Nosso número without its digit: what the bank counts by. */
  number: string;
  digit: string;
  walletCode: string;
  /** Seu número. */
  document: string;
  /** What the customer calls it, up to 25 characters. */
  reference: string;
  dueDate: string | null;
  amountCents: number;
  payer: Payer;
}

export interface Title extends TitleOnPaper {
  dueDate: string;
  terms: Terms;
  /** How many days after the due date the bank writes it off by itself; null: never. */
  writeOffDays: number | null;
  status: 'OPEN' | 'PAID' | 'WRITTEN_OFF';
  paid: { day: string; amountCents: number; isOnline: boolean } | null;
  /** It will be paid on this day, with this amount or with what is due then. */
  payOn: { day: string; amountCents: number | null } | null;
}

/** One pair of T and U that waits for a retorno, or went with one. */
export interface Movement {
  code: string;
  title: TitleOnPaper;
  motives: readonly string[];
  /** Money came, so that the line also says where. */
  isMoney: boolean;
  day: string;
  creditDay: string | null;
  feeCents: number;
  chargesCents: number;
  discountCents: number;
  abatementCents: number;
  paidCents: number;
  creditedCents: number;
  /** The first closing of a day that may tell it. */
  fromClosing: number;
}

export function onPaper(title: TitleOnPaper): TitleOnPaper {
  const { number, digit, walletCode, document, reference, dueDate, amountCents, payer } = title;
  return { number, digit, walletCode, document, reference, dueDate, amountCents, payer };
}
