import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ABSENCE_PROVEN_AFTER_MS,
  ABSENCE_PROVEN_BY,
  type BankWord,
  judgeWord,
  maySendAgain,
  nextQuestionAt,
  type SendTrace,
} from './send-trace.rules.ts';

const NOW = new Date('2026-11-16T12:00:00Z');
const msLater = (ms: number) => new Date(NOW.getTime() + ms);

const traces: fc.Arbitrary<SendTrace> = fc.record({
  sends: fc.integer({ min: 1, max: 5 }),
  seenAt: fc.constantFrom(null, NOW),
  refusedAt: fc.constantFrom(null, NOW, msLater(-ABSENCE_PROVEN_AFTER_MS)),
  misses: fc.nat({ max: 5 }),
});
const words: fc.Arbitrary<BankWord> = fc.oneof(
  fc.constantFrom('DONE', 'REFUSED', null).map((end) => ({ outcome: 'found', end }) as const),
  fc.constantFrom('rejected', 'not_found', 'unknown').map((outcome) => ({ outcome }) as const),
);

describe('the way of money to its bank', () => {
  test('no word makes it sent, unseen or less refused than it was', () => {
    fc.assert(
      fc.property(traces, words, (trace, word) => {
        const judged = judgeWord(trace, word, NOW).trace;
        expect(judged.sends).toBe(trace.sends);
        expect(judged.misses).toBeGreaterThanOrEqual(trace.misses);
        if (trace.seenAt) expect(judged.seenAt).toBe(trace.seenAt);
        if (trace.refusedAt) expect(judged.refusedAt).toBe(trace.refusedAt);
      }),
    );
  });

  test('it is done only by the bank, and undone by the bank or by a proof', () => {
    fc.assert(
      fc.property(traces, words, (trace, word) => {
        const { end, trace: judged } = judgeWord(trace, word, NOW);
        if (word.outcome === 'found') expect(end).toBe(word.end);
        else if (end !== null) {
          expect(end).toBe('REFUSED');
          expect(judged.seenAt).toBeNull();
          expect(judged.misses).toBeGreaterThanOrEqual(ABSENCE_PROVEN_BY);
          expect(NOW.getTime() - (judged.refusedAt as Date).getTime()).toBeGreaterThanOrEqual(ABSENCE_PROVEN_AFTER_MS);
        }
      }),
    );
  });

  test('it is sent again only while the bank has neither shown nor refused it', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        expect(maySendAgain(trace)).toBe(trace.seenAt === null && trace.refusedAt === null);
      }),
    );
  });

  test('the next question is later, at most an hour, and never after the proof could be there', () => {
    fc.assert(
      fc.property(traces, fc.nat({ max: 60 }), fc.integer({ min: 1, max: 10_000 }), (trace, done, firstPauseMs) => {
        const at = nextQuestionAt(firstPauseMs, done, trace, NOW).getTime();
        expect(at).toBeGreaterThan(NOW.getTime());
        expect(at).toBeLessThanOrEqual(NOW.getTime() + 3_600_000);
        const isBeingProven = trace.refusedAt === NOW && !trace.seenAt;
        if (isBeingProven) expect(at).toBeLessThanOrEqual(NOW.getTime() + ABSENCE_PROVEN_AFTER_MS);
      }),
    );
  });
});
