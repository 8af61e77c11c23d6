import type { Deps } from '../../ground/deps.ts';
import type { Mailer, WithMailer } from '../../ground/mailer.ts';
import { finishAll } from '../../ground/queues/finish-all.ts';
import { composeNotice } from './compose-notice.ts';
import { nextAttemptAt } from './notice-schedule.rules.ts';
import { claimNotices, finishNotice, type Notice } from './notices.sql.ts';

/**
 * Sends what is due, a few at a time. A process that dies between the mail and its record leads to the same mail once
 * more, under the same id. Says whether there may be more.
 */
export async function sendNotices(deps: Deps & WithMailer): Promise<boolean> {
  const { mailer } = deps;
  if (!mailer) return false;
  const claimed = await claimNotices(deps.db, deps.clock.realNow());
  await finishAll(claimed.map((notice) => send(deps, mailer, notice)));
  return claimed.length > 0;
}

async function send(deps: Deps, mailer: Mailer, notice: Notice): Promise<void> {
  const mail = await composeNotice(deps, notice);
  if (!mail) return finishNotice(deps.db, notice.id, { status: 'MOOT' });
  const result = await mailer.send(mail);
  if (result.outcome === 'sent') return finishNotice(deps.db, notice.id, { status: 'SENT' });
  const next = result.isFinal ? null : nextAttemptAt(notice.attempts + 1, deps.clock.realNow());
  deps.log.warn(
    { noticeId: notice.id, kind: notice.kind, reason: result.reason, isGivenUp: next === null },
    'a notice could not be sent by e-mail',
  );
  await finishNotice(deps.db, notice.id, next ? { status: 'PENDING', nextAttemptAt: next } : { status: 'FAILED' });
}
