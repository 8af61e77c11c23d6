/** Spans as OTLP over HTTP takes them in JSON. Numbers of 64 bits are texts there. */

export type SpanKind = 'internal' | 'server' | 'client';
export type AttributeValue = string | number;

export interface FinishedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: SpanKind;
  /** Since 1970, with fractions. */
  startMs: number;
  endMs: number;
  attributes: Readonly<Record<string, AttributeValue | undefined>>;
  isError: boolean;
  /** Another trace that this span also belongs to, by its first span. */
  link: { traceId: string; spanId: string } | null;
}

const KINDS: Record<SpanKind, number> = { internal: 1, server: 2, client: 3 };
const ERROR = 2;

export function spansToWire(resource: Readonly<Record<string, string>>, spans: readonly FinishedSpan[]): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesToWire(resource) },
        scopeSpans: [{ scope: { name: 'vintem' }, spans: spans.map(spanToWire) }],
      },
    ],
  });
}

function spanToWire(span: FinishedSpan): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId && { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanosOf(span.startMs),
    endTimeUnixNano: nanosOf(span.endMs),
    attributes: attributesToWire(span.attributes),
    ...(span.isError && { status: { code: ERROR } }),
    ...(span.link && { links: [span.link] }),
  };
}

/** By way of microseconds: nanoseconds since 1970 are more than a number holds exactly. */
function nanosOf(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}

function attributesToWire(attributes: FinishedSpan['attributes']): object[] {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }];
  });
}
