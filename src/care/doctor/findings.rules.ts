/** Something that should be otherwise, and what to do about it. */
export interface Finding {
  /** Stable, for machines. */
  code: string;
  /** An error stops payments, or will at the next start; everything else is a warning. */
  severity: 'error' | 'warning';
  message: string;
  fix: string;
}

export const stops = (code: string, message: string, fix: string): Finding => ({
  code,
  severity: 'error',
  message,
  fix,
});

export const warns = (code: string, message: string, fix: string): Finding => ({
  code,
  severity: 'warning',
  message,
  fix,
});

const MOST_NAMED = 5;

export function named(list: readonly (string | number)[]): string {
  const more = list.length - MOST_NAMED;
  return list.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
