import type { Deps } from '../../ground/deps.ts';
import { hostOf } from '../../ground/ip-address.ts';
import type { WithMailer } from '../../ground/mailer.ts';
import { type MailText, mailOf } from '../../ground/text/mail.rules.ts';

/** Mails of this process that are under way; more are not sent, because strangers can ask for them. */
const MOST_UNDER_WAY = 50;

export interface PostOffice {
  /** Whether there is a mail server at all. */
  isOpen: boolean;
  /** Nobody waits for it, so that an answer tells nothing by its time. False when too much is under way. */
  later(work: () => Promise<void>): boolean;
  send(to: string, says: MailText): Promise<void>;
}

/**
 * For links, which are known in clear only while they are made: a queue in the database would have to keep them. A mail
 * that is lost is asked for again.
 */
export function openPostOffice({ mailer, log, ids, config }: Deps & WithMailer): PostOffice {
  let underWay = 0;
  const domain = hostOf(new URL(config.publicUrl));
  return {
    isOpen: mailer !== null,
    later(work) {
      if (underWay >= MOST_UNDER_WAY) {
        log.warn('too many mails with links are under way: one was not sent');
        return false;
      }
      underWay++;
      void work()
        .catch((error: unknown) => log.warn({ err: error }, 'a mail with a link could not be made'))
        .finally(() => underWay--);
      return true;
    },
    async send(to, says) {
      if (!mailer) return;
      const result = await mailer.send({ ...mailOf(says), to: [to], messageId: `<${ids.reference()}@${domain}>` });
      if (result.outcome === 'failed') log.warn({ reason: result.reason }, 'a mail with a link could not be sent');
    },
  };
}
