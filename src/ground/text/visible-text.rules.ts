/**
 * Text that a person will see. It may not contain characters that show nothing and change how the rest is read:
 * control and escape characters (terminals obey them), bidirectional overrides and isolates (they turn a line
 * around), tags (invisible letters). Letters of every script and emoji are accepted, and so are the zero-width
 * joiners that both need.
 */
const TURNS_OR_HIDES = '\\u202a-\\u202e\\u2066-\\u206f\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}';
const IN_NO_LINE = new RegExp(`[\\p{Cc}\\u2028\\u2029${TURNS_OR_HIDES}]`, 'u');
const IN_NO_TEXT = new RegExp(`[^\\P{Cc}\\n\\r\\t]|[${TURNS_OR_HIDES}]`, 'u');

/** A name, a title, anything that is shown in one line. */
export function isOneLine(text: string): boolean {
  return !IN_NO_LINE.test(text);
}

/** A description: line breaks and tabs are accepted. */
export function isPlainText(text: string): boolean {
  return !IN_NO_TEXT.test(text);
}

/** The names that schemas use as `format`. */
export const TEXT_FORMATS = { 'one-line': isOneLine, 'plain-text': isPlainText };

/** What an error says about text that is not of the format. */
export const TEXT_PROBLEMS = {
  'one-line': 'must be one line without control, direction-changing or tag characters',
  'plain-text': 'must not contain control, direction-changing or tag characters',
} as const;

/**
 * One `@`; no blanks, nothing invisible, no quotes, no brackets, nothing that separates addresses. Only a message to
 * the address could check it fully.
 */
const ORDINARY = `[^\\s\\p{Cf}@"'\`<>()\\[\\]\\\\,;:.]`;
export const EMAIL_PATTERN = `^(?:${ORDINARY}|\\.)+@${ORDINARY}+(?:\\.${ORDINARY}+)*$`;
export const MAX_EMAIL_LENGTH = 254;
const EMAIL = new RegExp(EMAIL_PATTERN, 'u');

export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text) && isOneLine(text);
}
