import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AcquirerPayout, PayoutAnswer } from '../../rails/acquirers/payout.ts';
import {
  ABSENCE_PROVEN_AFTER_MS,
  ABSENCE_PROVEN_BY,
  type Judgement as JudgementOf,
  maySendAgain,
  type SendTrace,
} from '../../rails/acquirers/send-trace.rules.ts';
import { judgePayoutAnswer, nextPayoutCheckAt, nextReturnLookAt } from './payout-outcome.rules.ts';

type Judgement = JudgementOf<'PAID' | 'FAILED'>;

const NOW = new Date('2026-11-16T12:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SENT: SendTrace = { sends: 1, seenAt: null, refusedAt: null, misses: 0 };
const msLater = (ms: number) => new Date(NOW.getTime() + ms);

function found(status: AcquirerPayout['status']): PayoutAnswer {
  const payout = { reference: 'r', status, amountCents: 1, endToEndId: null, paidAt: null, reason: null, returns: [] };
  return { outcome: 'found', payout };
}
const REJECTED: PayoutAnswer = { outcome: 'rejected', reason: 'answered 400' };
const NOT_FOUND: PayoutAnswer = { outcome: 'not_found' };
const SILENT: PayoutAnswer = { outcome: 'unknown', reason: 'no answer in time' };

interface Told {
  answer: PayoutAnswer;
  at: Date;
  isSentAgain: boolean;
}

/** As the operations use the rule: nothing is judged after the end, and only what may be sent again is. */
function judgeAll(told: readonly Told[]): Judgement {
  return told.reduce<Judgement>(
    ({ trace, end }, { answer, at, isSentAgain }) => {
      if (end !== null) return { trace, end };
      const isRepeat = isSentAgain && maySendAgain(trace);
      return judgePayoutAnswer(isRepeat ? { ...trace, sends: trace.sends + 1 } : trace, answer, at);
    },
    { trace: SENT, end: null },
  );
}

const ANSWERS = [found('PROCESSING'), found('PAID'), found('REFUSED'), REJECTED, NOT_FOUND, SILENT];
const toldAnswers = (answers: readonly PayoutAnswer[]) =>
  fc
    .array(
      fc.record({
        answer: fc.constantFrom(...answers),
        pauseMinutes: fc.integer({ min: 0, max: 12 }),
        isSentAgain: fc.boolean(),
      }),
      { maxLength: 12 },
    )
    .map((steps) => {
      let minutes = 0;
      return steps.map(({ answer, pauseMinutes, isSentAgain }, index): Told => {
        minutes += pauseMinutes;
        return { answer, at: msLater(minutes * 60_000), isSentAgain: isSentAgain && index > 0 };
      });
    });

describe('what an answer makes of a payout', () => {
  test('the last word of the bank ends it, everything else leaves it under way', () => {
    expect(judgePayoutAnswer(SENT, found('PAID'), NOW)).toEqual({ trace: { ...SENT, seenAt: NOW }, end: 'PAID' });
    expect(judgePayoutAnswer(SENT, found('REFUSED'), NOW).end).toBe('FAILED');
    for (const answer of [found('PROCESSING'), REJECTED, NOT_FOUND, SILENT])
      expect(judgePayoutAnswer(SENT, answer, NOW).end).toBeNull();
  });

  test('it is PAID exactly when the bank was the first to say so as a last word', () => {
    fc.assert(
      fc.property(toldAnswers(ANSWERS), (told) => {
        const { end } = judgeAll(told);
        const words = told.map(({ answer }) => (answer.outcome === 'found' ? answer.payout.status : null));
        const [first] = words.filter((word) => word === 'PAID' || word === 'REFUSED');
        if (end === 'PAID') expect(first).toBe('PAID');
        // It fails by the bank's word, or by a proof of absence that came before any word.
        if (first === 'PAID' && end === 'FAILED') {
          const paidAt = told.findIndex(({ answer }) => answer.outcome === 'found' && answer.payout.status === 'PAID');
          const before = told.slice(0, paidAt).map(({ answer }) => answer.outcome);
          expect(before.filter((outcome) => outcome === 'not_found').length).toBeGreaterThanOrEqual(2);
          expect(before).toContain('rejected');
        }
      }),
    );
  });

  test('money is given back without the word of the bank only after a refused first send and a long silence', () => {
    fc.assert(
      fc.property(toldAnswers([found('PROCESSING'), REJECTED, NOT_FOUND, SILENT]), (told) => {
        const { end, trace } = judgeAll(told);
        if (end === null) return;
        expect(end).toBe('FAILED');
        expect(trace.sends).toBe(1);
        expect(trace.seenAt).toBeNull();
        expect(told[0]?.answer.outcome === 'rejected' || trace.refusedAt !== null).toBe(true);
        expect(trace.misses).toBeGreaterThanOrEqual(ABSENCE_PROVEN_BY);
        const last = told.at(-1) as Told;
        expect(last.at.getTime() - (trace.refusedAt as Date).getTime()).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('silence and ignorance alone never end it, nor does a refused repeat', () => {
    fc.assert(
      fc.property(toldAnswers([NOT_FOUND, SILENT]), (told) => {
        expect(judgeAll(told).end).toBeNull();
      }),
    );
    const twice = { ...SENT, sends: 2 };
    expect(judgePayoutAnswer(twice, REJECTED, NOW)).toEqual({ trace: twice, end: null });
  });

  test('what was seen once is never given back by ignorance, and never sent again', () => {
    fc.assert(
      fc.property(toldAnswers([found('PROCESSING'), REJECTED, NOT_FOUND, SILENT]), (told) => {
        const first: Told = { answer: found('PROCESSING'), at: NOW, isSentAgain: false };
        const { end, trace } = judgeAll([first, ...told]);
        expect(end).toBeNull();
        expect(maySendAgain(trace)).toBe(false);
        expect(trace.sends).toBe(1);
      }),
    );
  });

  test('a refused first send is proven after three questions over ten minutes', () => {
    const ask = (...minutes: number[]) =>
      judgeAll([
        { answer: REJECTED, at: NOW, isSentAgain: false },
        ...minutes.map((minute) => ({ answer: NOT_FOUND, at: msLater(minute * 60_000), isSentAgain: true })),
      ]).end;
    expect(ABSENCE_PROVEN_AFTER_MS).toBe(600_000);
    expect(ask(1, 2, 3)).toBeNull();
    expect(ask(10)).toBeNull();
    expect(ask(1, 10)).toBe('FAILED');
  });
});

describe('when it is asked about', () => {
  test('after a second, then ever more rarely, at most an hour', () => {
    const pauses = Array.from(
      { length: 30 },
      (_, done) => nextPayoutCheckAt(done, SENT, NOW).getTime() - NOW.getTime(),
    );
    expect(pauses.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(Math.max(...pauses)).toBe(HOUR_MS);
    expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
  });

  test('a paid one after five seconds, then at pauses as long as the time since, at most a week, for ninety days', () => {
    expect(nextReturnLookAt(NOW, NOW)).toEqual(msLater(5_000));
    expect(nextReturnLookAt(NOW, msLater(60_000))).toEqual(msLater(120_000));
    expect(nextReturnLookAt(NOW, msLater(3 * DAY_MS))).toEqual(msLater(6 * DAY_MS));
    expect(nextReturnLookAt(NOW, msLater(10 * DAY_MS))).toEqual(msLater(17 * DAY_MS));
    expect(nextReturnLookAt(NOW, msLater(90 * DAY_MS - 1))).not.toBeNull();
    expect(nextReturnLookAt(NOW, msLater(90 * DAY_MS))).toBeNull();
    let looks = 0;
    for (let at: Date | null = NOW; at !== null; at = nextReturnLookAt(NOW, at)) looks++;
    expect(looks).toBeLessThan(32);
  });
});
