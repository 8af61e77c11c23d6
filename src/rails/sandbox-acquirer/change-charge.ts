import { randomBytes } from 'node:crypto';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import {
  type Charge,
  type ChargeState,
  type ControlAction,
  stateAfterCancelRequest,
  stateAfterControl,
} from './charge.rules.ts';
import { lockCharge, updateCharge } from './charges.sql.ts';
import { parseInstant } from './create-charge.ts';
import type { Deps } from './deps.ts';
import { insertNotification, type Notification } from './notifications.sql.ts';
import { insertRefund } from './refunds.sql.ts';
import type { ControlBody } from './schemas.ts';
import { ServiceError } from './service-error.ts';

export interface ChangedCharge {
  charge: Charge;
  /** To be sent by the caller, after the commit. */
  notification: Notification | null;
}

/** The merchant's request: an unpaid charge becomes CANCELLED, any other stays what it is. */
export async function cancelCharge(deps: Deps, reference: string): Promise<ChangedCharge> {
  const now = await deps.clock.now();
  return withTransaction(deps.db, async (tx) => {
    const charge = await lockKnownCharge(tx, reference);
    const state = stateAfterCancelRequest(charge);
    if (state === null) return { charge, notification: null };
    const changed = await writeState(tx, charge, state, now);
    return { charge: changed, notification: await insertNotification(tx, changed) };
  });
}

/** What the payer or the bank does. Repeating it changes nothing and notifies again, as real acquirers do. */
export async function controlCharge(
  deps: Deps,
  reference: string,
  action: ControlAction,
  body: ControlBody,
): Promise<ChangedCharge> {
  const now = await deps.clock.now();
  const paidAt = body.paid_at === undefined ? now : parseInstant(body.paid_at, 'paid_at');
  if (paidAt > now) throw new ServiceError('invalid_request', 'paid_at lies in the future');
  return withTransaction(deps.db, async (tx) => {
    const charge = await lockKnownCharge(tx, reference);
    const state = stateAfterControl(charge, action, now, { paidAt, amountCents: body.amount ?? null });
    const changed = state === null ? charge : await writeState(tx, charge, state, now, action === 'expire');
    const givenBackCents = changed.refundedCents - charge.refundedCents;
    if (givenBackCents > 0) await recordUnrequestedRefund(tx, changed, givenBackCents, now);
    const notification = body.notify === false ? null : await insertNotification(tx, changed);
    return { charge: changed, notification };
  });
}

export async function lockKnownCharge(tx: Tx, reference: string): Promise<Charge> {
  const charge = await lockCharge(tx, reference);
  if (!charge) throw new ServiceError('not_found', 'no charge has this reference');
  return charge;
}

export async function writeState(
  tx: Tx,
  before: Charge,
  state: ChargeState,
  now: Date,
  isExpired = false,
): Promise<Charge> {
  const news = { status: state.status, createdAt: now.toISOString(), ...(isExpired && { isExpired }) };
  const entry = state.status === before.status ? null : news;
  return updateCharge(tx, before.reference, state, entry);
}

async function recordUnrequestedRefund(tx: Tx, charge: Charge, amountCents: number, now: Date): Promise<void> {
  const id = randomBytes(16).toString('hex');
  await insertRefund(tx, {
    reference: `unrequested-${id}`,
    refundId: `sbxr_${id}`,
    chargeReference: charge.reference,
    amountCents,
    status: 'REFUNDED',
    reason: null,
    description: 'returned by the bank without a request',
    createdAt: now,
    refundedAt: now,
  });
}
