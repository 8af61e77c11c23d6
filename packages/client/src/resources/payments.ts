import type { Body, Call, CallOptions, Query } from '../call.ts';
import { numberedList } from '../listing.ts';

/** Creating payments and giving them back. What creates or moves money carries an Idempotency-Key. */
export function payments(call: Call) {
  return {
    /** Creates a PIX or boleto payment for the establishment of the access token. */
    order: (body: Body<'POST /payments/order'>, options?: CallOptions) =>
      call('POST /payments/order', { body }, options),
    /** Gives a PIX payment back, in part or whole. `amount` is in reais, as the interface has it; left out: whole. */
    refundPix: (body: Body<'POST /payments/pix/refund'>, options?: CallOptions) =>
      call('POST /payments/pix/refund', { body }, options),
    /** Gives a payment of any type back, whole. */
    reverse: (body: Body<'POST /payments/reversal'>, options?: CallOptions) =>
      call('POST /payments/reversal', { body }, options),
    /** Tells who would give back what, and changes nothing. */
    previewRefund: (body: Body<'POST /payments/refund/simulate'>, options?: CallOptions) =>
      call('POST /payments/refund/simulate', { body }, options),
  };
}

export function refunds(call: Call) {
  return {
    list: (query?: Query<'GET /refunds'>, options?: CallOptions) =>
      numberedList(call, 'GET /refunds', {}, query, options),
    get: (id: number, options?: CallOptions) => call('GET /refunds/{id}', { path: { id } }, options),
  };
}

export function splits(call: Call) {
  return {
    /** Who would receive what of an order, without creating it. */
    simulate: (body: Body<'POST /payments/split/simulate'>, options?: CallOptions) =>
      call('POST /payments/split/simulate', { body }, options),
    /** The same for a fixed split that a company does not have yet. */
    simulateFixed: (companyId: number, body: Body<'POST /companies/{id}/split/simulate'>, options?: CallOptions) =>
      call('POST /companies/{id}/split/simulate', { path: { id: companyId }, body }, options),
    /** The fixed split, which applies to every payment of the company. */
    setFixed: (companyId: number, body: Body<'PUT /companies/{id}/split'>, options?: CallOptions) =>
      call('PUT /companies/{id}/split', { path: { id: companyId }, body }, options),
  };
}

/** What is sold by an address alone. */
export function paymentLinks(call: Call) {
  return {
    create: (body: Body<'POST /payment-links'>, options?: CallOptions) =>
      call('POST /payment-links', { body }, options),
    list: (query?: Query<'GET /payment-links'>, options?: CallOptions) =>
      numberedList(call, 'GET /payment-links', {}, query, options),
    get: (id: string, options?: CallOptions) => call('GET /payment-links/{id}', { path: { id } }, options),
    update: (id: string, body: Body<'PATCH /payment-links/{id}'>, options?: CallOptions) =>
      call('PATCH /payment-links/{id}', { path: { id }, body }, options),
  };
}
