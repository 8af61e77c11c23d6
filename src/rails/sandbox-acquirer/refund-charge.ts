import { randomBytes } from 'node:crypto';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import { lockKnownCharge, writeState } from './change-charge.ts';
import { type Charge, reasonToRefuseRefund, stateAfterRefund } from './charge.rules.ts';
import type { Deps } from './deps.ts';
import { insertNotification, type Notification } from './notifications.sql.ts';
import {
  findRefund,
  insertRefund,
  type Refund,
  type RefundStatus,
  settleRefundRow,
  sumProcessingRefunds,
} from './refunds.sql.ts';
import type { RefundBody } from './schemas.ts';
import { ServiceError } from './service-error.ts';

export interface ChangedRefund {
  refund: Refund;
  isNew: boolean;
  /** To be sent by the caller, after the commit. */
  notification: Notification | null;
}

/** Safe to repeat: the refund's reference is its identity. What cannot be done is stored as REFUSED with its reason. */
export async function refundCharge(
  deps: Deps,
  reference: string,
  refundReference: string,
  body: RefundBody,
  onDemand: 'refuse' | 'processing' | null,
): Promise<ChangedRefund> {
  const now = await deps.clock.now();
  return withTransaction(deps.db, async (tx) => {
    const charge = await lockKnownCharge(tx, reference);
    const known = await findRefund(tx, refundReference);
    if (known) return { refund: sameRefund(known, reference, body), isNew: false, notification: null };
    const refusal =
      onDemand === 'refuse'
        ? 'refused by the bank'
        : reasonToRefuseRefund(charge, body.amount, await sumProcessingRefunds(tx, reference));
    const status = statusOf(refusal, onDemand);
    const refund = await insertRefund(tx, {
      reference: refundReference,
      refundId: `sbxr_${randomBytes(16).toString('hex')}`,
      chargeReference: reference,
      amountCents: body.amount,
      status,
      reason: refusal,
      description: body.description ?? null,
      createdAt: now,
      refundedAt: status === 'REFUNDED' ? now : null,
    });
    // Taken between the look and the insert: only by a refund of another charge, for this one is locked.
    if (!refund) throw new ServiceError('conflict', 'this reference belongs to a refund of another charge');
    const notification = status === 'REFUNDED' ? await giveBack(tx, charge, refund, now) : null;
    return { refund, isNew: true, notification };
  });
}

/** Ends a refund that was left PROCESSING. */
export async function settleRefund(
  deps: Deps,
  refundReference: string,
  status: 'REFUNDED' | 'REFUSED',
): Promise<ChangedRefund> {
  const now = await deps.clock.now();
  return withTransaction(deps.db, async (tx) => {
    const { chargeReference } = await findKnownRefund(tx, refundReference);
    const charge = await lockKnownCharge(tx, chargeReference);
    const refund = await findKnownRefund(tx, refundReference);
    if (refund.status === status) return { refund, isNew: false, notification: null };
    if (refund.status !== 'PROCESSING') throw new ServiceError('conflict', `this refund is already ${refund.status}`);
    if (status === 'REFUSED') {
      const settled = await settleRefundRow(tx, refundReference, {
        status,
        reason: 'refused by the bank',
        refundedAt: null,
      });
      return { refund: settled, isNew: false, notification: await insertNotification(tx, charge) };
    }
    // Its own amount is still reserved, so nothing else may have been promised that money; a bank may have taken
    // it back though.
    const refusal = reasonToRefuseRefund(charge, refund.amountCents, 0);
    if (refusal !== null) throw new ServiceError('conflict', refusal);
    const settled = await settleRefundRow(tx, refundReference, { status, reason: null, refundedAt: now });
    return { refund: settled, isNew: false, notification: await giveBack(tx, charge, settled, now) };
  });
}

async function findKnownRefund(tx: Tx, reference: string): Promise<Refund> {
  const refund = await findRefund(tx, reference);
  if (!refund) throw new ServiceError('not_found', 'no refund has this reference');
  return refund;
}

async function giveBack(tx: Tx, charge: Charge, refund: Refund, now: Date): Promise<Notification | null> {
  const changed = await writeState(tx, charge, stateAfterRefund(charge, refund.amountCents), now);
  return insertNotification(tx, changed);
}

function statusOf(refusal: string | null, onDemand: 'refuse' | 'processing' | null): RefundStatus {
  if (refusal !== null) return 'REFUSED';
  return onDemand === 'processing' ? 'PROCESSING' : 'REFUNDED';
}

function sameRefund(refund: Refund, chargeReference: string, body: RefundBody): Refund {
  if (refund.chargeReference !== chargeReference || refund.amountCents !== body.amount) {
    throw new ServiceError('conflict', 'this reference belongs to a refund of another charge or amount');
  }
  return refund;
}
