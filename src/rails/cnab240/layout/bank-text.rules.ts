import { inLatinLetters } from '../../../ground/brazil/latin-letters.rules.ts';

/**
 * Text as banks take it: capitals without accents, digits and a few signs. What has no such form falls away, runs of
 * blanks become one, and a longer text is cut.
 */
export function bankText(text: string, width: number): string {
  return asciiCapitals(text)
    .replace(/[^A-Z0-9.,&/-]+/g, ' ')
    .trim()
    .slice(0, width)
    .trimEnd();
}

/** For banks whose paper wants no punctuation. */
export function plainBankText(text: string, width: number): string {
  return bankText(text, text.length * 4)
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
    .slice(0, width)
    .trimEnd();
}

const ASCII = /^[\x20-\x7e]*$/;

function asciiCapitals(text: string): string {
  if (ASCII.test(text)) return text.toUpperCase();
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '');
  if (ASCII.test(plain)) return plain.toUpperCase();
  return Array.from(plain, (character) => inLatinLetters(character) ?? ' ')
    .join('')
    .toUpperCase()
    .replaceAll('Æ', 'AE')
    .replaceAll('Ø', 'O');
}
