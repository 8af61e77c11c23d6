import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { Db } from '../../ground/db/pool.ts';
import { dueDatesRemindedOn, remindersBegin } from './reminder-calendar.rules.ts';
import { hasOpenRounds } from './reminder-rounds.sql.ts';
import { findOldestReminderDue, sampleReminders } from './reminder-standing.sql.ts';

/** How the reminders of a day get on. */
export interface ReminderStanding {
  /** For how long the first that is to go out has not; 0: none waits. */
  waitingMs: number;
  /** Of those that were tried, a sample where there are many: what the mail server took, and what it did not. */
  sent: number;
  failing: number;
}

/** Whom to remind is found out in business time, mails are sent in real time. Asked only where a mail server is set. */
export async function measureReminders(
  db: Db,
  { now, realNow }: { now: Date; realNow: Date },
): Promise<ReminderStanding> {
  const day = saoPauloDateOf(now);
  const begin = remindersBegin(day);
  const isTime = now >= begin && dueDatesRemindedOn(day, [0]).length > 0;
  const unfoundMs = isTime && (await hasOpenRounds(db, day)) ? now.getTime() - begin.getTime() : 0;
  const due = await findOldestReminderDue(db, day);
  const unsentMs = due ? realNow.getTime() - due.getTime() : 0;
  return { waitingMs: Math.max(0, unfoundMs, unsentMs), ...(await sampleReminders(db, day)) };
}
