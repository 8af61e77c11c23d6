import type { Clock } from '../../ground/clock.ts';
import type { DbPool } from '../../ground/db/pool.ts';
import type { ConfiguredAcquirer } from '../acquirers/acquirer-kind.ts';
import type { AcquirerPayout } from '../acquirers/payout.ts';
import { findManualPayout, insertManualPayout, type ListedByHand } from './lists.sql.ts';

const TIMEOUT_MS = 5_000;

export interface ManualOptions {
  name: string;
  db: DbPool;
  clock: Clock;
}

/**
 * A bank without an API: a payout that is sent waits for the next list, and an operator says how it ended. It names
 * nobody beforehand, charges nothing and is never away.
 */
export function createManualClient({ name, db, clock }: ManualOptions): ConfiguredAcquirer {
  const cannot = async () => ({ outcome: 'not_found' }) as const;
  return {
    name,
    timeoutMs: TIMEOUT_MS,
    charges: {},
    query: cannot,
    cancel: cannot,
    payouts: {
      isKeyedByReference: true,
      isByHand: true,
      async send({ reference, amountCents }) {
        await insertManualPayout(db, { acquirer: name, reference, amountCents, at: await clock.now() });
        return { outcome: 'found', payout: underWay({ reference, amount_cents: amountCents }) };
      },
      async query({ reference }) {
        const known = await findManualPayout(db, name, reference);
        return known ? { outcome: 'found', payout: underWay(known) } : { outcome: 'not_found' };
      },
    },
    ping: async () => true,
    close: async () => {},
  };
}

function underWay({ reference, amount_cents }: ListedByHand): AcquirerPayout {
  return {
    reference,
    status: 'PROCESSING',
    amountCents: amount_cents,
    endToEndId: null,
    paidAt: null,
    reason: null,
    returns: [],
  };
}
