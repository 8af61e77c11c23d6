import type { Body, Call, CallOptions } from '../call.ts';

/** What the payer and the bank do, and how time passes. None of it exists in live. */
export function sandbox(call: Call) {
  type Deed = Body<'POST /sandbox/transactions/{id}/fail'>;
  const at = (id: number) => ({ path: { id } });
  return {
    /** The payer pays. */
    pay: (id: number, body: Body<'POST /sandbox/transactions/{id}/pay'> = {}, options?: CallOptions) =>
      call('POST /sandbox/transactions/{id}/pay', { ...at(id), body }, options),
    fail: (id: number, body: Deed = {}, options?: CallOptions) =>
      call('POST /sandbox/transactions/{id}/fail', { ...at(id), body }, options),
    cancel: (id: number, body: Deed = {}, options?: CallOptions) =>
      call('POST /sandbox/transactions/{id}/cancel', { ...at(id), body }, options),
    expire: (id: number, body: Deed = {}, options?: CallOptions) =>
      call('POST /sandbox/transactions/{id}/expire', { ...at(id), body }, options),
    refund: (id: number, body: Deed = {}, options?: CallOptions) =>
      call('POST /sandbox/transactions/{id}/refund', { ...at(id), body }, options),
    /** What the bank does with money that goes out. */
    payouts: {
      pay: (id: number, body: Body<'POST /sandbox/payouts/{id}/pay'> = {}, options?: CallOptions) =>
        call('POST /sandbox/payouts/{id}/pay', { ...at(id), body }, options),
      fail: (id: number, body: Body<'POST /sandbox/payouts/{id}/fail'> = {}, options?: CallOptions) =>
        call('POST /sandbox/payouts/{id}/fail', { ...at(id), body }, options),
      /** All that is left of it, or `amount` cents. */
      return: (id: number, body: Body<'POST /sandbox/payouts/{id}/return'> = {}, options?: CallOptions) =>
        call('POST /sandbox/payouts/{id}/return', { ...at(id), body }, options),
    },
    clock: (options?: CallOptions) => call('GET /sandbox/clock', {}, options),
    /** Business time moves forward, for everyone, and never back. */
    advanceClock: (seconds: number, options?: CallOptions) =>
      call('POST /sandbox/clock', { body: { advance_seconds: seconds } }, options),
  };
}
