import type { Share } from './allocate.rules.ts';
import type { ParticipantSource } from './participants.rules.ts';

/** A share with the terms it came from, as it is frozen with the payment. */
export interface FrozenShare extends Share {
  source: ParticipantSource | 'owner';
  chargeFee: boolean;
  discountGrossAmount: boolean;
}

export interface Division {
  /** Who charges the payment. */
  acquirer: string;
  feeCents: number;
  feeOnRefund: 'returned' | 'kept';
  shares: FrozenShare[];
}
