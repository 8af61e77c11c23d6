import { formatDocument } from '../../ground/brazil/documents.rules.ts';
import { type Html, type HtmlValue, html } from '../../ground/text/html.rules.ts';
import type { DueView } from './due.rules.ts';
import { dateText, dayText, type Language, moneyText, timeText } from './formats.rules.ts';
import type { PageStatus } from './page.rules.ts';
import type { Frame } from './page-frame.html.ts';
import type { PageTexts } from './page-texts.pt-br.ts';
import type { PayPage } from './pages.sql.ts';

/** Everything that a state's part of the page is written from. */
export interface PageParts {
  page: PayPage;
  status: PageStatus;
  texts: PageTexts;
  language: Language;
  frame: Frame;
  /** What is to be paid today, or was paid, in words of the language. */
  amount: string;
  /** Of a boleto with terms, while it is to be paid. */
  due: DueView | null;
}

const MAX_ITEMS = 5;

export type Fact = readonly [label: string, value: HtmlValue];

export function facts(rows: readonly Fact[]): Html {
  const listed = rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`);
  return html`<dl class="facts">${listed}</dl>`;
}

export function payeeFacts({ page, texts }: PageParts): Fact[] {
  return [
    [texts.payee, html`<bdi>${page.payee_name}</bdi>`],
    [texts.document, formatDocument(page.payee_document)],
    [texts.orderLabel, page.order_number],
  ];
}

export function momentOf(language: Language, instant: Date): Html {
  const words = `${dateText(language, instant)} ${timeText(language, instant)}`;
  return html`<time datetime="${instant.toISOString()}">${words}</time>`;
}

/** The due date as a fact of its own: what counts for a boleto. */
export function dueDateFact({ page, texts, language }: PageParts): Fact[] {
  return page.due_date === null
    ? []
    : [[texts.dueDate, html`<time datetime="${page.due_date}">${dayText(language, page.due_date)}</time>`]];
}

/** Why the figure of today is not the amount, and what it is tomorrow. */
export function dueWords({ due, texts, language }: PageParts): string[] {
  if (!due) return [];
  return [
    due.lateFor && texts.due.late[due.lateFor],
    due.discountCents > 0 && texts.due.discount(moneyText(language, due.discountCents)),
    due.tomorrowCents !== null && texts.due.tomorrow(moneyText(language, due.tomorrowCents)),
  ].filter((part) => typeof part === 'string');
}

/** What a boleto with terms comes to on other days, and until when it can be paid. */
export function termFacts({ page, due, texts, language }: PageParts): Fact[] {
  if (!due) return [];
  const { payableUntil } = due;
  return [
    ...(due.todayCents === page.amount_cents
      ? []
      : [[texts.due.ordered, moneyText(language, page.amount_cents)] as const]),
    ...due.discounts.map(
      ({ until, cents }) =>
        [
          texts.due.discountLabel,
          texts.due.discountUntil(moneyText(language, cents), dayText(language, until)),
        ] as const,
    ),
    ...(payableUntil === null
      ? []
      : [
          [
            texts.due.payableUntil,
            html`<time datetime="${payableUntil}">${dayText(language, payableUntil)}</time>`,
          ] as const,
        ]),
  ];
}

/** Of what a paid figure that is not the amount is made. */
export function paidFacts({ page, texts, language }: PageParts): Fact[] {
  if (page.paid_cents === null) return [];
  return [
    [texts.due.ordered, moneyText(language, page.amount_cents)],
    ...(page.late_charges_cents > 0
      ? [[texts.due.lateCharges, moneyText(language, page.late_charges_cents)] as const]
      : []),
    ...(page.discount_given_cents > 0
      ? [[texts.due.discountLabel, moneyText(language, page.discount_given_cents)] as const]
      : []),
  ];
}

/** An order may have a hundred items with long names; a page stays small. */
export function summaryOf({ page, texts, language }: PageParts): Html {
  const shown = page.items.slice(0, MAX_ITEMS);
  const left = page.items.length - shown.length;
  const row = (name: HtmlValue, cents: number) =>
    html`<li><span>${name}</span><span>${moneyText(language, cents)}</span></li>`;
  return html`<details class="summary"><summary>${texts.summary}</summary><ul>
${shown.map((item) => row(html`${item.quantity} × <bdi>${item.name}</bdi>`, item.quantity * item.price))}
${left > 0 && html`<li>${texts.moreItems(left)}</li>`}
${page.shipping.price > 0 && row(html`${texts.shipping}: <bdi>${page.shipping.name}</bdi>`, page.shipping.price)}
</ul></details>`;
}
