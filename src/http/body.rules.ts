import { invalidField } from '../errors.ts';

type Container = Record<string, unknown> | unknown[];

/** Names a place in a body the way people write it: `items[0].price`. */
export function joinPath(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`;
  return parent === '' ? key : `${parent}.${key}`;
}

/**
 * Makes a parsed body fit to be checked: text that cannot be stored (NUL, half a surrogate pair) is refused by name, and
 * `null` counts as left out, so that an optional field may be null and a required one is reported as missing.
 * Walks with a list of its own: a body may be nested deeper than the call stack.
 */
export function tidyBody(body: unknown, keepNull: readonly string[] = []): void {
  const open: { value: Container; path: string }[] = [];
  const visit = (value: unknown, path: string) => {
    if (typeof value === 'string') refuseUnstorable(value, path);
    else if (typeof value === 'object' && value !== null) open.push({ value: value as Container, path });
  };
  // A body that is text was left raw on purpose: its route checks a signature over it first.
  if (typeof body !== 'string') visit(body, '');
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        visit(item, joinPath(path, index));
      });
      continue;
    }
    for (const [key, item] of Object.entries(value)) {
      const itemPath = joinPath(path, key);
      refuseUnstorable(key, path === '' ? 'body' : path);
      if (item === null && !keepNull.includes(itemPath)) delete value[key];
      else visit(item, itemPath);
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
