import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import type { PayoutDestination } from '../../rails/acquirers/payout.ts';
import { makeList, readList } from '../../rails/manual-payouts/lists.sql.ts';
import { findDestination } from '../destinations/destinations.sql.ts';
import { openDestination, type WithDestinationKeys } from '../destinations/open-destination.ts';
import { findRefundByRail } from '../refunds/by-rail/by-rail.sql.ts';
import { openRefundDestination } from '../refunds/by-rail/send-by-rail.ts';
import { findRefundWithPayment } from '../refunds/refunds.sql.ts';
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

type ListDeps = Pick<Deps, 'db' | 'log'> & WithDestinationKeys;

const MOST_IN_A_LIST = 500;

/**
 * The next list of a bank without an API, or one that was made before, once more. Each payout is in one list only.
 * Null: none waits.
 */
export async function exportList(
  deps: ListDeps & Pick<Deps, 'clock'>,
  acquirer: string,
  again: number | null,
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
  for (const { reference, amount_cents } of listed) lines.push(await lineOf(deps, acquirer, reference, amount_cents));
  return { number, lines };
}

async function lineOf(deps: ListDeps, acquirer: string, reference: string, amountCents: number): Promise<LineToPay> {
  const line = (await payoutLine(deps, acquirer, reference)) ?? (await refundLine(deps, acquirer, reference));
  if (!line)
    throw new ApiError('SERVICE_UNAVAILABLE', `the destination of ${reference} does not open with this ACQUIRER_KEY`);
  return { ...line, amountCents, reference };
}

type Found = Omit<LineToPay, 'amountCents' | 'reference'>;

async function payoutLine(deps: ListDeps, acquirer: string, reference: string): Promise<Found | null> {
  const payout = await findPayoutByReference(deps.db, acquirer, reference);
  const stored = payout && (await findDestination(deps.db, payout.destination_id));
  const destination = stored && openDestination(deps.destinationKeys, stored);
  return destination && { payoutId: payout.id, refundId: null, description: payout.description, destination };
}

async function refundLine(deps: ListDeps, acquirer: string, reference: string): Promise<Found | null> {
  const known = await findRefundByRail(deps.db, acquirer, reference);
  const found = known && (await findRefundWithPayment(deps.db, known.id));
  const destination = found && (await openRefundDestination(deps, found.refund, found.payment));
  if (!found || !destination) return null;
  return { payoutId: null, refundId: found.refund.id, description: found.refund.description, destination };
}
