import { REFERENCE_BEGINNING } from '../boleto.ts';

/**
 * A reference of ours has 32 hexadecimal digits, and banks have room for 15 or 18 characters. What they are told is its
 * beginning: 72 bits, which are enough to be unique. In 15 characters it stands in base 36, because banks are known to
 * write letters large, behind a letter that tells our numbers from those of other systems of the same account.
 */
const REFERENCE = /^[0-9a-f]{32}$/;
const BEGINNING = new RegExp(`^[0-9a-f]{${REFERENCE_BEGINNING}}$`);
const MARK = 'V';
const SHORT_DIGITS = 14;
const SHORT = new RegExp(`^${MARK}[0-9A-Z]{${SHORT_DIGITS}}$`);
const BASE = 36n;

/** Null when it is no reference of ours. */
export function beginningOf(reference: string): string | null {
  return REFERENCE.test(reference) ? reference.slice(0, REFERENCE_BEGINNING) : null;
}

export function isBeginning(text: string): boolean {
  return BEGINNING.test(text);
}

/** In 15 characters; null when it is no reference of ours. */
export function shortReferenceOf(reference: string): string | null {
  const beginning = beginningOf(reference);
  if (beginning === null) return null;
  return MARK + BigInt(`0x${beginning}`).toString(Number(BASE)).toUpperCase().padStart(SHORT_DIGITS, '0');
}

/** What a short reference is the beginning of; null when it is none. */
export function beginningOfShort(text: string): string | null {
  if (!SHORT.test(text)) return null;
  let value = 0n;
  for (const digit of text.slice(MARK.length)) value = value * BASE + BigInt(Number.parseInt(digit, Number(BASE)));
  const beginning = value.toString(16).padStart(REFERENCE_BEGINNING, '0');
  return isBeginning(beginning) ? beginning : null;
}
