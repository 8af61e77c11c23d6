import type { Deps } from '../../../ground/deps.ts';
import type { WithAcquirers } from '../../../rails/acquirers/registry.ts';
import type { WithApprovals } from '../approvals.ts';

export type NotifiedDeps = Deps & WithApprovals & WithAcquirers;

/** What an acquirer tells when it is asked. `nothing yet`: no answer to build on; asked again later. */
export type Told = 'news' | 'nothing new' | 'nothing yet' | 'nothing of ours';

/** Something that an acquirer has hinted at by its reference. */
export interface Notified {
  /** Only these may hint at it. */
  acquirers: readonly (string | null)[];
  /** Whose trace it belongs to; null where it is no payment's. */
  paymentId: number | null;
  /** Asks the acquirer and follows what it says. */
  ask(deps: NotifiedDeps, at: Date): Promise<Told>;
}
