import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { WebhookList, WebhookRecord } from '../../src/news/webhooks/webhooks.schemas.ts';
import { call, type QueryValues } from './call.ts';
import type { ListOf } from './types.ts';

const MOST_WEBHOOKS = 100;
/** What nobody tells of, such as an endpoint that fails, is asked for again as often. */
const AGAIN_MS = 60_000;

/** One row is enough to know how many there are. */
export const countQuery = (path: string, query: QueryValues = {}) =>
  queryOptions({
    queryKey: [path.slice(1), 'count', query],
    queryFn: ({ signal }) => call<ListOf<unknown>>(path, { query: { ...query, limit: 1 }, signal }),
    select: ({ total }) => total,
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
  });

export const waitingApprovalsQuery = countQuery('/payouts', { status: 'AWAITING_APPROVAL' });

export const openDivergencesQuery = countQuery('/divergences', { resolved: 'false' });

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list', { limit: MOST_WEBHOOKS }],
  queryFn: ({ signal }) => call<Static<typeof WebhookList>>('/webhooks', { query: { limit: MOST_WEBHOOKS }, signal }),
  refetchInterval: AGAIN_MS,
});

type Health = Pick<Static<typeof WebhookRecord>, 'failing_since' | 'disabled_reason'>;

/** Switched off because it kept failing, or failing now. One that a person has paused troubles nobody. */
export function troubleOf({ failing_since, disabled_reason }: Health): 'disabled' | 'failing' | null {
  if (disabled_reason === 'FAILING') return 'disabled';
  return failing_since !== null && disabled_reason === null ? 'failing' : null;
}
