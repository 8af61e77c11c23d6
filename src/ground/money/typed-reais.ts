/** `1.234,56`, `1234,56`, `1234.56`, `1,234.56`; behind a point stand one or two decimals, so `1.234` is a thousand. */
const FORMS = [/^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/, /^(\d+)\.(\d{1,2})$/, /^(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/];

/** What a person types for an amount of money, as cents; null for anything else. */
export function centsOfTypedReais(text: string): number | null {
  const bare = text.replace(/^\s*R\$/i, '').replaceAll(/\s/g, '');
  for (const form of FORMS) {
    const match = form.exec(bare);
    if (!match) continue;
    const [, units = '', decimals = ''] = match;
    const cents = Number(units.replaceAll(/[.,]/g, '') + decimals.padEnd(2, '0'));
    return Number.isSafeInteger(cents) ? cents : null;
  }
  return null;
}
