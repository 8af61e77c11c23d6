const DECIMAL = /^(\d+)(?:\.(\d{1,2}))?$/;

/** Reais in decimal text, with at most two decimals behind a point, as cents; null for anything else. */
export function centsOfDecimal(text: string): number | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const [, units = '', decimals = ''] = match;
  const cents = Number(`${units}${decimals.padEnd(2, '0')}`);
  return Number.isSafeInteger(cents) ? cents : null;
}

/**
 * Reais with at most two decimals, as cents; null for anything else. It reads the shortest decimal text of the
 * number, which is what the caller wrote: 33.34 × 100 is 3334.0000000000005 in floating point, but its text is
 * "33.34". Texts with an exponent need no parsing: below 1e-6 there are too many decimals, from 1e21 on the cents are
 * not safe integers.
 */
export function centsOfReais(value: number): number | null {
  const cents = centsOfDecimal(String(value));
  return cents !== null && cents > 0 ? cents : null;
}
