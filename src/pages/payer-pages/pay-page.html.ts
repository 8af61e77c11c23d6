import { slipOf } from '../../gateway/payments/amount-due.rules.ts';
import { type Html, html } from '../../ground/text/html.rules.ts';
import { dueViewOf } from './due.rules.ts';
import { moneyText } from './formats.rules.ts';
import { type IconName, icon } from './icons.html.ts';
import { instrumentOf } from './instrument.html.ts';
import { failureReasonOf, isWatched, type PageState, type PageStatus } from './page.rules.ts';
import { type Frame, framePage, lines, pathIn, TEXTS } from './page-frame.html.ts';
import {
  dueWords,
  type Fact,
  facts,
  momentOf,
  type PageParts,
  paidFacts,
  payeeFacts,
  summaryOf,
} from './page-parts.html.ts';
import type { PayPage } from './pages.sql.ts';

/**
 * The payer's page, today in São Paulo. It says only what the payer knows already: nothing of their document, e-mail or
 * address.
 */
export function payPage(frame: Frame, page: PayPage, status: PageStatus, today: string): string {
  const texts = TEXTS[frame.language];
  const slip = status.state === 'waiting' || status.state === 'preparing' ? slipOf(page) : null;
  const due = slip && dueViewOf(slip, today);
  const amount = moneyText(frame.language, due?.todayCents ?? page.paid_cents ?? page.amount_cents);
  const parts: PageParts = { page, status, texts, language: frame.language, frame, amount, due };
  const { heading, title, body } = STATES[status.state](parts);
  const watched = isWatched(status.state);
  const main = html`<main class="card ${status.state}" data-version="${status.version}"
  data-status="${frame.path}/status"${watched && html` data-events="${frame.path}/events"`}>
${heading}
${body}
</main>`;
  return framePage(frame, { title: `${title} · ${page.payee_name}`, payee: page.payee_name, main, isWatched: watched });
}

interface StatePart {
  title: string;
  heading: Html;
  body: Html;
}

const STATES: Record<PageState, (parts: PageParts) => StatePart> = {
  preparing: (parts) => ({
    title: parts.texts.preparing.title,
    heading: toPay(parts, 'clock', parts.texts.badges.preparing),
    body: html`<div class="wait"><span class="ring" aria-hidden="true"></span><p>${parts.texts.preparing.text}</p></div>`,
  }),
  waiting: (parts) => ({
    title: parts.amount,
    heading: toPay(parts, 'clock', parts.texts.badges.waiting),
    body: lines([instrumentOf(parts), summaryOf(parts), simulation(parts)]),
  }),
  checking: (parts) => {
    const { checking } = parts.texts;
    const { payee_name } = parts.page;
    return {
      title: checking.title,
      heading: ended(parts, 'hourglass', checking.title, checking.text),
      body: lines([
        html`<div class="cases">
<section><h2>${checking.notPaid}</h2><p>${checking.notPaidText(payee_name)}</p></section>
<section><h2>${checking.justPaid}</h2><p>${checking.justPaidText}</p></section>
</div>`,
        facts(payeeFacts(parts)),
        actions([backToShop(parts)]),
        simulation(parts),
      ]),
    };
  },
  paid: (parts) => ({
    title: parts.texts.paid.title,
    heading: ended(parts, 'check', parts.texts.paid.title, parts.texts.paid.text(parts.page.payee_name)),
    body: receipt(parts, []),
  }),
  'not-paid': (parts) => {
    const { notPaid } = parts.texts;
    const { payee_name, updated_at } = parts.page;
    const reason = failureReasonOf(parts.page, updated_at);
    const next = parts.page.link_slug === null && html`<p>${notPaid.next(payee_name)}</p>`;
    // What was never issued cannot have been paid.
    const alreadyPaid = reason === 'refused' ? null : html`<p>${notPaid.alreadyPaid(payee_name)}</p>`;
    return {
      title: notPaid.title,
      heading: ended(parts, 'cross', notPaid.title, notPaid.reasons[reason]),
      body: lines([
        html`<div class="words">${next}${alreadyPaid}</div>`,
        facts(payeeFacts(parts)),
        actions([payAgain(parts), backToShop(parts)]),
      ]),
    };
  },
  'partly-refunded': (parts) => ({
    title: parts.texts.refunded.partlyTitle,
    heading: ended(parts, 'half', parts.texts.refunded.partlyTitle, parts.texts.refunded.partlyText),
    body: receipt(parts, refundFacts(parts)),
  }),
  refunded: (parts) => ({
    title: parts.texts.refunded.title,
    heading: ended(parts, 'back', parts.texts.refunded.title, refundWay(parts)),
    body: receipt(parts, refundFacts(parts)),
  }),
};

/** What is to be paid: the amount is the loudest thing on the page. */
function toPay(parts: PageParts, badge: IconName, words: string): Html {
  const { page, texts, amount } = parts;
  const byDay = dueWords(parts);
  return html`<div class="intro">
<h1 tabindex="-1"><span class="label">${texts.payTo(page.payee_name)}</span> <span class="amount">${amount}</span></h1>
${byDay.length > 0 && html`<p class="day">${byDay.map((words) => html`<span>${words}</span> `)}</p>`}
<p class="meta"><span class="badge">${icon(badge)} ${words}</span>
<span class="order">${texts.order(page.order_number)}</span></p>
</div>`;
}

/** What has come of it: a sign, the words, the amount. */
function ended({ amount }: PageParts, sign: IconName, title: string, words: string): Html {
  return html`<div class="end">
<span class="sign">${icon(sign, 'big')}</span>
<h1 tabindex="-1">${title}</h1>
<p class="amount">${amount}</p>
<p class="words">${words}</p>
</div>`;
}

function receipt(parts: PageParts, more: readonly Fact[]): Html {
  const { page, texts, language } = parts;
  const rows: Fact[] = [
    ...(page.paid_at ? [[texts.paidAt, momentOf(language, page.paid_at)] as const] : []),
    ...paidFacts(parts),
    ...more,
    ...payeeFacts(parts),
    [texts.method, texts.methods[page.payment_type]],
  ];
  return lines([
    facts(rows),
    summaryOf(parts),
    actions([
      html`<button class="second" type="button" data-print hidden>${icon('file')} ${texts.paid.receipt}</button>`,
      backToShop(parts),
    ]),
  ]);
}

function actions(buttons: readonly (Html | null)[]): Html | null {
  return buttons.some((button) => button !== null) ? html`<div class="actions">${buttons}</div>` : null;
}

/** Where the merchant of a link wants its payers back. */
function backToShop({ page, texts }: PageParts): Html | null {
  return page.return_url === null
    ? null
    : html`<a class="second" href="${page.return_url}" rel="noopener noreferrer">${texts.backToShop}</a>`;
}

/** What was ordered through a link can be ordered anew: nobody has to be asked for it. */
function payAgain({ page, frame, texts, language }: PageParts): Html | null {
  return page.link_slug === null
    ? null
    : html`<form method="post" action="${pathIn(language, `${frame.path}/again`)}">
<button class="first" type="submit">${texts.notPaid.again}</button></form>`;
}

function refundFacts({ page, texts, language }: PageParts): Fact[] {
  return [
    [texts.refundedAmount, moneyText(language, page.refunded_cents)],
    ...(page.refunded_at ? [[texts.refundedAt, momentOf(language, page.refunded_at)] as const] : []),
  ];
}

function refundWay({ page, texts }: PageParts): string {
  return page.payment_type === 'pix' ? texts.refunded.text : texts.refunded.boletoText;
}

/** A form, so that it works without script; with one, the page is seen to change by itself. */
function simulation({ frame, texts, language }: PageParts): Html | null {
  if (!frame.isSandbox) return null;
  return html`<form class="simulate" method="post" action="${pathIn(language, `${frame.path}/simulate`)}" data-simulate>
<p><strong>${texts.simulate.title}.</strong> ${texts.simulate.text}</p>
<button class="second" type="submit">${texts.simulate.button}</button>
</form>`;
}
