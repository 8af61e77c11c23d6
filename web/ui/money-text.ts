const MAX_CENTS = 99_999_999_999;

/**
 * Cents that a person wrote: `1.234,56`, `1234,56`, `1234.56`, `R$ 10`. In Portuguese the point groups thousands, so
 * that `1.234` is one thousand; before one or two last digits it can only be the decimal point. Null for anything else.
 */
export function centsOfText(text: string): number | null {
  const bare = text.replace(/^\s*R\$/i, '').replaceAll(/\s/g, '');
  const match =
    /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(bare) ??
    /^(\d+)\.(\d{1,2})$/.exec(bare) ??
    /^(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/.exec(bare);
  if (!match) return null;
  const [, whole = '', part = ''] = match;
  const cents = Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(part.padEnd(2, '0'));
  return Number.isSafeInteger(cents) && cents <= MAX_CENTS ? cents : null;
}

/** As it is written into a field: `1234,56`. */
export function textOfCents(cents: number): string {
  return `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
}
