const YEAR_SECONDS = 31_536_000;

/** What the server writes into the next page before it is painted; an empty value is forgotten. */
export function rememberInCookie(name: 'vintem_theme' | 'vintem_lang' | 'vintem_density', value: string): void {
  const seconds = value === '' ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it before the next page is painted.
  document.cookie = `${name}=${value}; path=/dashboard; max-age=${seconds}; samesite=strict`;
}
