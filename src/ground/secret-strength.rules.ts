/**
 * 32 random hex characters contain about 14 different ones; fewer than this happens once in tens of thousands of times.
 */
const MIN_DIFFERENT_CHARACTERS = 10;

/**
 * What people write into an example or a first configuration. Chance writes one into a random secret once in a
 * million.
 */
const OBVIOUS_WORDS =
  /secret|segredo|password|senha|change.?me|vintem|example|exemplo|default|production|producao|development|gateway|your.?256|12345678|qwerty/i;

/** Says why a secret is easy to guess, in words that follow "it …"; null when the secret shows no pattern. */
export function weaknessOfSecret(secret: string): string | null {
  const different = new Set(secret).size;
  if (different < MIN_DIFFERENT_CHARACTERS) return `has only ${different} different characters`;
  if (isRepetition(secret)) return 'repeats itself';
  if (isSequence(secret)) return 'counts through the alphabet';
  if (OBVIOUS_WORDS.test(secret)) return 'contains a word that stands in examples';
  return null;
}

/** The same text is repeated; the last repetition may be cut short. */
function isRepetition(secret: string): boolean {
  for (let period = 1; period <= secret.length / 2; period++) {
    if (secret.slice(period) === secret.slice(0, -period)) return true;
  }
  return false;
}

/** Most characters equal the one before, or its neighbour in the alphabet. */
function isSequence(secret: string): boolean {
  let steps = 0;
  for (let index = 1; index < secret.length; index++) {
    if (Math.abs(secret.charCodeAt(index) - secret.charCodeAt(index - 1)) <= 1) steps++;
  }
  return steps > secret.length / 2;
}
