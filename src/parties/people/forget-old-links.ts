import type { Deps } from '../../ground/deps.ts';
import { workInChunks } from '../../ground/queues/chunks.ts';
import { removeEndedResets } from '../accounts/passwords/password-resets.sql.ts';
import { removeEndedInvitations } from './invitations.sql.ts';

/** Links that nobody used in time. Says whether there is more. */
export async function forgetOldLinks({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const before = clock.realNow();
  const areInvitationsGone = await workInChunks<Date>(db, (tx, from) => removeEndedInvitations(tx, from, before));
  const areResetsGone = await workInChunks<Date>(db, (tx, from) => removeEndedResets(tx, from, before));
  return !(areInvitationsGone && areResetsGone);
}
