/** Random hex of 32 characters has about 14 different ones, and fewer than this once in tens of thousands of times. */
const MIN_DIFFERENT_CHARACTERS = 10;

/** What people write into an example or a first configuration. None is so short that chance writes it. */
const OBVIOUS_WORDS =
  /secret|segredo|password|senha|change.?me|vintem|example|exemplo|default|production|producao|development|gateway|your.?256|12345678|qwerty/i;

/** Why a secret is easy to guess, in words that go on after "it …"; null for one that shows no pattern. */
export function weaknessOfSecret(secret: string): string | null {
  const different = new Set(secret).size;
  if (different < MIN_DIFFERENT_CHARACTERS) return `has only ${different} different characters`;
  if (isRepetition(secret)) return 'repeats itself';
  if (isSequence(secret)) return 'counts through the alphabet';
  if (OBVIOUS_WORDS.test(secret)) return 'contains a word that stands in examples';
  return null;
}

/** The same text again and again, the last time perhaps cut short. */
function isRepetition(secret: string): boolean {
  for (let period = 1; period <= secret.length / 2; period++) {
    if (secret.slice(period) === secret.slice(0, -period)) return true;
  }
  return false;
}

/** Most characters are the one before, or its neighbour. */
function isSequence(secret: string): boolean {
  let steps = 0;
  for (let index = 1; index < secret.length; index++) {
    if (Math.abs(secret.charCodeAt(index) - secret.charCodeAt(index - 1)) <= 1) steps++;
  }
  return steps > secret.length / 2;
}
