// The few parts of Medusa that the provider uses, so that the root's checks and the build need no Medusa. Whether
// Medusa agrees is looked at by `npm run test:medusa`, which compiles src/ with Medusa's own types instead of these.

declare module '@medusajs/framework/types' {
  /** Numbers, texts, and two classes for decimals: only Medusa's own functions look inside. */
  export type BigNumberInput = number | string | object;
  export type BigNumberValue = number | string | object;

  interface ProviderAddress {
    address_1?: string | null;
    address_2?: string | null;
    postal_code?: string | null;
    city?: string | null;
    province?: string | null;
    country_code?: string | null;
  }

  interface ProviderInput {
    data?: Record<string, unknown>;
    context?: {
      idempotency_key?: string;
      customer?: {
        id: string;
        email: string;
        first_name?: string | null;
        last_name?: string | null;
        phone?: string | null;
        billing_address?: ProviderAddress | null;
      };
    };
  }
  interface ProviderOutput {
    data?: Record<string, unknown>;
  }
  type SessionStatus =
    | 'authorized'
    | 'captured'
    | 'pending'
    | 'requires_more'
    | 'error'
    | 'canceled'
    | 'pending_authorization';

  export interface InitiatePaymentInput extends ProviderInput {
    amount: BigNumberInput;
    currency_code: string;
  }
  export interface InitiatePaymentOutput extends ProviderOutput {
    id: string;
    status?: SessionStatus;
  }
  export type UpdatePaymentInput = InitiatePaymentInput;
  export interface UpdatePaymentOutput extends ProviderOutput {
    status?: SessionStatus;
  }
  export type DeletePaymentInput = ProviderInput;
  export type DeletePaymentOutput = ProviderOutput;
  export type AuthorizePaymentInput = ProviderInput;
  export interface AuthorizePaymentOutput extends ProviderOutput {
    status: SessionStatus;
  }
  export type CapturePaymentInput = ProviderInput;
  export type CapturePaymentOutput = ProviderOutput;
  export interface RefundPaymentInput extends ProviderInput {
    amount: BigNumberInput;
  }
  export type RefundPaymentOutput = ProviderOutput;
  export type RetrievePaymentInput = ProviderInput;
  export type RetrievePaymentOutput = ProviderOutput;
  export type CancelPaymentInput = ProviderInput;
  export type CancelPaymentOutput = ProviderOutput;
  export type GetPaymentStatusInput = ProviderInput;
  export type GetPaymentStatusOutput = AuthorizePaymentOutput;

  export interface ProviderWebhookPayload {
    payload: { data: Record<string, unknown>; rawData: string | Buffer; headers: Record<string, unknown> };
  }
  export interface WebhookActionResult {
    action: string;
    data?: { session_id: string; amount: BigNumberValue };
  }

  export interface Logger {
    info(message: string): void;
    warn(message: string): void;
    error(message: string): void;
  }

  export interface IPaymentModuleService {
    deletePaymentSession(id: string): Promise<void>;
    getWebhookActionAndData(input: ProviderWebhookPayload & { provider: string }): Promise<WebhookActionResult>;
  }
  interface Query {
    graph(question: {
      entity: string;
      fields: string[];
      filters: Record<string, unknown>;
    }): Promise<{ data: Record<string, unknown>[] }>;
  }
  export interface MedusaContainer {
    resolve(key: 'payment'): IPaymentModuleService;
    resolve(key: 'query'): Query;
    resolve(key: 'logger'): Logger;
  }
}

declare module '@medusajs/framework' {
  import type { MedusaContainer } from '@medusajs/framework/types';

  export interface SubscriberArgs<Data> {
    event: { data: Data };
    container: MedusaContainer;
  }
  export interface SubscriberConfig {
    event: string | string[];
    context?: { subscriberId: string };
  }
}

declare module '@medusajs/framework/utils' {
  import type * as Types from '@medusajs/framework/types';
  import type { BigNumberInput, WebhookActionResult } from '@medusajs/framework/types';

  export abstract class AbstractPaymentProvider<Config = Record<string, unknown>> {
    static identifier: string;
    static validateOptions(options: Record<string, unknown>): void;
    constructor(container: Record<string, unknown>, config?: Config);
    abstract initiatePayment(input: Types.InitiatePaymentInput): Promise<Types.InitiatePaymentOutput>;
    abstract updatePayment(input: Types.UpdatePaymentInput): Promise<Types.UpdatePaymentOutput>;
    abstract deletePayment(input: Types.DeletePaymentInput): Promise<Types.DeletePaymentOutput>;
    abstract authorizePayment(input: Types.AuthorizePaymentInput): Promise<Types.AuthorizePaymentOutput>;
    abstract capturePayment(input: Types.CapturePaymentInput): Promise<Types.CapturePaymentOutput>;
    abstract refundPayment(input: Types.RefundPaymentInput): Promise<Types.RefundPaymentOutput>;
    abstract retrievePayment(input: Types.RetrievePaymentInput): Promise<Types.RetrievePaymentOutput>;
    abstract cancelPayment(input: Types.CancelPaymentInput): Promise<Types.CancelPaymentOutput>;
    abstract getPaymentStatus(input: Types.GetPaymentStatusInput): Promise<Types.GetPaymentStatusOutput>;
    abstract getWebhookActionAndData(payload: Types.ProviderWebhookPayload['payload']): Promise<WebhookActionResult>;
  }

  export class MedusaError extends Error {
    static Types: { INVALID_DATA: string; NOT_ALLOWED: string; UNEXPECTED_STATE: string };
    constructor(type: string, message: string);
  }
  export const MathBN: { convert(value: BigNumberInput): { toFixed(): string } };
  export const Modules: { readonly PAYMENT: 'payment' };
  export const ContainerRegistrationKeys: { readonly QUERY: 'query'; readonly LOGGER: 'logger' };
  export function ModuleProvider(module: string, parts: { services: unknown[] }): object;
}

declare module '@medusajs/medusa/core-flows' {
  import type { MedusaContainer } from '@medusajs/framework/types';

  export function cancelOrderWorkflow(container: MedusaContainer): {
    run(call: { input: { order_id: string } }): Promise<unknown>;
  };
}
