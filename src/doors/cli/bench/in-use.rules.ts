/** What tells whether somebody works with the database. */
export interface UseFacts {
  /** Sessions of gateways on the whole server: what is measured here slows all of them down. */
  gateways: readonly { name: string; database: string }[];
  /** The newest payment of merchants other than the demo's; null where there is none, or no table of payments. */
  newestPaymentAt: Date | null;
}

const DAY_MS = 86_400_000;

/**
 * Why the database counts as in use; null where it does not. Live mode alone does not count: a machine is measured just
 * before it goes live. A gateway may be away at this very moment, between two starts: then its payments tell.
 */
export function useOf({ gateways, newestPaymentAt }: UseFacts, now: Date): string | null {
  const [first] = gateways;
  if (first) {
    const others = gateways.length > 1 ? ` and ${gateways.length - 1} more` : '';
    return `a gateway is connected to it (${first.name} on ${first.database}${others})`;
  }
  if (newestPaymentAt !== null && newestPaymentAt.getTime() > now.getTime() - DAY_MS)
    return `it took a payment within the last day (${newestPaymentAt.toISOString()})`;
  return null;
}
