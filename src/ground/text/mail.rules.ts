import { html } from './html.rules.ts';

/** What a mail says: in Portuguese, without secrets, and no more of a person than is needed. */
export interface MailText {
  subject: string;
  paragraphs: readonly string[];
  link: MailLink;
  /** Smaller than the first, below it. */
  otherLink?: MailLink;
}

interface MailLink {
  words: string;
  url: string;
}

const MAX_SUBJECT_LENGTH = 150;
/** Names of merchants stand in subjects: a line break in one must never begin a header. */
const IN_NO_HEADER = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** The two forms of a mail. What a name contains becomes neither a header nor markup. */
export function mailOf({ subject, paragraphs, link, otherLink }: MailText): {
  subject: string;
  text: string;
  html: string;
} {
  const links = otherLink ? [link, otherLink] : [link];
  const line = subject.replaceAll(IN_NO_HEADER, ' ').trim();
  return {
    subject: line.length > MAX_SUBJECT_LENGTH ? `${line.slice(0, MAX_SUBJECT_LENGTH - 1)}…` : line,
    text: `${[...paragraphs, ...links.map(({ words, url }) => `${words}: ${url}`)].join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="pt-BR">
<body>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}<p><a href="${link.url}">${link.words}</a></p>
${otherLink && html`<p><small><a href="${otherLink.url}">${otherLink.words}</a></small></p>\n`}</body>
</html>
`.toString(),
  };
}
