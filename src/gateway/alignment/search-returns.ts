import { addDays, saoPauloDateOf, startOfSaoPauloDay } from '../../ground/brazil/calendar.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import type { Acquirer } from '../../rails/acquirers/acquirer.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import type { WithApprovals } from './approvals.ts';
import { readReceivedPage } from './read-received.ts';
import { countFailure, findReturnSearch, leavePage } from './return-searches.sql.ts';

/** As long as the banks may come to take a PIX back. */
const RETURN_DAYS = 180;
/** One run of the job reads so many pages at most; the next one goes on behind them. */
const PAGES_PER_RUN = 20;
/** A page that cannot be read is asked for so often, in as many runs, before the search goes on behind it. */
const TRIES_PER_PAGE = 5;
/** More pages than any account has: a bank that never says "last" ends here. */
const MOST_PAGES = 20_000;

/**
 * Once a day, all that was given back of what came in the last 180 days, page by page: what differs from our record is
 * asked about. Where it went on is stored, so that no run begins anew. Says whether there is more to read.
 */
export async function searchReturns(deps: Deps & WithApprovals & WithAcquirers): Promise<boolean> {
  const now = await deps.clock.now();
  let isMore = false;
  for (const acquirer of deps.acquirers.list()) {
    if (acquirer.received && (await searchPages(deps, acquirer, now))) isMore = true;
  }
  return isMore;
}

async function searchPages(
  deps: Deps & WithApprovals & WithAcquirers,
  acquirer: Acquirer,
  now: Date,
): Promise<boolean> {
  const { db, log } = deps;
  const { name } = acquirer;
  const today = saoPauloDateOf(now);
  const period = { today, from: startOfSaoPauloDay(addDays(today, -RETURN_DAYS)), to: now };
  for (let read = 0; read < PAGES_PER_RUN; read++) {
    const search = await findReturnSearch(db, name, period);
    if (!search) return false;
    const { from_at: from, to_at: to, next_page: page } = search;
    const listed = await readReceivedPage(deps, acquirer, { from, to, page, isReturnedOnly: true });
    if (listed.outcome === 'found') {
      await leavePage(db, name, page, listed.isLast || page + 1 >= MOST_PAGES ? now : null);
      continue;
    }
    log.warn({ acquirer: name, page, reason: listed.reason }, 'a page of returns cannot be read; asked again later');
    if (search.failures + 1 < TRIES_PER_PAGE) {
      await countFailure(db, name, page);
      return false;
    }
    log.error({ acquirer: name, page, reason: listed.reason }, 'a page of returns is left out until tomorrow');
    await leavePage(db, name, page, null);
  }
  return true;
}
