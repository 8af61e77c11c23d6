import { expect, it } from 'vitest';
import { payloadOf } from './event.rules.ts';

it('an event is sent as its kind, what its room tells, and what every event has, in this order', () => {
  const event = { kind: 'payment.approved', facts: { transaction_id: 41, status: 'APPROVED' } } as const;
  const envelope = { id: 'evt_1', createdAt: new Date('2026-03-02T12:00:01.000Z'), companyId: 7, sequence: 2 };
  expect(JSON.stringify(payloadOf(event, envelope))).toBe(
    '{"event":"payment.approved","transaction_id":41,"status":"APPROVED","id":"evt_1",' +
      '"created_at":"2026-03-02T12:00:01.000Z","company_id":7,"sequence":2}',
  );
});
