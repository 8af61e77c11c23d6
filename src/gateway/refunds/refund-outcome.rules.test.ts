import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../test/support/suite/property-runs.ts';
import type { AcquirerRefund, RefundAnswer } from '../../rails/acquirers/acquirer.ts';
import {
  ABSENCE_PROVEN_AFTER_MS,
  ABSENCE_PROVEN_BY,
  type Judgement as JudgementOf,
  maySendAgain,
  type SendTrace,
} from '../../rails/acquirers/send-trace.rules.ts';
import { firstRefundCheckAt, isAnswered, judgeAnswer, nextRefundCheckAt } from './refund-outcome.rules.ts';

type Judgement = JudgementOf<'REFUNDED' | 'REFUSED'>;

const NOW = new Date('2026-11-16T12:00:00Z');
const SENT: SendTrace = { sends: 1, seenAt: null, refusedAt: null, misses: 0 };
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

function found(status: AcquirerRefund['status']): RefundAnswer {
  const refund = { refundId: 'D1', reference: 'r', status, amountCents: 1, refundedAt: null, reason: null };
  return { outcome: 'found', refund };
}
const REJECTED: RefundAnswer = { outcome: 'rejected', reason: 'answered 400' };
const NOT_FOUND: RefundAnswer = { outcome: 'not_found' };
const SILENT: RefundAnswer = { outcome: 'unknown', reason: 'no answer in time' };
const FORBIDDEN: RefundAnswer = { outcome: 'unknown', because: 'answered', reason: 'answered 403' };

interface Told {
  answer: RefundAnswer;
  at: Date;
  /** It is sent once more before this answer. */
  isSentAgain: boolean;
}

/** As the operations use the rule: nothing is judged after the end, and only what may be sent again is. */
function judgeAll(told: readonly Told[]): Judgement {
  return told.reduce<Judgement>(
    ({ trace, end }, { answer, at, isSentAgain }) => {
      if (end !== null) return { trace, end };
      const isRepeat = isSentAgain && maySendAgain(trace);
      return judgeAnswer(isRepeat ? { ...trace, sends: trace.sends + 1 } : trace, answer, at);
    },
    { trace: SENT, end: null },
  );
}

const toldAnswers = fc
  .array(
    fc.record({
      answer: fc.constantFrom(
        found('PROCESSING'),
        found('REFUNDED'),
        found('REFUSED'),
        REJECTED,
        NOT_FOUND,
        SILENT,
        FORBIDDEN,
      ),
      pauseMinutes: fc.integer({ min: 0, max: 12 }),
      isSentAgain: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((steps) => {
    let minutes = 0;
    return steps.map(({ answer, pauseMinutes, isSentAgain }, index): Told => {
      minutes += pauseMinutes;
      // The first answer is to the first send.
      return { answer, at: minutesLater(minutes), isSentAgain: isSentAgain && index > 0 };
    });
  });

describe('when a refund ends', () => {
  test.each([
    ['PROCESSING', null],
    ['REFUNDED', 'REFUNDED'],
    ['REFUSED', 'REFUSED'],
  ] as const)('by what the bank shows: %s', (status, end) => {
    expect(judgeAnswer(SENT, found(status), NOW)).toEqual({ trace: { ...SENT, seenAt: NOW }, end });
  });

  test('refused at first and never known: after three questions and ten minutes, and not before', () => {
    const at = (minutes: number, answer: RefundAnswer): Told => ({
      answer,
      at: minutesLater(minutes),
      isSentAgain: false,
    });
    expect(judgeAll([at(0, REJECTED)]).end).toBeNull();
    expect(judgeAll([at(0, REJECTED), at(3, NOT_FOUND), at(9.99, NOT_FOUND)]).end).toBeNull();
    expect(judgeAll([at(0, REJECTED), at(60, NOT_FOUND)]).end).toBeNull();
    expect(judgeAll([at(0, REJECTED), at(3, NOT_FOUND), at(10, NOT_FOUND)]).end).toBe('REFUSED');
  });

  test('sent with success, then neither found nor accepted again: never', () => {
    const answers = [found('PROCESSING'), NOT_FOUND, REJECTED, NOT_FOUND, NOT_FOUND, NOT_FOUND];
    const told = answers.map((answer, n): Told => ({ answer, at: minutesLater(n * 60), isSentAgain: n > 0 }));
    expect(judgeAll(told)).toEqual({ trace: { ...SENT, seenAt: NOW }, end: null });
  });

  test('a repeat that is refused says nothing, though nothing was ever seen', () => {
    const repeated = { ...SENT, sends: 2 };
    expect(judgeAnswer(repeated, REJECTED, NOW)).toEqual({ trace: repeated, end: null });
    expect(judgeAnswer(repeated, NOT_FOUND, minutesLater(600))).toEqual({ trace: repeated, end: null });
  });

  test('given back only by the last word, or refused at first, never seen, and absent often and long enough', () => {
    fc.assert(
      fc.property(toldAnswers, (told) => {
        const { end } = judgeAll(told);
        const isOneOf = (status: string) =>
          told.some(({ answer }) => answer.outcome === 'found' && answer.refund.status === status);
        if (end === null) return !isOneOf('REFUNDED') && !isOneOf('REFUSED');
        if (end === 'REFUNDED') return isOneOf('REFUNDED');
        const firstWord = told.findIndex(({ answer }) => answer.outcome === 'found');
        const before = firstWord < 0 ? told : told.slice(0, firstWord);
        const isLastWord = told[firstWord]?.answer.outcome === 'found' && isOneOf('REFUSED');
        const refusal = before.findIndex(({ answer }) => answer === REJECTED);
        if (refusal < 0) return isLastWord;
        const absent = before.filter(({ answer }, n) => n >= refusal && (answer === NOT_FOUND || n === refusal));
        const spanMs = Number(absent.at(-1)?.at) - Number(absent[0]?.at);
        const isProven = absent.length >= ABSENCE_PROVEN_BY && spanMs >= ABSENCE_PROVEN_AFTER_MS;
        const isFirstSend = before.slice(0, refusal + 1).every(({ isSentAgain }) => !isSentAgain);
        return isLastWord || (isProven && isFirstSend);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  test('once seen, no absence, refusal or silence ends it', () => {
    const silent = fc.constantFrom(REJECTED, NOT_FOUND, SILENT, FORBIDDEN);
    const times = fc.array(fc.tuple(silent, fc.integer({ min: 0, max: 10_000 })), { maxLength: 20 });
    fc.assert(
      fc.property(times, (answers) => {
        const seen = answers.map(
          ([answer, minutes]): Told => ({
            answer,
            at: minutesLater(minutes),
            isSentAgain: true,
          }),
        );
        const told = [{ answer: found('PROCESSING'), at: NOW, isSentAgain: false }, ...seen];
        return judgeAll(told).end === null;
      }),
    );
  });
});

describe('what is sent again', () => {
  test('only what the bank neither showed nor refused', () => {
    expect(maySendAgain(SENT)).toBe(true);
    expect(maySendAgain({ ...SENT, seenAt: NOW })).toBe(false);
    expect(maySendAgain({ ...SENT, refusedAt: NOW })).toBe(false);
  });

  test('the bank has answered unless it was silent', () => {
    expect([REJECTED, NOT_FOUND, FORBIDDEN, found('PROCESSING'), SILENT].map(isAnswered)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('a refund of unknown outcome is asked about', () => {
  const minutesUntil = (next: Date) => (next.getTime() - NOW.getTime()) / 60_000;

  test('first after a minute', () => {
    expect(minutesUntil(firstRefundCheckAt(NOW))).toBe(1);
  });

  test.each([
    [0, 1],
    [1, 2],
    [2, 4],
    [5, 32],
    [6, 60],
    [100, 60],
    [10_000, 60],
  ])('after %i looks in %i minutes', (checksDone, minutes) => {
    expect(minutesUntil(nextRefundCheckAt(checksDone, SENT, NOW))).toBe(minutes);
  });

  test('one that was refused is asked about when its absence can be proven, and no later', () => {
    const refused = (minutesAgo: number) => ({ ...SENT, refusedAt: minutesLater(-minutesAgo), misses: 1 });
    expect(minutesUntil(nextRefundCheckAt(3, refused(7), NOW))).toBe(3);
    expect(minutesUntil(nextRefundCheckAt(1, refused(1), NOW))).toBe(2);
    expect(minutesUntil(nextRefundCheckAt(3, refused(20), NOW))).toBe(8);
    expect(minutesUntil(nextRefundCheckAt(3, { ...refused(7), seenAt: NOW }, NOW))).toBe(8);
  });

  test('asked at the very moment of the proof, it is not asked again at once', () => {
    const refused = { ...SENT, refusedAt: new Date(NOW.getTime() - ABSENCE_PROVEN_AFTER_MS), misses: 1 };
    expect(minutesUntil(nextRefundCheckAt(3, refused, NOW))).toBe(8);
  });
});
