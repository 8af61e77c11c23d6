import type { ModelEntry } from './model.ts';

/**
 * REFERENCE MODEL of who pays for whom in a refund. A company that loses by the refund and would be below zero at some
 * instant lacks what is missing then, but never more than the refund has taken from it by then. The owner pays what
 * others lack, from the instant at which they lack it.
 */
export interface Judgement {
  covers: ModelEntry[];
  /** The owner cannot pay its own part and what others lack: such a refund must be refused. */
  isOwnerShort: boolean;
}

export function judge(
  books: readonly ModelEntry[],
  refund: readonly ModelEntry[],
  { ownerId, now }: { ownerId: number; now: number },
): Judgement {
  const others = [...new Set(refund.map(({ companyId }) => companyId))].filter((id) => id !== ownerId && id !== 0);
  const covers = others.flatMap((companyId) =>
    risesOf(lacksOf(companyId, books, refund, now)).flatMap(({ at, cents }): ModelEntry[] => [
      { companyId, account: 'company_main', amountCents: cents, at, isCover: true },
      { companyId: ownerId, account: 'company_main', amountCents: -cents, at, isCover: true },
    ]),
  );
  const ofOwner = lacksOf(ownerId, books, [...refund, ...covers], now);
  return { covers, isOwnerShort: ofOwner.some(({ short }) => short > 0) };
}

interface Lack {
  at: number;
  /** Below zero by this much because of a refund that lowers the balance. */
  short: number;
  /** How much of that the refund itself has taken. */
  taken: number;
}

function lacksOf(companyId: number, books: readonly ModelEntry[], refund: readonly ModelEntry[], now: number): Lack[] {
  const of = (entries: readonly ModelEntry[], at: number) =>
    entries
      .filter((entry) => entry.companyId === companyId && entry.at <= at)
      .reduce((sum, entry) => sum + entry.amountCents, 0);
  const instants = [...books, ...refund]
    .filter((entry) => entry.companyId === companyId && entry.at > now)
    .map(({ at }) => at);
  return [...new Set([now, ...instants])]
    .sort((one, other) => one - other)
    .map((at) => {
      const effect = of(refund, at);
      return { at, short: effect < 0 ? Math.max(0, -of(books, at) - effect) : 0, taken: Math.max(0, -effect) };
    });
}

/** A cover once given stays: later instants add only what more they need. */
function risesOf(lacks: readonly Lack[]): { at: number; cents: number }[] {
  const rises: { at: number; cents: number }[] = [];
  let given = 0;
  for (const { at, short, taken } of lacks) {
    const needed = Math.min(short, taken);
    if (needed > given) rises.push({ at, cents: needed - given });
    given = Math.max(given, needed);
  }
  return rises;
}
