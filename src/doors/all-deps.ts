import type { WithApprovals } from '../gateway/alignment/approvals.ts';
import type { WithDestinationKeys } from '../gateway/destinations/open-destination.ts';
import type { WithOrderWrites } from '../gateway/orders/batch-writes.ts';
import type { WithPayoutWrites } from '../gateway/payouts/payout-writes.ts';
import type { WithRefundWrites } from '../gateway/refunds/refund-writes.ts';
import type { WithLists } from '../ground/db/lagging-reads.ts';
import type { Deps } from '../ground/deps.ts';
import type { WithMailer } from '../ground/mailer.ts';
import type { WithWebhooks } from '../ground/webhook-sender.ts';
import type { WithFeed } from '../news/events/watch-feed.ts';
import type { WithSellers } from '../parties/companies/sellers.ts';
import type { WithAcquirers } from '../rails/acquirers/registry.ts';
import type { WithBankAccounts } from '../rails/cnab240/bank-accounts.ts';

/** All that there is, for the doors, which open into every room. */
export type AllDeps = Deps &
  WithLists &
  WithAcquirers &
  WithBankAccounts &
  WithApprovals &
  WithOrderWrites &
  WithRefundWrites &
  WithPayoutWrites &
  WithDestinationKeys &
  WithSellers &
  WithFeed &
  WithMailer &
  WithWebhooks;
