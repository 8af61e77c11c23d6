const DIGITS = /[^0-9A-Z]/g;
const HIDDEN = '*';

/**
 * Whether the document that a bank names is this one. Banks hide a part of a CPF (`***.982.247-**`): what they show has
 * to agree, place by place.
 */
export function isDocument(named: string, document: string): boolean {
  const places = named
    .toUpperCase()
    .replaceAll('*', HIDDEN)
    .replaceAll(/[^0-9A-Z*]/g, '');
  const own = document.toUpperCase().replaceAll(DIGITS, '');
  if (places.length !== own.length || !/[0-9]/.test(places)) return false;
  return [...places].every((place, index) => place === HIDDEN || place === own[index]);
}
