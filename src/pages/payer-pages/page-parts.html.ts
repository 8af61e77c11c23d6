import { formatDocument } from '../../ground/brazil/documents.rules.ts';
import { type Html, type HtmlValue, html } from '../../ground/text/html.rules.ts';
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
  /** The amount in words of the language. */
  amount: string;
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
