import type { Deps } from '../../ground/deps.ts';
import type { KeyClaim } from '../../ground/idempotency/keys.sql.ts';
import { currentAsker } from '../../ground/request-context.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import type { Destination } from '../destinations/destination.ts';
import type { Payout } from './payout.ts';
import type { WithPayoutWrites } from './payout-writes.ts';
import { type PayoutAsked, preparePayout } from './prepare-payout.ts';

export interface PayoutRequest extends PayoutAsked {
  description: string | null;
  askedByUser: number | null;
}

/** As it was taken, and where it goes. */
export interface RequestedPayout {
  payout: Payout;
  destination: Destination;
}

/** Its money is taken in one transaction with its row; the bank is called afterwards, in the background. */
export async function requestPayout(
  deps: Deps & WithAcquirers & WithPayoutWrites,
  merchantId: number,
  { description, askedByUser, ...asked }: PayoutRequest,
  claim: KeyClaim | null,
): Promise<RequestedPayout> {
  const prepared = await preparePayout(deps, deps.db, merchantId, asked);
  const payout = await deps.payoutWrites.hold({
    ...prepared,
    description,
    origin: 'request',
    claim,
    asker: currentAsker(),
    askedByUser,
  });
  return { payout, destination: prepared.destination };
}
