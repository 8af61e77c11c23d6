/** Which rows the next seal is about, and whether one seal goes on where the one before it ended. */

export interface Range {
  after_id: number;
  through_id: number;
  from_xid: string | null;
  below_xid: string | null;
}

/** Below every transaction: rows from before their writer was kept count as written by it. */
export const FIRST_XID = '0';

/**
 * A seal goes by who wrote a row: all that was written below the transaction that a snapshot has as its oldest. The
 * first of its kind takes what lies above the identities of the seals before it, and so does every later one, because
 * an identity that was drawn early may be committed late.
 *
 * A database that was copied into another cluster counts its transactions anew. Where nobody writes, all identities
 * that are seen are complete: one seal goes by them alone, and the next one begins anew.
 */
export function nextRange(before: Range | undefined, cut: { belowXid: string; highestId: number }): Range {
  const { belowXid, highestId } = cut;
  const endOfBefore = before?.through_id ?? 0;
  const through_id = Math.max(highestId, endOfBefore);
  if (!before || before.below_xid === null)
    return { after_id: endOfBefore, through_id, from_xid: FIRST_XID, below_xid: belowXid };
  if (hasOtherNumbers([before], belowXid))
    return { after_id: endOfBefore, through_id, from_xid: null, below_xid: null };
  return { after_id: before.after_id, through_id, from_xid: before.below_xid, below_xid: belowXid };
}

/** Transactions have lower numbers than they had. */
export function hasOtherNumbers(sealed: readonly Range[], belowXid: string): boolean {
  return sealed.some(({ below_xid }) => below_xid !== null && BigInt(below_xid) > BigInt(belowXid));
}

export function goesOnFrom(before: Range | undefined, part: Range): boolean {
  const endOfBefore = before?.through_id ?? 0;
  if (part.below_xid === null) return part.after_id === endOfBefore;
  if (!before || before.below_xid === null) return part.after_id === endOfBefore && part.from_xid === FIRST_XID;
  return part.after_id === before.after_id && part.from_xid === before.below_xid;
}
