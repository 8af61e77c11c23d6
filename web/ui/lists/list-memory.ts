import type { Query } from '../page/address.ts';

/** How each list was last looked at in this window, so that "back to the list" brings its filters back. */
const remembered = new Map<string, Query>();

/** A dialog that was open over it is no part of how it was looked at. */
export function rememberList(path: string, { open: _dialog, ...query }: Query): void {
  remembered.set(path, query);
}

export function lastListQuery(path: string): Query {
  return remembered.get(path) ?? {};
}
