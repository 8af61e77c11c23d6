const DAY_MS = 86_400_000;
/** A bank takes days to issue the next one. */
const WARN_DAYS = 30;

export interface CertificateEnd {
  /** `YYYY-MM-DD`. */
  day: string;
  /** Whole days; negative when it has ended. */
  daysLeft: number;
  state: 'ended' | 'ends soon' | 'good';
}

/** Whoever speaks of the end of a certificate, in a log or at a command, speaks of the same days. */
export function judgeEnd(notAfter: Date, now: Date): CertificateEnd {
  const leftMs = notAfter.getTime() - now.getTime();
  const state = leftMs <= 0 ? 'ended' : leftMs < WARN_DAYS * DAY_MS ? 'ends soon' : 'good';
  return { day: notAfter.toISOString().slice(0, 10), daysLeft: Math.floor(leftMs / DAY_MS), state };
}
