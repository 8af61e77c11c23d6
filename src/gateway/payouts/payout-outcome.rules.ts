import type { PayoutAnswer } from '../../rails/acquirers/payout.ts';
import {
  type BankWord,
  type Judgement,
  judgeWord,
  nextQuestionAt,
  type SendTrace,
} from '../../rails/acquirers/send-trace.rules.ts';

/** What an answer changes about a payout; without an end it stays SENT. */
export function judgePayoutAnswer(trace: SendTrace, answer: PayoutAnswer, now: Date): Judgement<'PAID' | 'FAILED'> {
  const { trace: noted, end } = judgeWord(trace, wordOf(answer), now);
  if (end === null) return { trace: noted, end };
  return { trace: noted, end: end === 'DONE' ? 'PAID' : 'FAILED' };
}

function wordOf(answer: PayoutAnswer): BankWord {
  if (answer.outcome !== 'found') return { outcome: answer.outcome };
  const { status } = answer.payout;
  if (status === 'PROCESSING') return { outcome: 'found', end: null };
  return { outcome: 'found', end: status === 'PAID' ? 'DONE' : 'REFUSED' };
}

/** A rail is usually done within seconds. */
const FIRST_CHECK_MS = 1_000;

/** One that was sent is asked about after a second, then ever more rarely, until there is a final word. */
export function nextPayoutCheckAt(checksDone: number, trace: SendTrace, now: Date): Date {
  return nextQuestionAt(FIRST_CHECK_MS, checksDone, trace, now);
}

const FIRST_LOOK_FOR_RETURNS_MS = 5_000;
/** A look a day at everything of ninety days would ask a bank for what nobody waits for. */
const LONGEST_LOOK_PAUSE_MS = 7 * 86_400_000;
/** What has not come back by then comes back by a notice of the bank, or shows in the daily comparison. */
const RETURNS_LOOKED_FOR_MS = 90 * 86_400_000;

/** When to look again whether a paid one came back; null: no more. */
export function nextReturnLookAt(settledAt: Date, now: Date): Date | null {
  const sinceMs = now.getTime() - settledAt.getTime();
  if (sinceMs >= RETURNS_LOOKED_FOR_MS) return null;
  const pauseMs = Math.min(Math.max(FIRST_LOOK_FOR_RETURNS_MS, sinceMs), LONGEST_LOOK_PAUSE_MS);
  return new Date(now.getTime() + pauseMs);
}
