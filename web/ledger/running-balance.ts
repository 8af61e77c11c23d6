export interface DayOfEntries<Entry> {
  day: string;
  rows: { entry: Entry; balance: number }[];
}

/** Entries in their order, grouped by day, each with the balance after it. */
export function daysWithBalances<Entry extends { amount: number }>(
  entries: readonly Entry[],
  openingCents: number,
  dayOfEntry: (entry: Entry) => string,
): readonly DayOfEntries<Entry>[] {
  const days: DayOfEntries<Entry>[] = [];
  let balance = openingCents;
  for (const entry of entries) {
    const day = dayOfEntry(entry);
    balance += entry.amount;
    if (days.at(-1)?.day !== day) days.push({ day, rows: [] });
    days.at(-1)?.rows.push({ entry, balance });
  }
  return days;
}
