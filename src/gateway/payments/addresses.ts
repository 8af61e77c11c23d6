import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Payment } from './payment.ts';

/**
 * A payment is open to the public at two addresses. The whole one is its random token: whoever has it, has it from the
 * merchant. The page of a link leads to the other, which payers pass on: it names the order, and what proves it is made
 * of the token, so that nobody finds the whole one by it.
 */
export type PublicAddress =
  | { isWhole: true; key: string; column: 'public_token' }
  | { isWhole: false; key: string; column: 'order_number'; proof: string };

type Addressed = Pick<Payment, 'order_number' | 'public_token'>;

const WHOLE = /^[\w-]{1,40}$/;
const THROUGH_LINK = /^(\d{8}-[2-9A-Z]{10})-([\w-]{32})$/;
const PROOF_BYTES = 24;

/** Null for what cannot be an address of ours; the database would refuse a NUL. */
export function readPublicAddress(text: string): PublicAddress | null {
  const [, orderNumber, proof] = THROUGH_LINK.exec(text) ?? [];
  if (orderNumber !== undefined && proof !== undefined)
    return { isWhole: false, key: orderNumber, column: 'order_number', proof };
  return WHOLE.test(text) ? { isWhole: true, key: text, column: 'public_token' } : null;
}

export function addressThroughLink(payment: Addressed): string {
  return `${payment.order_number}-${proofOf(payment)}`;
}

/** The payment was found by one part of the address; whether the other part is right is asked here. */
export function isAddressOf(address: PublicAddress, payment: Addressed): boolean {
  return address.isWhole ? address.key === payment.public_token : isSameText(address.proof, proofOf(payment));
}

function proofOf({ order_number, public_token }: Addressed): string {
  const code = createHmac('sha256', public_token).update(`through its link: ${order_number}`).digest();
  return code.subarray(0, PROOF_BYTES).toString('base64url');
}

/** Takes as long whatever differs; only the length shows. */
export function isSameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
