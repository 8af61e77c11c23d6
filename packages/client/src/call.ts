import type { Operations } from './api.generated.ts';
import { VintemError } from './errors.ts';
import { takesKey } from './repeat.ts';
import type { Session } from './session.ts';
import type { CallLimits, Send } from './transport.ts';

/** An operation of the OpenAPI document, such as `GET /transactions/{id}`. */
export type Operation = keyof Operations;
export type Input<Name extends Operation> = Operations[Name]['input'];
export type Answer<Name extends Operation> = Operations[Name]['answer'];
export type Query<Name extends Operation> = Input<Name> extends { query?: infer Value } ? NonNullable<Value> : never;
export type Body<Name extends Operation> = Input<Name> extends { body?: infer Value } ? NonNullable<Value> : never;

export interface CallOptions extends CallLimits {
  /** For what creates or moves money; made by the client where it is not given, the same for all repeats of a call. */
  idempotencyKey?: string | undefined;
}

export type Call = <Name extends Operation>(
  operation: Name,
  input: Input<Name>,
  options?: CallOptions,
) => Promise<Answer<Name>>;

interface Parts {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Turns an operation and its input into a request. */
export function createCall(
  url: string,
  send: Send,
  session: Session | null,
  newKey: () => string,
  userAgent: string,
): Call {
  const root = rootOf(url);
  return async (operation, input, { idempotencyKey, ...limits } = {}) => {
    const { path = {}, query = {}, body } = input as Parts;
    const [method = '', template = ''] = operation.split(' ');
    const key = takesKey(operation) ? (idempotencyKey ?? newKey()) : undefined;
    const request = {
      operation,
      method,
      url: root + fillIn(template, path) + queryString(query),
      headers: {
        accept: 'application/json',
        'user-agent': userAgent,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    try {
      return (await send(request, session, limits)) as Answer<typeof operation>;
    } catch (error) {
      if (error instanceof VintemError) error.idempotencyKey = key;
      throw error;
    }
  };
}

function rootOf(url: string): string {
  const { protocol, origin, pathname, username } = new URL(url);
  if (!/^https?:$/.test(protocol) || username !== '') {
    throw new TypeError('url is the http or https address of Vintém, without a user name');
  }
  return origin + pathname.replace(/\/+$/, '');
}

function fillIn(template: string, values: Record<string, string | number>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? '');
    // Dots would lead elsewhere: an address is resolved before it is sent.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} must not be ${value === '' ? 'empty' : `"${value}"`}`);
    return encodeURIComponent(value);
  });
}

function queryString(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [name, String(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
