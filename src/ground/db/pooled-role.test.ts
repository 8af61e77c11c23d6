import { expect, it } from 'vitest';
import { missingSettings } from './pooled-role.ts';

const RIGHT = { timezone: 'UTC', jit: 'off', statement_timeout: '15000', idle_in_transaction_session_timeout: '15000' };
const missing = (changed: Record<string, string>) => missingSettings(new Map(Object.entries({ ...RIGHT, ...changed })));

it('a role behind a pooler has the time zone and the limits that a connection would bring', () => {
  expect(missing({})).toEqual([]);
  expect(missing({ statement_timeout: '5000' })).toEqual([]);
  expect(missing({ statement_timeout: '0' })).toEqual(['statement_timeout = 15000']);
  expect(missing({ idle_in_transaction_session_timeout: '60000' })).toEqual([
    'idle_in_transaction_session_timeout = 15000',
  ]);
  expect(missing({ timezone: 'America/Sao_Paulo', jit: 'on' })).toEqual(["TimeZone = 'UTC'", "jit = 'off'"]);
});
