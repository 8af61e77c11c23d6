import type { WithAcquirers } from '../acquirers/registry.ts';
import type { WithApprovals } from '../alignment/approvals.ts';
import type { WithSellers } from '../companies/sellers.ts';
import type { WithLists } from '../db/lagging-reads.ts';
import type { Deps } from '../deps.ts';
import type { WithFeed } from '../events/watch-feed.ts';
import type { WithMailer } from '../mailer.ts';
import type { WithOrderWrites } from '../orders/batch-writes.ts';
import type { WithWebhooks } from '../webhook-sender.ts';

/** All that there is, for the doors, which open into every room. */
export type AllDeps = Deps &
  WithLists &
  WithAcquirers &
  WithApprovals &
  WithOrderWrites &
  WithSellers &
  WithFeed &
  WithMailer &
  WithWebhooks;
