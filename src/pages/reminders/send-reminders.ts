import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import type { Mailer, WithMailer } from '../../ground/mailer.ts';
import { nextAttemptAt } from '../notices/notice-schedule.rules.ts';
import { composeReminder } from './compose-reminder.ts';
import { claimReminders, finishReminder, type Reminder } from './reminders.sql.ts';

/**
 * Sends what is to be sent today, a few at a time, in a job of its own: notices do not wait for it. What is taken is
 * never sent a second time, so that a process that dies sends too little rather than too much; only what the mail
 * server has surely not taken is tried again, on the same day. Says whether there may be more.
 */
export async function sendReminders(deps: Deps & WithMailer): Promise<boolean> {
  const { mailer } = deps;
  if (!mailer) return false;
  const day = saoPauloDateOf(await deps.clock.now());
  const claimed = await claimReminders(deps.db, day, deps.clock.realNow());
  const results = await Promise.allSettled(claimed.map((reminder) => send(deps, mailer, reminder)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  // A mail server that is away is not asked about all the others in one go.
  return claimed.length > 0 && results.every((result) => result.status === 'fulfilled' && result.value);
}

/** Says whether the mail server is there. */
async function send(deps: Deps, mailer: Mailer, reminder: Reminder): Promise<boolean> {
  const mail = await composeReminder(deps, reminder);
  if (!mail) {
    await finishReminder(deps.db, reminder, { status: 'MOOT' });
    return true;
  }
  const result = await mailer.send(mail);
  if (result.outcome === 'sent') {
    await finishReminder(deps.db, reminder, { status: 'SENT' });
    return true;
  }
  const mayBeTriedAgain = result.isUnsent && !result.isFinal;
  const next = mayBeTriedAgain ? nextAttemptAt(reminder.attempts, deps.clock.realNow()) : null;
  deps.log.warn(
    { paymentId: reminder.payment_id, reason: result.reason, isGivenUp: next === null },
    'a reminder could not be sent by e-mail',
  );
  await finishReminder(deps.db, reminder, next ? { status: 'WAITING', nextAttemptAt: next } : { status: 'FAILED' });
  return result.isFinal;
}
