import { describe, expect, it } from 'vitest';
import { ANONYMOUS, type Asker, actorOfUser } from '../../ground/actor.rules.ts';
import { AUDIT_ACTIONS, type AuditEntry, bothSides, countedAs } from './audit-log.rules.ts';

const at = new Date('2026-03-10T12:34:56.789Z');
const stranger: Asker = { actor: ANONYMOUS, address: '203.0.113.7', agent: 'curl' };
const person: Asker = { ...stranger, actor: actorOfUser({ id: 7, name: 'Ana' }) };
const failed: AuditEntry = { merchantId: 1, action: 'login.failed', details: { users: [7] } };
const exported: AuditEntry = { merchantId: 1, action: 'transactions.exported', details: { format: 'csv' } };
const keyOf = (entry: AuditEntry, asker: Asker) => countedAs(entry, asker, at)?.key;

it('both sides of a change are what differs, as it is and as it was', () => {
  const before = { role: 'OWNER', status: 'ACTIVE', split: ['a', 'b'], gone: 1 };
  const after = { role: 'READER', status: 'ACTIVE', split: ['a'], fresh: false };
  expect(bothSides(before, after)).toEqual({
    role: 'READER',
    role_before: 'OWNER',
    split: ['a'],
    split_before: ['a', 'b'],
    gone: null,
    gone_before: 1,
    fresh: false,
    fresh_before: null,
  });
  expect(bothSides(before, before)).toEqual({});
});

describe('what can be repeated at will', () => {
  it('is counted by the minute', () => {
    expect(countedAs(failed, stranger, at)).toMatchObject({
      minute: new Date('2026-03-10T12:34:00Z'),
      isByStranger: true,
    });
    expect(countedAs(exported, person, at)?.isByStranger).toBe(false);
  });

  it('is one row for whichever accounts an address tried', () => {
    expect(keyOf(failed, stranger)).toBe(keyOf({ ...failed, details: { users: [8] } }, stranger));
    expect(keyOf(failed, stranger)).not.toBe(keyOf(failed, { ...stranger, address: '203.0.113.8' }));
  });

  it('is told apart by who, what and how', () => {
    const keys = [
      keyOf(exported, person),
      keyOf(exported, { ...person, actor: { ...person.actor, kind: 'key' } }),
      keyOf({ ...exported, details: { format: 'ofx' } }, person),
      keyOf({ ...exported, object: { kind: 'company', id: 1 } }, person),
      keyOf({ ...exported, object: { kind: 'company', id: 2 } }, person),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is logins, refused keys and exports; everything else is a row of its own', () => {
    const counted = AUDIT_ACTIONS.filter((action) => countedAs({ merchantId: 1, action }, person, at));
    expect(counted).toEqual([
      'login.succeeded',
      'login.failed',
      'api_key.refused',
      'payouts.exported',
      'transactions.exported',
      'statement.exported',
      'audit_log.exported',
    ]);
  });
});
