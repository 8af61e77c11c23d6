/** What can have its own journals, events or idempotency key. The database keeps no list: a new kind is added here. */
export type SubjectKind = 'payment' | 'refund' | 'receipt' | 'bank_movement' | 'payout';

/** What a journal, an event or an idempotency key is about. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly id: number;
}

export function paymentSubject(id: number): Subject {
  return { kind: 'payment', id };
}

/** Money that a bank received and that belongs to no payment. */
export function receiptSubject(id: number): Subject {
  return { kind: 'receipt', id };
}

/** A pair of records in a bank's file. */
export function bankMovementSubject(id: number): Subject {
  return { kind: 'bank_movement', id };
}

export function refundSubject(id: number): Subject {
  return { kind: 'refund', id };
}

export function payoutSubject(id: number): Subject {
  return { kind: 'payout', id };
}
