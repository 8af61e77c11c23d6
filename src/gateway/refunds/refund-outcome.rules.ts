import type { AcquirerRefund, RefundAnswer } from '../../rails/acquirers/acquirer.ts';

/** Where a bank's reads lag its writes, they have caught up after this. */
export const ABSENCE_PROVEN_AFTER_MS = 10 * 60_000;
/** That many questions have to find nothing. */
export const ABSENCE_PROVEN_BY = 3;

/** The way of a refund to its bank, as its row remembers it. */
export interface RefundTrace {
  /** How often it was sent, the send under way included. */
  sends: number;
  /** When the bank first showed it: from then on it exists, whatever is answered later. */
  seenAt: Date | null;
  /** When the very first send was refused by a clear answer. */
  refusedAt: Date | null;
  /** The questions since then that found nothing. */
  misses: number;
}

export interface Judgement {
  trace: RefundTrace;
  /** Null: it stays PROCESSING, and its money stays taken. */
  end: 'REFUNDED' | 'REFUSED' | null;
}

/**
 * What an answer changes about a refund. Reads may lag writes, and a repeat may be refused because of what it repeats:
 * so money is given back only by the bank's final word, or where the very first send was refused and the bank has known
 * nothing of it ever since, asked several times over a while.
 */
export function judgeAnswer(trace: RefundTrace, answer: RefundAnswer, now: Date): Judgement {
  switch (answer.outcome) {
    case 'found':
      return { trace: { ...trace, seenAt: trace.seenAt ?? now }, end: endOf(answer.refund) };
    case 'rejected':
      // Whoever refuses has looked for it and found nothing.
      return isFirstAnswer(trace) ? miss({ ...trace, refusedAt: now }, now) : { trace, end: null };
    case 'not_found':
      return trace.refusedAt && !trace.seenAt ? miss(trace, now) : { trace, end: null };
    case 'unknown':
      return { trace, end: null };
  }
}

/** What was shown once, and what was refused at first, is only asked about. */
export function maySendAgain({ seenAt, refusedAt }: RefundTrace): boolean {
  return seenAt === null && refusedAt === null;
}

/** The bank has said something, though it may not be its last word. */
export function isAnswered(answer: RefundAnswer): boolean {
  return answer.outcome !== 'unknown' || answer.because !== undefined;
}

function isFirstAnswer({ sends, seenAt, refusedAt }: RefundTrace): boolean {
  return sends === 1 && seenAt === null && refusedAt === null;
}

function miss(trace: RefundTrace, now: Date): Judgement {
  const missed = { ...trace, misses: trace.misses + 1 };
  const sinceMs = now.getTime() - (trace.refusedAt ?? now).getTime();
  const isProven = missed.misses >= ABSENCE_PROVEN_BY && sinceMs >= ABSENCE_PROVEN_AFTER_MS;
  return { trace: missed, end: isProven ? 'REFUSED' : null };
}

function endOf({ status }: AcquirerRefund): Judgement['end'] {
  return status === 'PROCESSING' ? null : status;
}

const FIRST_CHECK_MS = 60_000;
const LONGEST_CHECK_PAUSE_MS = 3_600_000;

/** A refund of unknown outcome is asked about after a minute, then ever more rarely, until there is a clear answer. */
export function firstRefundCheckAt(now: Date): Date {
  return new Date(now.getTime() + FIRST_CHECK_MS);
}

export function nextRefundCheckAt(checksDone: number, { refusedAt, seenAt }: RefundTrace, now: Date): Date {
  const pauseMs = Math.min(FIRST_CHECK_MS * 2 ** Math.min(checksDone, 20), LONGEST_CHECK_PAUSE_MS);
  const nextMs = now.getTime() + pauseMs;
  const provenMs = refusedAt && !seenAt ? refusedAt.getTime() + ABSENCE_PROVEN_AFTER_MS : 0;
  // Nobody's money is kept for longer than the proof takes.
  return new Date(provenMs > now.getTime() ? Math.min(nextMs, provenMs) : nextMs);
}
