/** The header by which W3C's Trace Context hands a trace on. */
export const TRACEPARENT = 'traceparent';

export interface TraceParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const SHAPE = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const LONGEST = 128;
const SAMPLED = 1;

/** Null for whatever is no traceparent: then the request begins a trace of its own. A later version may say more. */
export function readTraceParent(header: string | string[] | undefined): TraceParent | null {
  if (typeof header !== 'string' || header.length > LONGEST) return null;
  const [, version, traceId = '', spanId = '', flags = '', more] = SHAPE.exec(header.trim()) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

export function traceParentOf({ traceId, spanId, isSampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-0${isSampled ? SAMPLED : 0}`;
}

const DIGITS = 8;
const BEYOND = 2 ** 32;

/** Every process decides alike about a trace, because its id decides; ids are as good as random. */
export function isInRatio(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-DIGITS), 16) < ratio * BEYOND;
}
