/** Type-length-value fields as EMV QR codes write them: two digits of id, two of length, then the value. */

const HEADER_LENGTH = 4;
const MAX_VALUE_LENGTH = 99;

export function writeElement(id: string, value: string): string {
  if (value.length > MAX_VALUE_LENGTH)
    throw new RangeError(`field ${id} must have at most ${MAX_VALUE_LENGTH} characters`);
  return id + String(value.length).padStart(2, '0') + value;
}

/**
 * Fields in the order they were written, or null when the text is cut short, has a bad header, an empty value or
 * a repeated id.
 */
export function readElements(text: string): Map<string, string> | null {
  const elements = new Map<string, string>();
  let position = 0;
  while (position < text.length) {
    const header = text.slice(position, position + HEADER_LENGTH);
    if (!/^\d{4}$/.test(header)) return null;
    const id = header.slice(0, 2);
    const start = position + HEADER_LENGTH;
    const end = start + Number(header.slice(2));
    if (end === start || end > text.length || elements.has(id)) return null;
    elements.set(id, text.slice(start, end));
    position = end;
  }
  return elements;
}

/** The first template between two ids whose sub-field 00 names the scheme; emitters disagree on its case. */
export function findTemplate(
  elements: ReadonlyMap<string, string>,
  firstId: number,
  lastId: number,
  scheme: string,
): Map<string, string> | null {
  for (let id = firstId; id <= lastId; id += 1) {
    const value = elements.get(String(id));
    if (value === undefined) continue;
    const template = readElements(value);
    if (template?.get('00')?.toLowerCase() === scheme) return template;
  }
  return null;
}
