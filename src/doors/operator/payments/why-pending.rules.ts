export interface PendingFacts {
  /** Whether the acquirer has answered the charge: without its data there is nothing to pay yet. */
  isIssued: boolean;
  createdAt: Date;
  expiresAt: Date;
  trouble: { kind: string; since: Date } | null;
  now: Date;
}

export interface WhyPending {
  reason: string;
  since: Date | null;
  text: string;
}

/** Why nobody knows yet that a payment was paid, or not. */
export function whyPending({ isIssued, createdAt, expiresAt, trouble, now }: PendingFacts): WhyPending {
  if (trouble)
    return {
      reason: trouble.kind,
      since: trouble.since,
      text: 'the acquirer does not let us know what became of it; it is asked again by itself',
    };
  if (!isIssued)
    return {
      reason: 'WAITING_FOR_CHARGE',
      since: createdAt,
      text: 'the acquirer has not said yet whether it took the charge; it is asked by itself',
    };
  if (expiresAt <= now)
    return {
      reason: 'WAITING_FOR_LAST_LOOK',
      since: expiresAt,
      text: 'it has expired; it fails once the acquirer says that nobody paid',
    };
  return {
    reason: 'WAITING_FOR_PAYMENT',
    since: createdAt,
    text: 'nobody has paid it yet, as far as the acquirer says',
  };
}
