/**
 * The subject of a row of `ledger_journals` or `events`. Rows from before migration 0022 have no subject but their
 * payment; once they are filled and payment_id is dropped, these are plain columns. The indexes by subject hold
 * exactly these expressions.
 */
export function subjectKindOf(row: string): string {
  return `coalesce(${row}.subject_kind, 'payment')`;
}

export function subjectIdOf(row: string): string {
  return `coalesce(${row}.subject_id, ${row}.payment_id)`;
}

/** The payment that the row is about; null where it is about something else. */
export function paymentIdOf(row: string): string {
  return `CASE WHEN ${subjectKindOf(row)} = 'payment' THEN ${subjectIdOf(row)} END`;
}

/** The rows of one subject, whose kind and id are the parameters of these numbers. */
export function isOfSubject(row: string, kindParameter: number, idParameter: number): string {
  return `${subjectIdOf(row)} = $${idParameter} AND ${subjectKindOf(row)} = $${kindParameter}`;
}
