interface Forms {
  zero: string;
  one: string;
  other: string;
}

/**
 * `Intl.PluralRules('pt-BR')` gives `one` for 0 and `many` for a million: so zero has a form of its own, and only
 * exactly one is `one`.
 */
export function plural(count: number, { zero, one, other }: Forms): string {
  if (count === 0) return zero;
  return count === 1 ? one : other;
}
