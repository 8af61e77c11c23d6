/** The payment that a row of `ledger_journals` or `events` is about; null where it is about something else. */
export function paymentIdOf(row: string): string {
  return `CASE WHEN ${row}.subject_kind = 'payment' THEN ${row}.subject_id END`;
}

/** The rows of one subject, whose kind and id are the parameters of these numbers. */
export function isOfSubject(row: string, kindParameter: number, idParameter: number): string {
  return `${row}.subject_id = $${idParameter} AND ${row}.subject_kind = $${kindParameter}`;
}
