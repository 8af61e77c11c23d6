import type { Body, Call, CallOptions, Query } from '../call.ts';
import { numberedList } from '../listing.ts';

/** The establishments of the merchant. */
export function companies(call: Call) {
  return {
    list: (query?: Query<'GET /companies'>, options?: CallOptions) =>
      numberedList(call, 'GET /companies', {}, query, options),
    get: (id: number, options?: CallOptions) => call('GET /companies/{id}', { path: { id } }, options),
    /** An order without an access token: the login says whose it is. */
    order: (id: number, body: Body<'POST /companies/{id}/payments'>, options?: CallOptions) =>
      call('POST /companies/{id}/payments', { path: { id }, body }, options),
    /** Days from the due date on which payers of boletos are reminded by e-mail; [] sends none. */
    setReminders: (id: number, body: Body<'PUT /companies/{id}/reminders'>, options?: CallOptions) =>
      call('PUT /companies/{id}/reminders', { path: { id }, body }, options),
    /** The token stands in this answer and never again. */
    createAccessToken: (id: number, options?: CallOptions) =>
      call('POST /companies/{id}/access-tokens', { path: { id } }, options),
    revokeAccessToken: (id: number, tokenId: number, options?: CallOptions) =>
      call('DELETE /companies/{id}/access-tokens/{tokenId}', { path: { id, tokenId } }, options),
  };
}

export function balances(call: Call) {
  return {
    /** One balance for all these companies, summed. */
    of: (companyIds: number[], options?: CallOptions) => call('POST /balance/list', { body: { companyIds } }, options),
  };
}

export function reports(call: Call) {
  return {
    /** What each day or hour brought. */
    payments: (query?: Query<'GET /reports/payments'>, options?: CallOptions) =>
      call('GET /reports/payments', { query }, options),
  };
}
