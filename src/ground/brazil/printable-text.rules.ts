import { inLatinLetters } from './latin-letters.rules.ts';

/** Text for documents set in the standard PDF fonts, whose character set is WinAnsi (Windows-1252). */

const MAX_INPUT_LENGTH = 1_000;
const REPLACEMENT = '?';
/** What Windows-1252 adds to Latin-1. */
const WIN_ANSI_EXTRAS = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Made once, because making it costs more than dividing a text with it; by the first text, not by every start. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Never fails and never returns a character that the font lacks: a letter with a foreign accent loses the accent, one
 * of another alphabet is written in ours, and anything else (an emoji, an ideogram) becomes one question mark, however
 * many code points it has. A font that has more would weigh more than the rest of the document.
 */
export function printableText(text: string): string {
  const flat = text
    .slice(0, MAX_INPUT_LENGTH)
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return graphemesOf(flat).map(printableGrapheme).join('');
}

/** Whether every letter of a name can be printed: one of question marks would be nobody's. */
export function isPrintableName(name: string): boolean {
  return graphemesOf(name.normalize('NFC')).every(
    (grapheme) => !/\p{L}/u.test(grapheme) || printableGrapheme(grapheme) !== REPLACEMENT,
  );
}

function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function printableGrapheme(grapheme: string): string {
  const visible = grapheme.replace(/\p{Cf}/gu, '');
  if (visible === '') return '';
  if (isWinAnsi(visible)) return visible;
  const latin = inLatinLetters(visible.normalize('NFKD').replace(/\p{M}/gu, ''));
  return latin !== null && isWinAnsi(latin) ? latin : REPLACEMENT;
}

function isWinAnsi(text: string): boolean {
  return [...text].every((character) => /^[\x20-\x7e\xa1-\xff]$/.test(character) || WIN_ANSI_EXTRAS.has(character));
}

/** `2026-11-15` as `15/11/2026`. */
export function formatLocalDate(isoDate: string): string {
  const [year = '', month = '', day = ''] = isoDate.split('-');
  return `${day}/${month}/${year}`;
}

/** `1234567` as `12.345,67`. */
export function formatCents(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  const reais = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${reais},${digits.slice(-2)}`;
}
