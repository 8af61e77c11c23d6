import type { Query } from '../page/address.ts';

/** How each list was last looked at in this window, so that "back to the list" brings its filters back. */
const remembered = new Map<string, Query>();

export function rememberList(path: string, query: Query): void {
  remembered.set(path, query);
}

export function lastListQuery(path: string): Query {
  return remembered.get(path) ?? {};
}
