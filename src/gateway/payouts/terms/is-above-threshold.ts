import type { Deps } from '../../../ground/deps.ts';
import { isAboveThreshold } from '../../../parties/accounts/sessions/sensitive-acts.rules.ts';
import { findConfirmAbove } from '../../../parties/companies/confirm-above.sql.ts';

/** Whether a person has to give the code of a second factor for it; keys are bound by their scopes. */
export async function isAboveThresholdOf(
  { db }: Pick<Deps, 'db'>,
  { companyId, amountCents }: { companyId: number; amountCents: number },
): Promise<boolean> {
  return isAboveThreshold(amountCents, await findConfirmAbove(db, companyId));
}
