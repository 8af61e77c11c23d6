import type { RequestedChange } from '../acquirers/boleto.ts';
import type { RemessaMovement, TitleTerms } from './layout/title.rules.ts';

export const TITLE_STATUSES = ['WAITING', 'SENT', 'REGISTERED', 'REJECTED', 'PAID', 'WRITTEN_OFF'] as const;
export type TitleStatus = (typeof TITLE_STATUSES)[number];

/** What is kept of a title beside its own columns. */
export type KeptTerms = Omit<TitleTerms, 'dueDate' | 'amountCents'>;

export interface StoredTitle {
  id: number;
  acquirer: string;
  reference: string;
  sequence: number;
  year: number;
  our_number: string;
  document_number: string;
  issued_on: string;
  due_date: string;
  amount_cents: number;
  terms: KeptTerms;
  status: TitleStatus;
  reason: string | null;
  registered_at: Date | null;
  requested_change: RequestedChange | null;
  paid_cents: number | null;
  charges_cents: number | null;
  discount_cents: number | null;
  paid_on: string | null;
  credit_on: string | null;
  history: { status: string; createdAt: string }[];
  created_at: Date;
}

/** A title while a file of its bank is applied. */
export interface LockedTitle extends StoredTitle {
  /** What the bank will be told of it by the next file only. */
  untold: readonly RemessaMovement[];
}

/** A title, and what its bank is to be told of it. */
export interface WaitingOrder extends StoredTitle {
  order_id: number;
  movement: RemessaMovement;
  /** Of a new due date. */
  order_due_date: string | null;
}
