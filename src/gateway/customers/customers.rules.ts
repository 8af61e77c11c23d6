/**
 * Text that PostgreSQL can look up by its trigrams, whatever its locale; for anything shorter or stranger it would read
 * the whole index.
 */
const TRIGRAM = /[a-z0-9]{3}/;

export function hasTrigram(foldedName: string): boolean {
  return TRIGRAM.test(foldedName);
}

/** Case and accents dropped, so that `jose` finds `José`; also the order of names in lists. */
export function foldName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * Nothing but letters, digits and one hyphen reaches the LIKE pattern: punctuation alone is the beginning
 * of no document.
 */
export function readDocumentPrefix(text: string): string {
  const bare = text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  return bare === '' && text !== '' ? '-' : bare;
}
