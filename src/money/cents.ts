/** Money is integer cents; a value that is not a safe integer is a programming error and stops here. */
export function assertCents(value: number, what: string): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${what} must be an integer number of cents, got ${value}`);
  return value;
}

/** `1234` → `R$ 12,34`, as people in Brazil read it. */
export function formatReais(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(assertCents(cents, 'amount'))).padStart(3, '0');
  const units = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${sign}R$ ${units},${digits.slice(-2)}`;
}
