const HIDDEN = '*';
/** Of a CPF banks show six places (`***.982.247-**`). Where fewer are shown, too many people have them in common. */
const LEAST_SHOWN = 6;

/** Whether the document that a bank names is this one. Banks hide a part of a CPF: what they show has to agree. */
export function isDocument(named: string, document: string): boolean {
  const places = named.toUpperCase().replaceAll(/[^0-9A-Z*]/g, '');
  if (places.length !== document.length || places.replaceAll(HIDDEN, '').length < LEAST_SHOWN) return false;
  return [...places].every((place, index) => place === HIDDEN || place === document[index]);
}
