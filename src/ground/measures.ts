import type { ErrorCode } from './errors.ts';

/**
 * THE PORT to whoever counts. Every word that comes in here is one of a few: labels must not grow with what is sent.
 */
export interface Measures {
  request(answered: AnsweredRequest): void;
  /** A request that was refused, by the code of its error. */
  refusal(code: ErrorCode): void;
  acquirerCall(acquirer: string, operation: AcquirerOperation, outcome: string, seconds: number): void;
  /** An answer of an acquirer, or an item of one, that could not be read; the field is a word of our schemas. */
  oddAnswer(odd: OddAnswer): void;
  delivery(outcome: string, seconds: number): void;
  batch(write: 'store' | 'issue', size: number): void;
  jobRun(job: string, outcome: 'done' | 'failed', seconds: number): void;
}

export interface AnsweredRequest {
  method: string;
  /** The pattern of the route, never the address; undefined where no route matched. */
  route: string | undefined;
  status: number;
  seconds: number;
}

/** What an acquirer is asked, as those see it who stand around the calls. */
export type AcquirerOperation =
  | 'charge-pix'
  | 'charge-invoice'
  | 'query'
  | 'cancel'
  | 'change-due-date'
  | 'charge-slip-pix'
  | 'query-slip-pix'
  | 'cancel-slip-pix'
  | 'change-slip-pix'
  | 'refund'
  | 'query-refund'
  | 'payout'
  | 'query-payout'
  | 'payout-holder'
  | 'payouts-sent'
  | 'totals'
  | 'received';

/** Something that an acquirer sent and nobody could read: a whole answer, or one item of a list or callback. */
export interface OddAnswer {
  acquirer: string;
  operation: AcquirerOperation | 'callback';
  /** By its name in our schemas: nothing of what was sent. */
  field: string;
}
