import type { Deps } from '../../ground/deps.ts';
import { ApiError, invalidField } from '../../ground/errors.ts';
import type { Payout } from '../payouts/payout.ts';
import { type BankAction, type SandboxControls, waitUntilWorked } from './play-payer.ts';

export interface HowToPlayBank {
  /** Whether the acquirer tells us; otherwise only a question finds out. */
  notify: boolean;
  /** Of a return; null: all that is left. */
  amountCents: number | null;
}

/** Does what the receiving bank would. Answers what the acquirer says of the payout then. */
export async function playBank(
  deps: Deps,
  controls: SandboxControls,
  payout: Payout,
  action: BankAction,
  { notify, amountCents }: HowToPlayBank,
): Promise<{ status: string; returnedCents: number }> {
  if (payout.acquirer !== controls.name)
    throw invalidField('id', `names a payout that ${payout.acquirer} sends; only the sandbox acquirer can be told`);
  const body = { notify, ...(amountCents === null ? {} : { amount: amountCents }) };
  const played = await controls.controlPayout(payout.reference, action, body);
  if (played.outcome === 'refused') {
    const field = amountCents === null ? 'id' : 'amount';
    throw new ApiError('VALIDATION_ERROR', `${field}: ${played.reason}`, { field });
  }
  if (played.outcome === 'not_found') throw notSent(payout);
  if (played.outcome === 'unknown') throw new ApiError('ACQUIRER_UNAVAILABLE', played.reason, { retryAfterSeconds: 1 });
  if (notify) await waitUntilWorked(deps, payout.reference);
  const returnedCents = played.payout.returns.reduce((sum, { amountCents: cents }) => sum + cents, 0);
  return { status: played.payout.status, returnedCents };
}

function notSent({ id, status }: Payout): ApiError {
  if (status !== 'SENT')
    return invalidField('id', `names a payout that is ${status}: the acquirer knows nothing of it`);
  return new ApiError('ACQUIRER_UNAVAILABLE', `the acquirer does not know payout ${id} (yet)`, {
    retryAfterSeconds: 1,
  });
}
