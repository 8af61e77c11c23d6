import { randomBytes } from 'node:crypto';
import { type Tx, withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../deps.ts';
import { insertNotification, type Notification } from '../notifications.sql.ts';
import { ServiceError } from '../service-error.ts';
import { type Payout, type PayoutAction, stateAfter } from './payout.rules.ts';
import type { PayoutControlBody } from './payout.schemas.ts';
import { lockPayout, updatePayout } from './payouts.sql.ts';

export interface ChangedPayout {
  payout: Payout;
  /** To be sent by the caller, after the commit. */
  notification: Notification | null;
}

/** What the receiving bank does, by a hand. Repeating it changes nothing and notifies again. */
export async function controlPayout(
  deps: Deps,
  reference: string,
  action: PayoutAction,
  body: PayoutControlBody,
): Promise<ChangedPayout> {
  const now = await deps.clock.now();
  return withTransaction(deps.db, async (tx) => {
    const payout = await lockPayout(tx, reference);
    if (!payout) throw new ServiceError('not_found', 'no payout has this reference');
    const amountCents = action === 'return' ? (body.amount ?? null) : null;
    const changed = await apply(tx, payout, action, amountCents, now);
    return { payout: changed, notification: body.notify === false ? null : await notify(tx, changed) };
  });
}

/** What happens to it by itself. Null: another process was faster, or a hand. */
export async function advancePayout(deps: Deps, reference: string, now: Date): Promise<Notification | null> {
  return withTransaction(deps.db, async (tx) => {
    const payout = await lockPayout(tx, reference);
    if (!payout?.next || payout.next.at > now) return null;
    return notify(tx, await apply(tx, payout, payout.next.step, null, now));
  });
}

async function apply(
  tx: Tx,
  payout: Payout,
  action: PayoutAction,
  amountCents: number | null,
  now: Date,
): Promise<Payout> {
  const id = action === 'return' ? drawId('D', now) : drawId('E', now);
  const state = stateAfter(payout, { action, amountCents, id, now });
  if (typeof state === 'string') throw new ServiceError('conflict', state);
  return state === null ? payout : updatePayout(tx, payout.reference, state);
}

function notify(tx: Tx, { reference, payoutId, status }: Payout): Promise<Notification | null> {
  return insertNotification(tx, { reference, transactionId: payoutId, status });
}

/** The bank of the sandbox, which does not exist. */
const ISPB = '99999999';
const TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}).*$/;

/** As the payment system makes them: whose, when, and eleven characters of its own. */
function drawId(letter: 'E' | 'D', now: Date): string {
  return letter + ISPB + now.toISOString().replace(TIME, '$1$2$3$4$5') + randomBytes(6).toString('hex').slice(1);
}
