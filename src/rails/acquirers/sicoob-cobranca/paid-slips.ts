import type { PaidMovement } from './sicoob-bodies.ts';

/** As many as a few days of a large client have. */
const MOST_KEPT = 50_000;

/**
 * What was paid for slips, as the bank's files have told. What a slip brought does not change, and one file tells of a
 * whole day: those that are asked about next are found here.
 */
export class PaidSlips {
  readonly #kept = new Map<string, PaidMovement>();

  find(slip: { seuNumero: string; nossoNumero: string | number }): PaidMovement | null {
    return this.#kept.get(nameOf(slip.seuNumero, slip.nossoNumero)) ?? null;
  }

  keep(movements: readonly PaidMovement[]): void {
    for (const movement of movements) this.#kept.set(nameOf(movement.seuNumero, movement.numeroTitulo), movement);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
  }
}

/** Our own number, because the bank writes its own with and without a check digit. */
function nameOf(seuNumero: string | undefined, ourNumber: string | number): string {
  return seuNumero ? `s ${seuNumero}` : `n ${ourNumber}`;
}
