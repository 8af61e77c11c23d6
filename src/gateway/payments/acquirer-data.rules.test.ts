import { expect, test } from 'vitest';
import { chargeAtAcquirer } from './acquirer-data.rules.ts';

const issued = { transactionId: 'sbx_1', endToEndId: 'E1', provider: 'sandbox', pixQrCode: null, boleto: null };

test('an acquirer is asked by our reference and by every id it has given', () => {
  expect(chargeAtAcquirer({ reference: 'r1', acquirer_data: issued })).toEqual({
    reference: 'r1',
    transactionId: 'sbx_1',
    endToEndId: 'E1',
  });
});

test('an acquirer that has given none yet is asked by our reference alone', () => {
  const unknown = { reference: 'r1', transactionId: null, endToEndId: null };
  expect(chargeAtAcquirer({ reference: 'r1', acquirer_data: null })).toEqual(unknown);
  const early = { ...issued, endToEndId: null };
  expect(chargeAtAcquirer({ reference: 'r1', acquirer_data: early })).toEqual({ ...unknown, transactionId: 'sbx_1' });
});
