/** Longer parts of a path are often the secret of whoever receives. */
const MOST_SHOWN = 20;
const BEGINNING = 4;

/** An address as the audit log shows it: without name, password and query, and without what may be a secret. */
export function shownAddress(text: string): string {
  const { origin, pathname } = new URL(text);
  const parts = pathname.split('/').map((part) => (part.length > MOST_SHOWN ? `${part.slice(0, BEGINNING)}…` : part));
  return `${origin}${parts.join('/')}`;
}
