import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { INSTALLATION } from '../../parties/merchants/installation.rules.ts';
import type { PayoutDestination } from '../../rails/acquirers/payout.ts';
import { makeList, readList } from '../../rails/manual-payouts/lists.sql.ts';
import { findDestination } from '../destinations/destinations.sql.ts';
import { openDestination, type WithDestinationKeys } from '../destinations/open-destination.ts';
import type { LineToPay, ListToPay } from './list-file.rules.ts';
import { findPayoutByReference } from './payouts.sql.ts';
import { standsStill } from './standstill.sql.ts';

export interface AskedList {
  acquirer: string;
  /** One that was made before; null: the next. */
  again: number | null;
  /** For the audit log, where somebody had to give one. */
  reason?: string;
}

type ListDeps = Pick<Deps, 'db'> & WithDestinationKeys;

/** What a reference stands for, and where it goes. */
export interface ListedWork extends Pick<LineToPay, 'payoutId' | 'refundId' | 'description'> {
  status: string;
  /** It waits for whoever pays; otherwise it has ended. */
  isOpen: boolean;
  /** Null where it does not open. */
  open(): Promise<PayoutDestination | null>;
}

/** Finds what is no payout, which this room does not know. */
export type FindOther = (acquirer: string, reference: string) => Promise<ListedWork | null>;

const MOST_IN_A_LIST = 500;

/**
 * The next list of a bank without an API, or one that was made before, once more. Each payout is in one list only.
 * Null: none waits.
 */
export async function exportList(
  deps: ListDeps & Pick<Deps, 'clock'>,
  { acquirer, again, reason }: AskedList,
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
  await recordAudit(deps, deps.db, {
    merchantId: INSTALLATION,
    action: 'payout_list.exported',
    object: { kind: 'acquirer', id: acquirer },
    details: { list: number, is_again: again !== null, lines: listed.length, ...(reason !== undefined && { reason }) },
  });
  const lines: LineToPay[] = [];
  for (const { reference, amount_cents: amountCents } of listed) {
    const work = (await findPayoutWork(deps, acquirer, reference)) ?? (await findOther(acquirer, reference));
    lines.push({ ...(await lineOf(work)), amountCents, reference });
  }
  return { number, lines };
}

/** One that cannot be paid hides no other, and one that has ended is not paid a second time. */
async function lineOf(work: ListedWork | null): Promise<Omit<LineToPay, 'amountCents' | 'reference'>> {
  if (!work) {
    const note = 'nobody here knows this reference: do not pay it';
    return { payoutId: null, refundId: null, description: null, destination: null, note };
  }
  const { payoutId, refundId, description, status, isOpen } = work;
  const destination = isOpen ? await work.open() : null;
  const closed = 'the destination does not open: is ACQUIRER_KEY another than before?';
  const note = isOpen ? (destination ? null : closed) : `${status} already: do not pay it`;
  return { payoutId, refundId, description, destination, note };
}

async function findPayoutWork(deps: ListDeps, acquirer: string, reference: string): Promise<ListedWork | null> {
  const payout = await findPayoutByReference(deps.db, acquirer, reference);
  if (!payout) return null;
  const { id, description, status, destination_id } = payout;
  const open = async () => {
    const stored = await findDestination(deps.db, destination_id);
    return stored && openDestination(deps.destinationKeys, stored);
  };
  return { payoutId: id, refundId: null, description, status, isOpen: status === 'SENT', open };
}
