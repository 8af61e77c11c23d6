/** How many days from today a boleto is due, unless an order names its day; and how many at most. */
export const DEFAULT_DUE_DAYS = 3;
export const MAX_DUE_DAYS = 180;
