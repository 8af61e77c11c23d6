/** Money is integer cents; a value that is not a safe integer is a programming error and stops here. */
export function assertCents(value: number, what: string): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${what} must be an integer number of cents, got ${value}`);
  return value;
}
