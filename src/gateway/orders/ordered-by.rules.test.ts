import { expect, it } from 'vitest';
import { isOrderedByMerchant } from './ordered-by.rules.ts';

it.each([
  [true, 'pl_camiseta', true],
  [true, null, true],
  [false, 'pl_camiseta', false],
  [false, null, false],
  [null, 'pl_camiseta', false],
  [null, null, true],
])('stored as %s with the link %s: %s', (ordered_by_merchant, payment_link_id, isByMerchant) => {
  expect(isOrderedByMerchant({ ordered_by_merchant, payment_link_id })).toBe(isByMerchant);
});
