/** Nothing that can be built on. */
export interface Unknown {
  outcome: 'unknown';
  reason: string;
  /**
   * `answered`: the acquirer has said something clear that decides nothing, such as that a right is missing.
   * `unreadable`: it has answered what cannot be read. `not_asked`: we have spared it the question. Absent: it could
   * not be reached, or could not work.
   */
  because?: 'answered' | 'unreadable' | 'not_asked';
  /** Of what cannot be read: the field, by the name it has in our schemas. */
  field?: string;
}

export function unreadable(field: string): Unknown {
  return { outcome: 'unknown', because: 'unreadable', field, reason: `the answer cannot be read: ${field}` };
}
