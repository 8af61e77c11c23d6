import { invalidField } from '../errors.ts';

/** No request needs more; what works on a body afterwards may then recurse. */
const MAX_DEPTH = 100;

type Container = Record<string, unknown> | unknown[];

/** Names a place in a body the way people write it: `items[0].price`. */
export function joinPath(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`;
  return parent === '' ? key : `${parent}.${key}`;
}

/**
 * Makes a parsed body fit to be checked: text that cannot be stored (NUL, half a surrogate pair) is refused by name, and
 * `null` counts as left out, so that an optional field may be null and a required one is reported as missing.
 * Walks with a list of its own: a body may be nested deeper than the call stack, until it is refused for that.
 */
export function tidyBody(body: unknown, keepNull: readonly string[] = []): void {
  const open: { value: Container; path: string; depth: number }[] = [];
  const visit = (value: unknown, path: string, depth: number) => {
    if (depth > MAX_DEPTH) throw invalidField(path.slice(0, MAX_NAMED_PATH_LENGTH), `is nested more than ${MAX_DEPTH} levels deep`);
    if (typeof value === 'string') refuseUnstorable(value, path);
    else if (typeof value === 'object' && value !== null) open.push({ value: value as Container, path, depth });
  };
  // A body that is text was left raw on purpose: its route checks a signature over it first.
  if (typeof body !== 'string') visit(body, '', 0);
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, depth } = next;
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        visit(item, joinPath(path, index), depth + 1);
      });
      continue;
    }
    for (const [key, item] of Object.entries(value)) {
      const itemPath = joinPath(path, key);
      refuseUnstorable(key, path === '' ? 'body' : path);
      if (item === null && !keepNull.includes(itemPath)) delete value[key];
      else visit(item, itemPath, depth + 1);
    }
  }
}

/** Enough of a path to find the place; a body nested by the thousand must not come back as an answer of that size. */
const MAX_NAMED_PATH_LENGTH = 200;

function refuseUnstorable(text: string, fullPath: string): void {
  const path = fullPath.slice(0, MAX_NAMED_PATH_LENGTH);
  if (text.includes('\0')) throw invalidField(path || 'body', 'must not contain a NUL character');
  if (!text.isWellFormed()) throw invalidField(path || 'body', 'must be well-formed Unicode');
}
