/** A decimal as Medusa writes it: no exponent, no sign. */
const DECIMAL = /^(\d+)(?:\.(\d+))?$/;
/** What the gateway takes at most, and far below where numbers stop being exact. */
const MAX_CENTS = 9_999_999_999;

/**
 * The cents of an amount in reais, given as text so that no binary fraction comes in between. Taxes and discounts leave
 * parts of a cent behind, which nobody can pay: half a cent and more is rounded up.
 */
export function centsOf(reais: string): number {
  const [, whole = '', fraction = ''] = DECIMAL.exec(reais) ?? [];
  if (whole === '') throw new RangeError(`an amount is a decimal above zero, and not ${reais}`);
  const cents = Number(`${whole}${fraction.slice(0, 2).padEnd(2, '0')}`) + (Number(fraction[2] ?? 0) >= 5 ? 1 : 0);
  if (cents > MAX_CENTS) throw new RangeError(`an amount is at most ${reaisOf(MAX_CENTS)}, and not ${reais}`);
  return cents;
}

/** The same amount as a decimal in reais. */
export function reaisOf(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
