import type { Config } from '../../ground/config.ts';
import { isLoopbackHost } from '../../ground/ip-address.ts';
import type { Mailer, MailOutcome } from '../../ground/mailer.ts';

/** Less than the lease of a notice: who gives up later would send what somebody else sends again. */
const SEND_TIMEOUT_MS = 45_000;
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;

type Smtp = NonNullable<Config['smtp']>;

/** The library is loaded only where there is a mail server. */
async function openTransport(smtp: Smtp, mode: Config['mode']) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.isSecure,
    // In live no password and no mail goes over a network in the clear.
    requireTLS: mode === 'live' && !isLoopbackHost(smtp.host),
    ...(smtp.user === null ? {} : { auth: { user: smtp.user, pass: smtp.password ?? '' } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects and logs in, and sends nothing. Null when a mail would be taken; else why not. */
export async function trySmtp(smtp: Smtp, mode: Config['mode']): Promise<string | null> {
  const transport = await openTransport(smtp, mode);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return reasonOf(error as SmtpFailure);
  } finally {
    transport.close();
  }
}

/** Sends by the operator's mail server. */
export async function createSmtpMailer(smtp: Smtp, mode: Config['mode']): Promise<Mailer> {
  const transport = await openTransport(smtp, mode);
  return {
    async send({ to, subject, text, html, messageId, unsubscribeUrl }) {
      const sending = transport.sendMail({
        from: smtp.from,
        // Objects, never a line: nothing in an address can become a second one.
        to: to.map((address) => ({ name: '', address })),
        subject,
        text,
        html,
        messageId,
        // Nobody answers a machine with "out of office".
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
      });
      return withinTime(sending);
    },
  };
}

/** With both, mail programs show a button of their own that asks nothing more. */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

async function withinTime(sending: Promise<unknown>): Promise<MailOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<MailOutcome>((resolve) => {
    timer = setTimeout(
      () => resolve({ outcome: 'failed', reason: 'timeout', isFinal: false, isUnsent: false }),
      SEND_TIMEOUT_MS,
    );
  });
  const sent = sending.then((): MailOutcome => ({ outcome: 'sent' }), failureOf);
  return Promise.race([sent, tooLate]).finally(() => clearTimeout(timer));
}

interface SmtpFailure {
  code?: string;
  responseCode?: number;
  /** What of the machine failed. */
  syscall?: string;
}

/** Before any mail can have gone out: the name of the server, its certificate, the login. */
const BEFORE_ANY_MAIL: ReadonlySet<string> = new Set(['EDNS', 'ETLS', 'EAUTH']);

/** The server's words may quote addresses; the log gets the codes only. */
function reasonOf({ code = 'unknown', responseCode }: SmtpFailure): string {
  return responseCode === undefined ? code : `${code} ${responseCode}`;
}

function failureOf(error: SmtpFailure): MailOutcome {
  const { code = '', responseCode, syscall } = error;
  const isRefused = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isFinal = isRefused && responseCode !== undefined && responseCode >= 500;
  // Refused in so many words, or never reached. A connection that breaks off may have brought the mail.
  const isUnsent = responseCode !== undefined || syscall === 'connect' || BEFORE_ANY_MAIL.has(code);
  return { outcome: 'failed', reason: reasonOf(error), isFinal, isUnsent };
}
