/** No password is shorter, so the list of common passwords need not hold shorter ones either. */
export const MIN_PASSWORD_LENGTH = 8;
/** The login refuses a longer password. */
export const MAX_PASSWORD_LENGTH = 1024;
const MIN_DIFFERENT_CHARACTERS = 4;

/** Shorter parts of a name or an e-mail appear in many words. */
const MIN_OWN_WORD_LENGTH = 3;
/** How many characters a password needs beside the words that anybody knows who knows the account. */
const MIN_OTHER_LETTERS = 4;

/**
 * Says why a new password is too easy, in words that follow "password …"; null when it is good enough. `owner` holds
 * the names and the e-mail of its account.
 */
export function weaknessOfPassword(
  password: string,
  owner: readonly string[],
  isCommon: (text: string) => boolean,
): string | null {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    return `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
  }
  if (new Set(password).size < MIN_DIFFERENT_CHARACTERS)
    return `must have at least ${MIN_DIFFERENT_CHARACTERS} different characters`;
  const lower = password.toLowerCase();
  // A common word is still common when a year or an exclamation mark follows it.
  const stem = lower.replace(/[^\p{L}]+$/u, '');
  if (isCommon(lower) || (stem.length >= MIN_PASSWORD_LENGTH && isCommon(stem)))
    return 'is one of the commonest; choose another';
  if (isMadeOf(password, ownWords(owner))) return 'must be more than its own name or e-mail';
  return null;
}

/** The longest word comes first, so that a shorter one does not take it apart. */
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
