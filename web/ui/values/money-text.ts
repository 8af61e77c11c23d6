import { centsOfTypedReais } from '../../../src/ground/money/typed-reais.ts';

const MAX_CENTS = 99_999_999_999;

/** Cents that a person wrote, in any of the usual ways; null for anything else. */
export function centsOfText(text: string): number | null {
  const cents = centsOfTypedReais(text);
  return cents !== null && cents <= MAX_CENTS ? cents : null;
}

/** As it is written into a field: `1234,56`. */
export function textOfCents(cents: number): string {
  return `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
}
