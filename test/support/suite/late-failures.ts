/**
 * What went wrong after the tests of a file, while its own hooks had still to close what it opened: a hook that throws
 * keeps the ones after it from running. It is told behind all of them (see each-file.ts).
 */
let failure: unknown = null;

export function failAtTheEnd(error: unknown): void {
  failure ??= error;
}

export function throwLateFailure(): void {
  const found = failure;
  failure = null;
  if (found !== null) throw found;
}
