import { listIdleCustomers } from '../../gateway/customers/customer-data.sql.ts';
import { customersThatOrderedSince } from '../../gateway/payments/by-customer/customer-payments.sql.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { type CustomerOfMerchant, lockRetentionRound, moveRetentionRound } from './anonymisations.sql.ts';
import { anonymiseCustomer } from './anonymise-customer.ts';
import { idleSince } from './retention.rules.ts';

/** Customers that are looked at in one turn; the round goes over all of them and begins again. */
const CUSTOMERS_PER_TURN = 500;

/**
 * Removes the data of customers who have not ordered for so many years, where a number of years is set. A turn that is
 * lost is made up for in the next round.
 */
export async function anonymiseIdleCustomers(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<boolean> {
  if (deps.config.customerDataYears === 0) return false;
  const since = idleSince(await deps.clock.now(), deps.config.customerDataYears);
  const { idle, hasMore } = await takeIdle(deps, since);
  const active = await customersThatOrderedSince(
    deps.db,
    idle.map(({ customerId }) => customerId),
    since,
  );
  for (const { merchantId, customerId } of idle) {
    if (!active.has(customerId)) await anonymiseUnlessOpen(deps, merchantId, customerId);
  }
  return hasMore;
}

async function takeIdle(
  { db }: Pick<Deps, 'db'>,
  since: Date,
): Promise<{ idle: CustomerOfMerchant[]; hasMore: boolean }> {
  return withTransaction(db, async (tx) => {
    const after = await lockRetentionRound(tx);
    if (after === null) return { idle: [], hasMore: false };
    const looked = await listIdleCustomers(tx, after, since, CUSTOMERS_PER_TURN);
    await moveRetentionRound(tx, looked.lastId ?? 0);
    return { idle: looked.idle, hasMore: looked.lastId !== null };
  });
}

async function anonymiseUnlessOpen(
  deps: Pick<Deps, 'db' | 'clock'>,
  merchantId: number,
  customerId: number,
): Promise<void> {
  try {
    await anonymiseCustomer(deps, merchantId, customerId);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Something is still open: the next round looks again.
  }
}
