/** THE PORT to people's mailboxes. */

export interface Mail {
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** The same each time one mail is tried: mailboxes then show it once. */
  messageId: string;
  /** Where one click ends such mails (RFC 8058): an address that takes a POST from anybody. */
  unsubscribeUrl?: string;
}

export type MailOutcome =
  | { outcome: 'sent' }
  /**
   * `isFinal`: no later attempt can do better, because the server knows the mail and does not want it.
   * `isUnsent`: the server has surely not taken it; else nobody knows.
   */
  | { outcome: 'failed'; reason: string; isFinal: boolean; isUnsent: boolean };

export interface Mailer {
  /** Never rejects. */
  send(mail: Mail): Promise<MailOutcome>;
}

export interface WithMailer {
  /** Null where no mail server is set. */
  mailer: Mailer | null;
}
