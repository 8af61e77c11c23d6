import { describe, expect, it } from 'vitest';
import { permissionOfRoute, permissionsOfRole, permissionsOfScopes, ROLES, SCOPES } from './permissions.rules.ts';

describe('permissions', () => {
  it('of each role', () => {
    expect(ROLES.map((role) => [role, [...permissionsOfRole(role)]])).toEqual([
      ['OWNER', ['read', 'charge', 'refund', 'payout', 'webhooks', 'manage', 'own']],
      ['FINANCE', ['read', 'refund', 'payout', 'own']],
      ['SUPPORT', ['read', 'charge', 'own']],
      ['READER', ['read', 'own']],
    ]);
  });

  it('of a key are its scopes: it never manages, and has no account', () => {
    const permissions = permissionsOfScopes(SCOPES);
    expect([...permissions]).toEqual(['read', 'charge', 'refund', 'payout', 'webhooks']);
    expect(permissions.has('manage') || permissions.has('own')).toBe(false);
    expect([...permissionsOfScopes(['refund'])]).toEqual(['refund']);
  });

  it('a route that only reads needs read; one that changes something must say what it needs', () => {
    expect(permissionOfRoute({ method: ['GET', 'HEAD'] }, undefined)).toBe('read');
    expect(permissionOfRoute({ method: 'GET' }, 'manage')).toBe('manage');
    expect(permissionOfRoute({ method: 'POST' }, 'charge')).toBe('charge');
    expect(() => permissionOfRoute({ method: 'POST', url: '/x' }, undefined)).toThrow('POST /x changes something');
    expect(() => permissionOfRoute({ method: ['GET', 'POST'] }, undefined)).toThrow();
  });
});
