import type { Body, Call, CallOptions, Query } from '../call.ts';
import { cursorList, numberedList } from '../listing.ts';
import { verify, type WebhookEvent } from '../verify.ts';

export function webhooks(call: Call) {
  const at = (id: number) => ({ path: { id } });
  return {
    /** Checks a delivery and returns its event; see `webhooks.verify`, which needs no login. */
    verify,
    /** The secret stands in this answer and never again. */
    create: (body: Body<'POST /webhooks'>, options?: CallOptions) => call('POST /webhooks', { body }, options),
    list: (query?: Query<'GET /webhooks'>, options?: CallOptions) =>
      numberedList(call, 'GET /webhooks', {}, query, options),
    get: (id: number, options?: CallOptions) => call('GET /webhooks/{id}', at(id), options),
    update: (id: number, body: Body<'PATCH /webhooks/{id}'>, options?: CallOptions) =>
      call('PATCH /webhooks/{id}', { ...at(id), body }, options),
    delete: (id: number, options?: CallOptions) => call('DELETE /webhooks/{id}', at(id), options),
    test: (id: number, options?: CallOptions) => call('POST /webhooks/{id}/test', at(id), options),
    /** Both secrets sign for a day. */
    rotateSecret: (id: number, options?: CallOptions) => call('POST /webhooks/{id}/rotate-secret', at(id), options),
    stats: (id: number, query?: Query<'GET /webhooks/{id}/stats'>, options?: CallOptions) =>
      call('GET /webhooks/{id}/stats', { ...at(id), query }, options),
    /** Sends the latest event of a transaction again, to every endpoint that wants it. */
    retry: (transactionId: number | string, options?: CallOptions) =>
      call('POST /webhooks/{paymentId}/retry', { path: { paymentId: String(transactionId) } }, options),
    missed: (id: number, query?: Query<'GET /webhooks/{id}/missed'>, options?: CallOptions) =>
      call('GET /webhooks/{id}/missed', { ...at(id), query }, options),
    recover: (id: number, body: Body<'POST /webhooks/{id}/recover'>, options?: CallOptions) =>
      call('POST /webhooks/{id}/recover', { ...at(id), body }, options),
    deliveries: (id: number, query?: Query<'GET /webhooks/{id}/deliveries'>, options?: CallOptions) =>
      numberedList(call, 'GET /webhooks/{id}/deliveries', at(id), query, options),
    delivery: (id: number, deliveryId: number, options?: CallOptions) =>
      call('GET /webhooks/{id}/deliveries/{deliveryId}', { path: { id, deliveryId } }, options),
    retryDelivery: (id: number, deliveryId: number, options?: CallOptions) =>
      call('POST /webhooks/{id}/deliveries/{deliveryId}/retry', { path: { id, deliveryId } }, options),
  };
}

interface EventPage {
  data: WebhookEvent[];
  /** The cursor: give it as `after` to go on from here the next time. */
  next: string;
  has_more: boolean;
}

export function events(call: Call) {
  return {
    /** The feed, from `after` (or the beginning) to now: the same events that webhooks bring. */
    list: (query?: Query<'GET /events'>, options?: CallOptions) =>
      cursorList<EventPage, WebhookEvent>(async (from) => {
        const page = await call('GET /events', { query: { ...from, ...query, ...pick(from.after) } }, options);
        return page as unknown as EventPage;
      }),
  };
}

const pick = (after: string | undefined) => (after === undefined ? {} : { after });
