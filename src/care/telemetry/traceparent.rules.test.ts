import { describe, expect, it } from 'vitest';
import { isInRatio, readTraceParent, traceParentOf } from './traceparent.rules.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it.each<[string, boolean]>([
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    [`00-${TRACE}-${SPAN}-03`, true],
    [`01-${TRACE}-${SPAN}-01-what-comes-later`, true],
  ])('is read: %s', (header, isSampled) => {
    expect(readTraceParent(header)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
  });

  it.each([
    undefined,
    '',
    [`00-${TRACE}-${SPAN}-01`],
    `00-${TRACE}-${SPAN}`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `01-${TRACE}-${SPAN}-01-${'x'.repeat(100)}`,
    "00-' OR 1=1 --",
  ])('is ignored where it is none: %j', (header) => {
    expect(readTraceParent(header)).toBeNull();
  });

  it('is written as it is read', () => {
    for (const isSampled of [true, false]) {
      const parent = { traceId: TRACE, spanId: SPAN, isSampled };
      expect(readTraceParent(traceParentOf(parent))).toEqual(parent);
    }
  });
});

it('a share of the traces is kept, by their ids alone', () => {
  const ids = Array.from(
    { length: 1_000 },
    (_, index) => `${'a'.repeat(24)}${(index * 4_294_967).toString(16).padStart(8, '0')}`,
  );
  const keptOf = (ratio: number) => ids.filter((id) => isInRatio(id, ratio)).length;
  expect([keptOf(0), keptOf(1)]).toEqual([0, 1_000]);
  expect(Math.abs(keptOf(0.25) - 250)).toBeLessThan(5);
});
