import type { Body, Call, CallOptions, Query } from '../call.ts';
import { fileOf, numberedList } from '../listing.ts';

/** Who works for the merchant. A key manages nobody: all of this needs the login of an owner. */
export function users(call: Call) {
  return {
    list: (options?: CallOptions) => call('GET /users', {}, options),
    /** Gives another role, or switches somebody off. */
    update: (id: number, body: Body<'PATCH /users/{id}'>, options?: CallOptions) =>
      call('PATCH /users/{id}', { path: { id }, body }, options),
    endSessions: (id: number, options?: CallOptions) => call('DELETE /users/{id}/sessions', { path: { id } }, options),
  };
}

export function invitations(call: Call) {
  return {
    list: (options?: CallOptions) => call('GET /invitations', {}, options),
    /** The link stands in this answer and never again. */
    create: (body: Body<'POST /invitations'>, options?: CallOptions) => call('POST /invitations', { body }, options),
    withdraw: (id: number, options?: CallOptions) => call('DELETE /invitations/{id}', { path: { id } }, options),
  };
}

/** Keys for programs. A key makes none itself. */
export function apiKeys(call: Call) {
  return {
    list: (options?: CallOptions) => call('GET /api-keys', {}, options),
    /** The key stands in this answer and never again. */
    create: (body: Body<'POST /api-keys'>, options?: CallOptions) => call('POST /api-keys', { body }, options),
    revoke: (id: number, options?: CallOptions) => call('DELETE /api-keys/{id}', { path: { id } }, options),
  };
}

/** Who did what to which object, from where, when. */
export function auditLog(call: Call) {
  type Filters = Omit<Query<'GET /audit-log'>, 'format'>;
  return {
    list: (query?: Filters, options?: CallOptions) => numberedList(call, 'GET /audit-log', {}, query, options),
    /** The same list as one CSV file, without pages. */
    csv: (query?: Omit<Filters, 'page' | 'limit'>, options?: CallOptions) =>
      fileOf(call('GET /audit-log', { query: { ...query, format: 'csv' } }, options)),
  };
}
