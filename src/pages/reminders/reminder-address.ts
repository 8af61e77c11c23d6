import { createHash, createHmac } from 'node:crypto';
import { isSameText } from '../../gateway/payments/addresses.ts';
import type { Payment } from '../../gateway/payments/payment.ts';

/** The same for one mailbox, however somebody has typed it. Not a secret: it only keeps addresses out of a table. */
export function hashOfAddress(email: string): Buffer {
  return createHash('sha256').update(`reminders to: ${email.trim().toLowerCase()}`).digest();
}

type Addressed = Pick<Payment, 'order_number' | 'public_token'>;

const SHAPE = /^(\d{8}-[2-9A-Z]{10})-([\w-]{32})$/;
const PROOF_BYTES = 24;

/**
 * Where the payer of a payment says that they want no reminders: it names the order, and what proves it is made of the
 * payment's own token. So it is stored nowhere, never ends, and tells nobody an address.
 */
export function unsubscribePath(payment: Addressed): string {
  return `/reminders/${payment.order_number}-${proofOf(payment)}`;
}

export interface UnsubscribeToken {
  orderNumber: string;
  proof: string;
}

/** Null for what cannot be one; the database would refuse a NUL. */
export function readUnsubscribeToken(text: string): UnsubscribeToken | null {
  const [, orderNumber, proof] = SHAPE.exec(text) ?? [];
  return orderNumber === undefined || proof === undefined ? null : { orderNumber, proof };
}

export function isTokenOf({ proof }: UnsubscribeToken, payment: Addressed): boolean {
  return isSameText(proof, proofOf(payment));
}

function proofOf({ order_number, public_token }: Addressed): string {
  const code = createHmac('sha256', public_token).update(`no reminders: ${order_number}`).digest();
  return code.subarray(0, PROOF_BYTES).toString('base64url');
}
