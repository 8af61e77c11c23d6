/** Where a bank's reads lag its writes, they have caught up after this. */
export const ABSENCE_PROVEN_AFTER_MS = 10 * 60_000;
/** That many questions have to find nothing. */
export const ABSENCE_PROVEN_BY = 3;

/** The way of a refund or payout to its bank, as its row remembers it. */
export interface SendTrace {
  /** How often it was sent, the send under way included. */
  sends: number;
  /** When the bank first showed it: from then on it exists, whatever is answered later. */
  seenAt: Date | null;
  /** When the very first send was refused by a clear answer. */
  refusedAt: Date | null;
  /** The questions since then that found nothing. */
  misses: number;
}

/** What the bank has said of it; `end` is null while it works on it. */
export type BankWord =
  | { outcome: 'found'; end: 'DONE' | 'REFUSED' | null }
  | { outcome: 'rejected' | 'not_found' | 'unknown' };

export interface Judgement<End = 'DONE' | 'REFUSED'> {
  trace: SendTrace;
  /** Null: it is still under way, and its money stays taken. */
  end: End | null;
}

/**
 * Reads may lag writes, and a repeat may be refused because of what it repeats: so money is given back only by the
 * bank's final word, or where the very first send was refused and the bank has known nothing of it ever since, asked
 * several times over a while.
 */
export function judgeWord(trace: SendTrace, word: BankWord, now: Date): Judgement {
  switch (word.outcome) {
    case 'found':
      return { trace: { ...trace, seenAt: trace.seenAt ?? now }, end: word.end };
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
export function maySendAgain({ seenAt, refusedAt }: SendTrace): boolean {
  return seenAt === null && refusedAt === null;
}

function isFirstAnswer({ sends, seenAt, refusedAt }: SendTrace): boolean {
  return sends === 1 && seenAt === null && refusedAt === null;
}

function miss(trace: SendTrace, now: Date): Judgement {
  const missed = { ...trace, misses: trace.misses + 1 };
  const sinceMs = now.getTime() - (trace.refusedAt ?? now).getTime();
  const isProven = missed.misses >= ABSENCE_PROVEN_BY && sinceMs >= ABSENCE_PROVEN_AFTER_MS;
  return { trace: missed, end: isProven ? 'REFUSED' : null };
}

const LONGEST_PAUSE_MS = 3_600_000;

/** Asked about ever more rarely, until there is a clear answer. */
export function nextQuestionAt(firstPauseMs: number, done: number, { refusedAt, seenAt }: SendTrace, now: Date): Date {
  const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(done, 20), LONGEST_PAUSE_MS);
  const nextMs = now.getTime() + pauseMs;
  const provenMs = refusedAt && !seenAt ? refusedAt.getTime() + ABSENCE_PROVEN_AFTER_MS : 0;
  // Nobody's money is kept for longer than the proof takes.
  return new Date(provenMs > now.getTime() ? Math.min(nextMs, provenMs) : nextMs);
}
