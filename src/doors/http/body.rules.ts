import { invalidField } from '../../ground/errors.ts';

/** No request needs more; what works on a body afterwards may then recurse. */
const MAX_DEPTH = 100;
/** The largest order there can be has fewer than a thousand values. */
const MAX_VALUES = 10_000;
/** Whoever walks over the keys of a body afterwards, to find a misspelt one or to sign them, walks over little. */
const MAX_KEY_LENGTH = 256;

type Container = Record<string, unknown> | unknown[];

/**
 * A list or object inside a body, and where it stands. Its path is written only for a refusal: written for every value,
 * a body of one long key over many children would cost their product.
 */
interface Place {
  value: Container;
  parent: Place | null;
  key: string | number;
  depth: number;
}

/** Names a place in a body the way people write it: `items[0].price`. */
export function joinPath(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`;
  return parent === '' ? key : `${parent}.${key}`;
}

/**
 * Makes a parsed body fit to be checked: text that cannot be stored (NUL, half a surrogate pair) is refused by name,
 * and `null` counts as left out, so that an optional field may be null and a required one is reported as missing. Walks
 * with a list of its own: a body may be nested deeper than the call stack, until it is refused for that.
 */
export function tidyBody(body: unknown, keepNull: readonly string[] = []): void {
  // A body that is text or a file was left raw on purpose: its route checks a signature over it, or reads it itself.
  if (typeof body === 'string' || body instanceof Uint8Array) return;
  const open: Place[] = [];
  let values = 0;
  const visit = (value: unknown, parent: Place | null, key: string | number) => {
    values += 1;
    if (values > MAX_VALUES) throw invalidField('body', `must have at most ${MAX_VALUES} values`);
    const depth = parent === null ? 0 : parent.depth + 1;
    if (depth > MAX_DEPTH) throw invalidField(pathOf(parent, key), `is nested more than ${MAX_DEPTH} levels deep`);
    if (typeof value === 'string') refuseUnstorable(value, parent, key);
    else if (typeof value === 'object' && value !== null) open.push({ value: value as Container, parent, key, depth });
  };
  visit(body, null, '');
  for (let place = open.pop(); place; place = open.pop()) {
    if (Array.isArray(place.value)) {
      for (const [index, item] of place.value.entries()) visit(item, place, index);
    } else {
      tidyObject(place, place.value, keepNull, visit);
    }
  }
}

function tidyObject(
  place: Place,
  members: Record<string, unknown>,
  keepNull: readonly string[],
  visit: (value: unknown, parent: Place, key: string) => void,
): void {
  for (const key of Object.keys(members)) {
    if (key.length > MAX_KEY_LENGTH)
      throw invalidField(pathOf(place.parent, place.key), `has a key of more than ${MAX_KEY_LENGTH} characters`);
    refuseUnstorable(key, place.parent, place.key);
    const value = members[key];
    // The key is compared before the path: a body may have nulls by the thousand.
    const isKept = value !== null || keepNull.some((path) => path.endsWith(key) && path === pathOf(place, key));
    if (isKept) visit(value, place, key);
    else delete members[key];
  }
}

function refuseUnstorable(text: string, parent: Place | null, key: string | number): void {
  if (text.includes('\0')) throw invalidField(pathOf(parent, key), 'must not contain a NUL character');
  if (!text.isWellFormed()) throw invalidField(pathOf(parent, key), 'must be well-formed Unicode');
}

/** Bounded by the depth and the length of keys; what is too long for an answer is cut where the error is made. */
function pathOf(parent: Place | null, key: string | number): string {
  if (parent === null) return 'body';
  const steps: (string | number)[] = [key];
  for (let place = parent; place.parent !== null; place = place.parent) steps.push(place.key);
  return steps.reverse().reduce<string>(joinPath, '');
}
