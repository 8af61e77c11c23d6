export class InvariantBroken extends Error {
  readonly invariant: string;

  constructor(invariant: string, detail: string) {
    super(detail);
    this.invariant = invariant;
  }
}

export function demand(invariant: string, holds: boolean, detail: () => string): void {
  if (!holds) throw new InvariantBroken(invariant, detail());
}
