import type { StartLimit } from '../../../src/rails/acquirers/time-limit.ts';

const LOOK_EVERY_MS = 5;

/**
 * The time limit of an adapter that is over when its acquirer keeps it waiting, and not before: how fast the machine is
 * has no part in it.
 */
export class Impatience {
  #underWay = new Set<() => void>();
  #look: NodeJS.Timeout | undefined;

  readonly startLimit: StartLimit = (_timeoutMs, isOver) => {
    this.#underWay.add(isOver);
    return { stop: () => void this.#underWay.delete(isOver) };
  };

  /** The calls under way are given up as soon as this is so. */
  giveUpWhen(isKeptWaiting: () => boolean): void {
    this.forget();
    this.#look = setInterval(() => {
      if (!isKeptWaiting()) return;
      this.forget();
      for (const isOver of this.#underWay) isOver();
      this.#underWay.clear();
    }, LOOK_EVERY_MS);
  }

  forget(): void {
    clearInterval(this.#look);
  }
}
