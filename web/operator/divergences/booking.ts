/** Who stands on the other side of the bank: the platform, or one establishment. */
export type Bearer = 'platform' | `company:${number}`;

/**
 * Where the money goes. Positive: the bank holds more than the books say, and somebody gets it; negative: it holds
 * less, and somebody bears it.
 */
export function sidesOf(difference: number, bearer: Bearer): { from: string; to: string } {
  return difference > 0 ? { from: 'acquirer', to: bearer } : { from: bearer, to: 'acquirer' };
}

export interface BearerDraft {
  choice: 'platform' | 'company';
  /** The id of the establishment, as it was typed. */
  company: string;
}

export const NO_BEARER: BearerDraft = { choice: 'platform', company: '' };

/** The establishment that was typed, or the platform where none was; null where it is no number. */
export function bearerOf({ choice, company }: BearerDraft): Bearer | null {
  if (choice === 'platform') return 'platform';
  return /^[1-9]\d{0,14}$/.test(company.trim()) ? `company:${Number(company)}` : null;
}
