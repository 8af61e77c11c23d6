/** A password is not shorter; so the list of common ones need not know shorter ones either. */
export const MIN_PASSWORD_LENGTH = 8;
/** What the login takes at most. */
export const MAX_PASSWORD_LENGTH = 1024;
const MIN_DIFFERENT_CHARACTERS = 4;

/** Shorter parts of a name or an e-mail are in every other word. */
const MIN_OWN_WORD_LENGTH = 3;
/** A password needs so many letters beside the words that everybody knows who knows the account. */
const MIN_OTHER_LETTERS = 4;

/**
 * Why a new password is too easy, in words that go on after "password …"; null for one that will do. `owner` holds the names
 * and the e-mail of its account.
 */
export function weaknessOfPassword(password: string, owner: readonly string[], isCommon: (text: string) => boolean): string | null {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    return `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
  }
  if (new Set(password).size < MIN_DIFFERENT_CHARACTERS) return `must have at least ${MIN_DIFFERENT_CHARACTERS} different characters`;
  const lower = password.toLowerCase();
  // A common word stays one when a year or an exclamation mark follows.
  const stem = lower.replace(/[^\p{L}]+$/u, '');
  if (isCommon(lower) || (stem.length >= MIN_PASSWORD_LENGTH && isCommon(stem))) return 'is one of the commonest; choose another';
  if (isMadeOf(password, ownWords(owner))) return 'must be more than its own name or e-mail';
  return null;
}

/** The longest first: it must not be taken apart by a shorter one. */
function ownWords(owner: readonly string[]): string[] {
  const words = owner.flatMap((text) => plain(text).split(/[^\p{L}\p{N}]+/u));
  return words.filter((word) => word.length >= MIN_OWN_WORD_LENGTH).sort((one, other) => other.length - one.length);
}

function isMadeOf(password: string, words: readonly string[]): boolean {
  const text = plain(password);
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text);
  return rest !== text && rest.replace(/[^\p{L}]/gu, '').length < MIN_OTHER_LETTERS;
}

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
