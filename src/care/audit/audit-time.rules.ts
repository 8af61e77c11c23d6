import type { TimeOfDay } from '../../ground/brazil/calendar.rules.ts';
import { addDays, saoPauloDateOf, saoPauloDateTime } from '../../ground/brazil/calendar.rules.ts';

export interface AuditNight {
  /** The day in São Paulo, `YYYY-MM-DD`. */
  night: string;
  dueAt: Date;
}

/** For so long what an audit found is kept. */
export const AUDITS_KEPT_DAYS = 365;

/**
 * An audit that was missed for longer waits for the next night: in business hours it would take the disk from orders.
 */
const DUE_FOR_MS = 6 * 60 * 60 * 1000;

/** The night whose audit is due now; null in between. */
export function auditNightAt(now: Date, { hour, minute }: TimeOfDay): AuditNight | null {
  const today = saoPauloDateOf(now);
  const time = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
  for (const night of [today, addDays(today, -1)]) {
    const dueAt = saoPauloDateTime(`${night}T${time}`);
    const lateMs = now.getTime() - dueAt.getTime();
    if (lateMs >= 0 && lateMs < DUE_FOR_MS) return { night, dueAt };
  }
  return null;
}
