/** Percents are hundredths of a percent: 200 is 2 %. Dates are `YYYY-MM-DD`. */
export type Fine = { percentHundredths: number } | { amountCents: number };
export type Interest = { monthlyPercentHundredths: number } | { dailyAmountCents: number };
export type Discount = { until: string } & ({ percentHundredths: number } | { amountCents: number });

export interface TitlePayer {
  name: string;
  document: string;
  address: string;
  zipCode: string;
  city: string;
  state: string;
}

/** What is agreed about a boleto, before it has a number. */
export interface TitleTerms {
  dueDate: string;
  lastPayableDate: string;
  amountCents: number;
  payer: TitlePayer;
  fine: Fine | null;
  interest: Interest | null;
  /** Dates rise, what they take falls. */
  discounts: readonly Discount[];
}

/** A boleto as its bank is told of it. */
export interface Title extends TitleTerms {
  sequence: number;
  /** In which its number was given: part of the number at some banks. */
  year: number;
  /** Ours, of at most 25 characters; it comes back in the retorno, where the bank has a field for it. */
  reference: string;
  /** What the payer's slip calls it. */
  documentNumber: string;
  issuedOn: string;
}

/** What the bank shall do about a title. Of a new due date, `dueDate` of the title is the new one. */
export type RemessaMovement = 'entry' | 'write_off' | 'new_due_date';

export interface RemessaTitle extends Title {
  movement: RemessaMovement;
}
