/** One document may stand for everybody who gave none: only so many of its payments are added up. */
export const MAX_COUNTED_PAYMENTS = 10_000;
