import { clockSkewMs } from '../../ground/clock.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { lockDebits } from './ledger.sql.ts';
import { debitTimeOf } from './value-dates.rules.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * The debit locks of these companies, and the time at which their debit is written. The clock is read inside the locks:
 * an earlier reading could be older than a debit that has just been written. A process whose clock is wrong writes
 * none: what it dated into next year would be the earliest time of every later debit.
 */
export async function takeDebitLocks(
  deps: Pick<Deps, 'clock' | 'log'>,
  tx: Tx,
  companyIds: readonly number[],
): Promise<Date> {
  const lastDebits = await lockDebits(tx, companyIds);
  const skewMs = await clockSkewMs(deps.clock, tx);
  if (skewMs !== 0) {
    deps.log.error({ skewMs }, 'the clock of this process is not the database’s; no debit is written until they agree');
    throw new ApiError('SERVICE_UNAVAILABLE', 'the clocks of this service disagree', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  return debitTimeOf(lastDebits, await deps.clock.now(tx));
}
