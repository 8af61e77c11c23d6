import type { RefundAnswer } from '../../rails/acquirers/acquirer.ts';
import {
  type BankWord,
  type Judgement,
  judgeWord,
  nextQuestionAt,
  type SendTrace,
} from '../../rails/acquirers/send-trace.rules.ts';

/** What an answer changes about a refund; without an end it stays PROCESSING. */
export function judgeAnswer(trace: SendTrace, answer: RefundAnswer, now: Date): Judgement<'REFUNDED' | 'REFUSED'> {
  const { trace: noted, end } = judgeWord(trace, wordOf(answer), now);
  return { trace: noted, end: end === 'DONE' ? 'REFUNDED' : end };
}

function wordOf(answer: RefundAnswer): BankWord {
  if (answer.outcome !== 'found') return { outcome: answer.outcome };
  const { status } = answer.refund;
  if (status === 'PROCESSING') return { outcome: 'found', end: null };
  return { outcome: 'found', end: status === 'REFUNDED' ? 'DONE' : 'REFUSED' };
}

/** The bank has said something, though it may not be its last word. */
export function isAnswered(answer: RefundAnswer): boolean {
  return answer.outcome !== 'unknown' || answer.because !== undefined;
}

const FIRST_CHECK_MS = 60_000;

/** A refund of unknown outcome is asked about after a minute, then ever more rarely, until there is a clear answer. */
export function firstRefundCheckAt(now: Date): Date {
  return new Date(now.getTime() + FIRST_CHECK_MS);
}

export function nextRefundCheckAt(checksDone: number, trace: SendTrace, now: Date): Date {
  return nextQuestionAt(FIRST_CHECK_MS, checksDone, trace, now);
}
