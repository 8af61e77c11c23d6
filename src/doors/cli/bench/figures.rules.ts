/** The nearest rank: a figure that was really measured. Null where nothing was. */
export function percentile(figures: readonly number[], percent: number): number | null {
  const sorted = figures.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil((sorted.length * percent) / 100));
  return sorted[rank - 1] ?? null;
}

/** As people read it: three digits that mean something, and no more than a rate has. */
export function shown(figure: number): string {
  if (figure >= 100) return Math.round(figure).toLocaleString('en');
  return figure.toFixed(figure >= 10 ? 1 : 2);
}
