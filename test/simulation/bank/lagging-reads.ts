import type { SimClock } from '../clock.ts';
import type { Random } from '../random.ts';

interface Version<Shown> {
  shown: Shown;
  realAt: number;
  businessAt: number;
}

/** How often a read meets a copy of the bank's books that is behind. */
const BEHIND_CHANCE = 0.7;
/** How often what is new is there, and nobody can read it. */
const ODD_CHANCE = 0.3;

/** Reads of a bank whose copies lag its books: they may show what was, or something that nobody can read. */
export class LaggingReads<Shown> {
  readonly #versions = new Map<string, Version<Shown>[]>();
  readonly #random: Random;
  readonly #clock: SimClock;
  /** What arrived while nobody looked was written then; null: now. */
  arrivedAt: Date | null = null;

  constructor(random: Random, clock: SimClock) {
    this.#random = random;
    this.#clock = clock;
  }

  write(key: string, shown: Shown): void {
    const realAt = this.#clock.realNow().getTime();
    const businessAt = (this.arrivedAt ?? this.#clock.businessNow()).getTime();
    this.#versions.set(key, [...(this.#versions.get(key) ?? []), { shown, realAt, businessAt }]);
  }

  /** `isOdd`: it is there, and cannot be read as a whole. */
  read(key: string, lagMs: number): { shown: Shown | null; isOdd: boolean } {
    const versions = this.#versions.get(key) ?? [];
    const newest = versions.at(-1);
    if (!newest || this.#isOlderThan(newest, lagMs) || !this.#random.chance(BEHIND_CHANCE))
      return { shown: newest?.shown ?? null, isOdd: false };
    const known = versions.findLast((version) => this.#isOlderThan(version, lagMs));
    return { shown: known?.shown ?? null, isOdd: this.#random.chance(ODD_CHANCE) };
  }

  /** By either clock: business time may have moved alone, and no bank lags for days. */
  #isOlderThan({ realAt, businessAt }: Version<Shown>, lagMs: number): boolean {
    const [real, business] = [this.#clock.realNow().getTime(), this.#clock.businessNow().getTime()];
    return Math.max(real - realAt, business - businessAt) >= lagMs;
  }
}
