import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import type { PayoutDestination } from '../../rails/acquirers/payout.ts';
import { makeList, readList } from '../../rails/manual-payouts/lists.sql.ts';
import { findDestination } from '../destinations/destinations.sql.ts';
import { openDestination, type WithDestinationKeys } from '../destinations/open-destination.ts';
import { findPayoutByReference } from './payouts.sql.ts';
import { standsStill } from './standstill.sql.ts';

/** What whoever pays has to type, in clear: this alone leaves us so. */
export interface LineToPay {
  /** One of the two: a boleto that is given back is in the list, too. */
  payoutId: number | null;
  refundId: number | null;
  amountCents: number;
  description: string | null;
  reference: string;
  destination: PayoutDestination;
}

export interface ListToPay {
  number: number;
  lines: LineToPay[];
}

type ListDeps = Pick<Deps, 'db'> & WithDestinationKeys;

/** What a reference stands for, and where it goes. */
export type ListedWork = Omit<LineToPay, 'amountCents' | 'reference'>;

/** Finds what is no payout, which this room does not know. */
export type FindOther = (acquirer: string, reference: string) => Promise<ListedWork | null>;

const MOST_IN_A_LIST = 500;

/**
 * The next list of a bank without an API, or one that was made before, once more. Each payout is in one list only.
 * Null: none waits.
 */
export async function exportList(
  deps: ListDeps & Pick<Deps, 'clock'>,
  acquirer: string,
  again: number | null,
  findOther: FindOther,
): Promise<ListToPay | null> {
  if (again === null && (await standsStill(deps.db))) {
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'the database was put back: compare with the bank what was paid since, then vintem payout resume',
    );
  }
  const now = await deps.clock.now();
  const number = again ?? (await withTransaction(deps.db, (tx) => makeList(tx, acquirer, MOST_IN_A_LIST, now)));
  if (number === null) return null;
  const listed = await readList(deps.db, acquirer, number);
  if (listed.length === 0) throw new ApiError('VALIDATION_ERROR', `${acquirer} has no list ${number}`);
  const lines: LineToPay[] = [];
  for (const { reference, amount_cents: amountCents } of listed) {
    const work = (await findPayoutLine(deps, acquirer, reference)) ?? (await findOther(acquirer, reference));
    if (!work)
      throw new ApiError('SERVICE_UNAVAILABLE', `the destination of ${reference} does not open with this ACQUIRER_KEY`);
    lines.push({ ...work, amountCents, reference });
  }
  return { number, lines };
}

async function findPayoutLine(deps: ListDeps, acquirer: string, reference: string): Promise<ListedWork | null> {
  const payout = await findPayoutByReference(deps.db, acquirer, reference);
  const stored = payout && (await findDestination(deps.db, payout.destination_id));
  const destination = stored && openDestination(deps.destinationKeys, stored);
  return destination && { payoutId: payout.id, refundId: null, description: payout.description, destination };
}
