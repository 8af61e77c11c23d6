import { PLACE } from '../../api/place.ts';

/** Only our own pages, so that nobody is led elsewhere by a link to the login. */
export function nextAddress(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  const rest = next.startsWith(PLACE) ? next.slice(PLACE.length) : '//';
  return /^(\/(?!login|\/)[^\\]*|\?.*)?$/.test(rest) ? next : PLACE;
}
