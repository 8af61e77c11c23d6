import { expect, test } from 'vitest';
import { chargeAtAcquirer } from './acquirer-data.rules.ts';

const issued = { transactionId: 'sbx_1', endToEndId: 'E1', provider: 'sandbox', pixQrCode: null, boleto: null };

const PIX = { customer_document: '52998224725', due_date: null, requested_change: null };

test('an acquirer is asked by our reference and by every id it has given', () => {
  expect(chargeAtAcquirer({ ...PIX, reference: 'r1', acquirer_data: issued })).toEqual({
    reference: 'r1',
    transactionId: 'sbx_1',
    endToEndId: 'E1',
  });
});

test('an acquirer that has given none yet is asked by our reference alone', () => {
  const unknown = { reference: 'r1', transactionId: null, endToEndId: null };
  expect(chargeAtAcquirer({ ...PIX, reference: 'r1', acquirer_data: null })).toEqual(unknown);
  const early = { ...issued, endToEndId: null };
  expect(chargeAtAcquirer({ ...PIX, reference: 'r1', acquirer_data: early })).toEqual({
    ...unknown,
    transactionId: 'sbx_1',
  });
});

test('a boleto is also known by its payer and its day', () => {
  const boleto = { ...PIX, due_date: '2026-11-20', reference: 'r', acquirer_data: null };
  expect(chargeAtAcquirer(boleto)).toEqual({
    ...{ reference: 'r', transactionId: null, endToEndId: null },
    invoice: { payerDocument: '52998224725', dueDate: '2026-11-20' },
  });
});

test('a change is known by what the bank calls it, where it has a name', () => {
  const asked = { kind: 'due_date', dueDate: '2026-12-01', requestedAt: '2026-11-17T12:00:00.000Z' } as const;
  const boleto = { ...PIX, due_date: '2026-11-20', reference: 'r', acquirer_data: null };
  expect(chargeAtAcquirer({ ...boleto, requested_change: asked }).change).toBeUndefined();
  expect(chargeAtAcquirer({ ...boleto, requested_change: { ...asked, changeId: 'e1' } }).change).toEqual({
    id: 'e1',
    dueDate: '2026-12-01',
  });
});
