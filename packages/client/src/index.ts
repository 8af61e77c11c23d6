import { verify } from './verify.ts';

export type { ErrorCode, Operations, WebhookEvents } from './api.generated.ts';
export type { Answer, Body, CallOptions, Input, Operation, Query } from './call.ts';
export type { Clock } from './clock.ts';
export { type ClientErrorCode, VintemError } from './errors.ts';
export type { Listing, RowOf } from './listing.ts';
export type { Limits } from './transport.ts';
export {
  type RefusalReason,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookRefused,
} from './verify.ts';
export { type Access, Vintem, type VintemOptions } from './vintem.ts';

/** What a receiver of webhooks needs, without a login. */
export const webhooks = { verify };
