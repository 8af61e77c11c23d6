import { expect, test } from 'vitest';
import { ApiError } from '../errors.ts';
import { refuseBelowMinimum } from './minimum-amount.ts';

test('500 cents are enough', () => {
  expect(() => refuseBelowMinimum(500)).not.toThrow();
  expect(() => refuseBelowMinimum(501)).not.toThrow();
});

test.each([
  ['total', 'total must be at least 500 cents'],
  ['items', 'items with shipping must be at least 500 cents'],
])('the refusal names %s and what it must be', (field, message) => {
  expect(() => refuseBelowMinimum(499, field)).toThrow(
    expect.objectContaining({ message, context: { field, details: { minimum: 500 } } }),
  );
});

test.each([499, 0, -1])('%i cents are not', (totalCents) => {
  const refuse = () => refuseBelowMinimum(totalCents);
  expect(refuse).toThrow(ApiError);
  expect(refuse).toThrow(
    expect.objectContaining({ code: 'AMOUNT_BELOW_MINIMUM', context: { field: 'total', details: { minimum: 500 } } }),
  );
});
