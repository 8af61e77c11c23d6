import type { Movement } from './layout/movement.rules.ts';
import type { StoredTitle } from './stored-title.rules.ts';

/** What a bank's file has room for. */
const REFERENCE_LENGTH = 25;
/** A bank that cuts our reference leaves at least so much of it. */
const TELLING_LENGTH = 10;

export function referenceInFile(reference: string): string {
  return reference.slice(0, REFERENCE_LENGTH);
}

/**
 * Whether what a line says beside the number is about another title than the number is. Some banks' numbers have no
 * check digit, and one wrong figure in them is another number of ours. Banks give our reference or our document number
 * back, or none of them: if there is any, one must agree; if there is none, the value must.
 */
export function isAboutAnother(title: StoredTitle, movement: Movement): boolean {
  const { reference, documentNumber, nominalCents } = movement;
  const witnesses = [
    reference === null ? null : isReference(reference, title),
    documentNumber === null ? null : isSameNumber(documentNumber, title.document_number),
  ].filter((agrees) => agrees !== null);
  if (witnesses.length > 0) return !witnesses.includes(true);
  return nominalCents > 0 && nominalCents !== title.amount_cents;
}

/** A bank may write it in capitals, or cut it. */
function isReference(told: string, { reference }: StoredTitle): boolean {
  const [ours, theirs] = [referenceInFile(reference).toLowerCase(), told.toLowerCase()];
  return ours === theirs || (theirs.length >= TELLING_LENGTH && ours.startsWith(theirs));
}

function isSameNumber(told: string, ours: string): boolean {
  return told.replace(/^0+/, '') === ours.replace(/^0+/, '');
}
