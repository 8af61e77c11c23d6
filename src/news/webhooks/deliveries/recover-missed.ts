import type { WithLists } from '../../../ground/db/lagging-reads.ts';
import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError, invalidField } from '../../../ground/errors.ts';
import { workInChunks } from '../../../ground/queues/chunks.ts';
import { findFeedPositionBefore } from '../../events/feed.sql.ts';
import type { FeedPosition } from '../../events/feed-cursor.rules.ts';
import type { Endpoint } from '../endpoints/endpoints.sql.ts';
import { countMissed, insertRecovery, listRunningRecoveries, type Missed, recoverNextChunk } from './recoveries.sql.ts';
import { refuseDisabled } from './resend-event.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** An event happens a little before its delivery fails. */
const BEFORE_TROUBLE_MS = 60_000;
/** A recovery of the most that it may hold takes seconds. */
const RETRY_AFTER_SECONDS = 5;

/**
 * What the endpoint missed since then, and what a recovery would send. Without a time: since it fails or is off,
 * else since yesterday.
 */
export async function previewRecovery(
  deps: Deps & WithLists,
  merchantId: number,
  endpoint: Endpoint,
  since: Date | undefined,
): Promise<Missed> {
  if (since) checkSince(deps, since);
  return (await lookForMissed(deps, merchantId, endpoint, since ?? troubleSince(deps, endpoint))).missed;
}

function troubleSince(deps: Deps, { failing_since, disabled_at }: Endpoint): Date {
  const troubles = [failing_since, disabled_at].flatMap((time) => (time ? [time.getTime() - BEFORE_TROUBLE_MS] : []));
  const began = troubles.length > 0 ? Math.min(...troubles) : deps.clock.realNow().getTime() - DAY_MS;
  return new Date(Math.max(began, oldestLogged(deps)));
}

/** Before this time it can no longer be told what arrived. */
function oldestLogged({ clock, config }: Deps): number {
  return clock.realNow().getTime() - config.webhookLogDays * DAY_MS;
}

interface AskedRecovery {
  merchantId: number;
  endpoint: Endpoint;
  since: Date;
}

/**
 * Has everything that the endpoint missed since then sent again, by a job. Returns what was counted. `takeTurn` throws
 * when there were too many; what is refused for other reasons takes none.
 */
export async function startRecovery(
  deps: Deps & WithLists,
  { merchantId, endpoint, since }: AskedRecovery,
  takeTurn: () => Promise<void>,
): Promise<Missed> {
  refuseDisabled(endpoint, 'recover what it missed');
  checkSince(deps, since);
  await takeTurn();
  const { missed, after } = await lookForMissed(deps, merchantId, endpoint, since);
  const { upTo } = missed;
  if (upTo === null || missed.failed + missed.unsent === 0) return missed;
  const recovery = { endpointId: endpoint.id, since, after, upTo, now: deps.clock.realNow() };
  const isStarted = await withTransaction(deps.db, (tx) => {
    tx.afterCommit(() => deps.poke('recover-missed'));
    return insertRecovery(tx, recovery);
  });
  if (isStarted) return missed;
  throw new ApiError('RATE_LIMITED', 'a recovery of this webhook is still running', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

function checkSince(deps: Deps, since: Date): void {
  if (since > deps.clock.realNow()) throw invalidField('since', 'must not be in the future');
  if (since.getTime() < oldestLogged(deps))
    throw invalidField(
      'since',
      `must be within the last ${deps.config.webhookLogDays} days: the log goes no further back`,
    );
}

async function lookForMissed(
  deps: Deps & WithLists,
  merchantId: number,
  endpoint: Endpoint,
  since: Date,
): Promise<{ missed: Missed; after: FeedPosition }> {
  const after = await findFeedPositionBefore(deps.listsDb, since);
  return { missed: await countMissed(deps.listsDb, endpoint.id, merchantId, since, after), after };
}

/**
 * The job: each recovery goes on where it was, chunk by chunk. What it schedules waits in line like any delivery, where
 * each endpoint and merchant has its share. Says whether there is more.
 */
export async function recoverMissed(deps: Deps): Promise<boolean> {
  let hasMore = false;
  for (const id of await listRunningRecoveries(deps.db)) {
    const isDone = await workInChunks<null>(deps.db, (tx) => recoverNextChunk(tx, id, deps.clock.realNow()), 'at once');
    if (!isDone) hasMore = true;
    deps.poke('deliver-webhooks');
  }
  return hasMore;
}
