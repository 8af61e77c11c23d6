import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomIds } from '../../ground/ids.ts';
import { addressThroughLink, isAddressOf, readPublicAddress } from './addresses.ts';

const ids = randomIds();
const newPayment = () => ({ order_number: ids.orderNumber('2026-11-16'), public_token: ids.publicToken() });

it('both addresses of a payment are read as what they are, and are its own', () => {
  for (let n = 0; n < 200; n++) {
    const [payment, other] = [newPayment(), newPayment()];
    const whole = readPublicAddress(payment.public_token);
    const masked = readPublicAddress(addressThroughLink(payment));
    if (!whole || !masked) throw new Error(`not read: ${JSON.stringify(payment)}`);
    expect([whole.isWhole, whole.key, masked.isWhole, masked.key]).toEqual([
      true,
      payment.public_token,
      false,
      payment.order_number,
    ]);
    for (const address of [whole, masked]) {
      expect(isAddressOf(address, payment)).toBe(true);
      expect(isAddressOf(address, other)).toBe(false);
    }
    // Nobody finds the whole address by the other.
    expect(addressThroughLink(payment)).not.toContain(payment.public_token);
  }
});

it('what cannot be an address of ours is none', () => {
  for (const text of ['', 'a b', 'x'.repeat(41), 'a\0b', '../x', 'ção']) expect(readPublicAddress(text)).toBeNull();
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      const read = readPublicAddress(text);
      if (read) expect(text).toMatch(/^[\w-]{1,52}$/);
    }),
  );
});
