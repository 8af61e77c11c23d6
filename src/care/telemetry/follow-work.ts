import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Traces } from '../../ground/traces.ts';
import type { WatchCall } from '../../rails/acquirers/registry.ts';
import type { FinishedSpan, SpanKind } from './otlp.wire.ts';
import { isInRatio, readTraceParent, TRACEPARENT, type TraceParent, traceParentOf } from './traceparent.rules.ts';

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;

/** A step under way. Its trace may be chosen late: a request does not know its payment when it begins. */
interface Span extends Pick<FinishedSpan, 'name' | 'kind' | 'spanId' | 'parentSpanId' | 'startMs' | 'link'> {
  trace: Pick<TraceParent, 'traceId' | 'isSampled'> | null;
  attributes: Record<string, string | number | undefined>;
}

export interface WorkFollower extends Traces {
  watchRequests(app: FastifyInstance): void;
  watchCall: WatchCall;
  /** Hands the trace of the call that is being made on to whom it goes. */
  callHeaders(): Record<string, string>;
}

export interface FollowParts {
  /** The ids of payments' traces are made with it, so that all processes of an installation make the same. */
  key: Buffer;
  /** Which share of the traces that begin here is kept. */
  ratio: number;
  add(span: FinishedSpan): void;
}

/**
 * Every payment has a trace whose id follows from the payment's: what any process does about it, at any time, is found
 * together, and nothing has to be stored for that. A request belongs to the trace that its caller names; one whose
 * caller names none belongs to the trace of the first payment that it is about.
 */
export function followWork({ key, ratio, add }: FollowParts): WorkFollower {
  const current = new AsyncLocalStorage<Span>();
  const spanOfRequest = new WeakMap<FastifyRequest, Span>();

  const traceOf = (traceId: string) => ({ traceId, isSampled: isInRatio(traceId, ratio) });
  const randomTrace = () => traceOf(randomBytes(TRACE_BYTES).toString('hex'));
  const paymentTrace = (paymentId: number) => {
    const digest = createHmac('sha256', key).update(`trace of payment ${paymentId}`).digest('hex');
    return traceOf(digest.slice(0, TRACE_BYTES * 2));
  };
  const chosen = (span: Span) => {
    span.trace ??= randomTrace();
    return span.trace;
  };

  const begin = (name: string, kind: SpanKind, parent: Span | undefined): Span => ({
    name,
    kind,
    spanId: randomBytes(SPAN_BYTES).toString('hex'),
    parentSpanId: parent?.spanId ?? null,
    startMs: nowMs(),
    trace: parent ? chosen(parent) : null,
    attributes: {},
    link: null,
  });

  const end = (span: Span, isError: boolean) => {
    const { trace: _, ...known } = span;
    const { traceId, isSampled } = chosen(span);
    if (isSampled) add({ ...known, traceId, endMs: nowMs(), isError });
  };

  const run = async <Result>(span: Span, work: () => Promise<Result>, outcomeOf?: (result: Result) => string) => {
    try {
      const result = await current.run(span, work);
      if (outcomeOf) span.attributes['vintem.outcome'] = outcomeOf(result);
      end(span, span.attributes['vintem.outcome'] === 'unknown');
      return result;
    } catch (error) {
      end(span, true);
      throw error;
    }
  };

  const beginAbout = (paymentId: number | null, step: string): Span => {
    const parent = current.getStore();
    if (paymentId === null) return begin(step, 'internal', parent);
    const own = paymentTrace(paymentId);
    if (parent) parent.trace ??= own;
    const span = begin(step, 'internal', parent);
    span.trace ??= own;
    span.attributes['vintem.payment_id'] = paymentId;
    // The first span of a trace need not exist for a link to lead to its trace.
    if (span.trace.traceId !== own.traceId)
      span.link = { traceId: own.traceId, spanId: own.traceId.slice(0, SPAN_BYTES * 2) };
    return span;
  };

  return {
    about: (paymentId, step, work, outcomeOf) => run(beginAbout(paymentId, step), work, outcomeOf),
    watchCall: (acquirer, operation, call) => {
      const span = begin(`acquirer ${operation}`, 'client', current.getStore());
      Object.assign(span.attributes, { 'vintem.acquirer': acquirer, 'vintem.operation': operation });
      return run(span, call, ({ outcome }) => outcome);
    },
    callHeaders: () => {
      const span = current.getStore();
      return span ? { [TRACEPARENT]: traceParentOf({ ...chosen(span), spanId: span.spanId }) } : {};
    },
    watchRequests: (app) => {
      app.addHook('onRequest', async (request) => {
        const { isHealthCheck, isStream } = request.routeOptions.config ?? {};
        // Nobody follows health checks, and a stream lasts as long as its reader likes.
        if (isHealthCheck || isStream) return;
        const caller = readTraceParent(request.headers[TRACEPARENT]);
        const span = begin('request', 'server', undefined);
        if (caller) {
          span.trace = caller;
          span.parentSpanId = caller.spanId;
        }
        spanOfRequest.set(request, span);
      });
      // Not earlier, for the reason that carryRequestIds gives.
      app.addHook('preValidation', (request, _reply, done) => {
        const span = spanOfRequest.get(request);
        if (span) current.run(span, done);
        else done();
      });
      app.addHook('onResponse', async (request, reply) => {
        const span = spanOfRequest.get(request);
        if (!span) return;
        const route = request.routeOptions.url;
        span.name = route ? `${request.method} ${route}` : 'no route';
        Object.assign(span.attributes, {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': reply.statusCode,
          'error.type': reply.errorCode,
          'vintem.request_id': request.id,
          'vintem.merchant_id': request.caller?.merchantId,
        });
        end(span, reply.statusCode >= 500);
      });
    },
  };
}

function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
