import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { Scope } from '../../../src/parties/accounts/permissions.rules.ts';
import type { InvitationRecord, NewInvitationRecord, UserRecord } from '../../../src/parties/people/people.schemas.ts';
import { call, type QueryValues } from '../../api/call.ts';
import type { ListOf } from '../../api/types.ts';

export interface DashboardSession {
  id: number;
  created_at: string;
  last_seen_at: string;
  address: string;
  agent: string;
  current: boolean;
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call<{ data: DashboardSession[] }>('/users/me/sessions', { signal }),
});

export type User = Static<typeof UserRecord>;
export type Invitation = Static<typeof InvitationRecord>;
export type NewInvitation = Static<typeof NewInvitationRecord>;

export const usersQuery = queryOptions({
  queryKey: ['users', 'list'],
  queryFn: ({ signal }) => call<{ data: User[] }>('/users', { signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: ['users', 'invitations'],
  queryFn: ({ signal }) => call<{ data: Invitation[] }>('/invitations', { signal }),
});

export const merchantQuery = queryOptions({
  queryKey: ['merchant'],
  queryFn: ({ signal }) => call<{ id: number; name: string; otp_required: boolean }>('/merchant', { signal }),
});

export interface SecondFactor {
  status: 'OFF' | 'PENDING' | 'ON';
  required: boolean;
  confirmed_at: string | null;
  recovery_codes_left: number;
}

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call<SecondFactor>('/users/me/second-factor', { signal }),
});

export interface ApiKey {
  id: number;
  name: string;
  scopes: Scope[];
  hint: string;
  status: 'ACTIVE' | 'EXPIRED' | 'REVOKED';
  created_at: string;
  created_by: { id: number; name: string };
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  addresses: string[] | null;
}

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call<{ data: ApiKey[] }>('/api-keys', { signal }),
});

export interface AuditEntry {
  id: number;
  created_at: string;
  action: string;
  actor: { kind: 'user' | 'key' | 'operator' | 'job' | 'anonymous'; id: number | null; name: string | null };
  object: { kind: string; id: string } | null;
  details: Record<string, string | number | boolean | null | string[]>;
  address: string | null;
  agent: string | null;
  times: number;
}

export const auditLogQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['audit-log', query],
    queryFn: ({ signal }) => call<ListOf<AuditEntry> & { total_is_minimum?: boolean }>('/audit-log', { query, signal }),
    placeholderData: keepPreviousData,
  });
