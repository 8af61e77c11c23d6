import type { Body, Call, CallOptions, Query } from '../call.ts';
import { numberedList } from '../listing.ts';

/** Money out. An API key needs the scope `payout`; approving is for people. */
export function payouts(call: Call) {
  return {
    /** Sends money to a destination of the company. `amount` is cents; carries an Idempotency-Key. */
    create: (body: Body<'POST /payouts'>, options?: CallOptions) => call('POST /payouts', { body }, options),
    list: (query?: Query<'GET /payouts'>, options?: CallOptions) =>
      numberedList(call, 'GET /payouts', {}, query, options),
    /** With its history and what it waits for. */
    get: (id: number, options?: CallOptions) => call('GET /payouts/{id}', { path: { id } }, options),
    /** What was booked for it. */
    entries: (id: number, query?: Query<'GET /payouts/{id}/entries'>, options?: CallOptions) =>
      numberedList(call, 'GET /payouts/{id}/entries', { path: { id } }, query, options),
    /** While it has not been sent. */
    cancel: (id: number, body: Body<'POST /payouts/{id}/cancel'> = {}, options?: CallOptions) =>
      call('POST /payouts/{id}/cancel', { path: { id }, body }, options),
    approve: (id: number, body: Body<'POST /payouts/{id}/approve'> = {}, options?: CallOptions) =>
      call('POST /payouts/{id}/approve', { path: { id }, body }, options),
    refuse: (id: number, body: Body<'POST /payouts/{id}/refuse'> = {}, options?: CallOptions) =>
      call('POST /payouts/{id}/refuse', { path: { id }, body }, options),
    /** What it would cost and leave, and when it would arrive; changes nothing. */
    simulate: (body: Body<'POST /payouts/simulate'>, options?: CallOptions) =>
      call('POST /payouts/simulate', { body }, options),
  };
}
