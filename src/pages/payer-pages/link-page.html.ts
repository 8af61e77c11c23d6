import { quantitiesOf, totalOf } from '../../gateway/payment-links/link-prices.rules.ts';
import type { PaymentLink } from '../../gateway/payment-links/payment-links.rules.ts';
import type { OrderItem } from '../../gateway/payments/payment.ts';
import { type Html, type HtmlValue, html } from '../../ground/text/html.rules.ts';
import { type Language, moneyText } from './formats.rules.ts';
import { icon } from './icons.html.ts';
import { addressFields, type FormParts, field, methodFields, problemOf } from './link-fields.html.ts';
import type { LinkProblems, LinkValues } from './link-form.rules.ts';
import { linkEn } from './link-texts.en.ts';
import { type LinkTexts, linkPtBr } from './link-texts.pt-br.ts';
import { type Frame, framePage, lines, pathIn } from './page-frame.html.ts';

export const LINK_TEXTS: Record<Language, LinkTexts> = { 'pt-BR': linkPtBr, en: linkEn };
/** A link may have a hundred items with long names; a page stays small. */
const MAX_ITEMS = 10;

export type Refusal = keyof LinkTexts['refusals'];

export interface LinkPage {
  link: PaymentLink;
  payee: string;
  values: LinkValues;
  problems: LinkProblems;
  /** Why a form that was sent made no payment, where no field is at fault. */
  refusal: Refusal | null;
  /** Goes out with the form and comes back with it. */
  key: string;
}

/** The page of a link: what is sold, and the form that makes a payment of it. Works without script. */
export function linkPage(frame: Frame, page: LinkPage): string {
  const texts = LINK_TEXTS[frame.language];
  const { link, payee } = page;
  const isWrong = Object.keys(page.problems).length > 0;
  const main = html`<main class="card link">
<div class="offer">
<p class="label">${texts.soldBy(payee)}</p>
<h1 tabindex="-1"><bdi>${link.title}</bdi></h1>
${link.description && html`<p class="description"><bdi>${link.description}</bdi></p>`}
${priceOf(frame.language, texts, link)}
</div>
${formOf(frame, texts, page)}
</main>`;
  const title = `${isWrong ? `${texts.problems} · ` : ''}${link.title} · ${payee}`;
  return framePage(frame, { title, payee, main, isWatched: false, isForm: true });
}

function priceOf(language: Language, texts: LinkTexts, link: PaymentLink): Html {
  const money = (cents: number) => moneyText(language, cents);
  const row = (name: HtmlValue, value: HtmlValue) => html`<li><span>${name}</span><span>${value}</span></li>`;
  const itemRow = ({ name, quantity, price }: OrderItem) =>
    row(html`${quantity > 1 && `${quantity} × `}<bdi>${name}</bdi>`, money(quantity * price));
  const { min } = quantitiesOf(link);
  const shown = link.items.slice(0, MAX_ITEMS);
  const left = link.items.length - shown.length;
  return html`<ul class="prices">
${shown.map(itemRow)}
${left > 0 && row(`+ ${left}`, '')}
${link.shipping && row(html`${texts.shipping}: <bdi>${link.shipping.name}</bdi>`, money(link.shipping.price))}
</ul>
${
  !link.open_amount &&
  html`<p class="total"><span>${texts.total}</span> <output class="amount" data-total
  data-each="${totalOf({ items: link.items, shipping: null }, 1)}"
  data-shipping="${link.shipping?.price ?? 0}">${money(totalOf(link, min))}</output></p>`
}`;
}

function formOf(frame: Frame, texts: LinkTexts, page: LinkPage): Html {
  const { link, values, problems } = page;
  const parts: FormParts = { texts, values, problems, language: frame.language };
  return html`<form class="form" method="post" action="${pathIn(frame.language, frame.path)}" novalidate data-link-form>
<input type="hidden" name="key" value="${page.key}">
${lines([
  alertOf(texts, page),
  frame.isSandbox && html`<p class="fill"><a class="second" href="${testPath(frame)}">${texts.fillForTest}</a></p>`,
  link.open_amount && amountFields(parts, link.open_amount),
  link.quantity && quantityField(parts, link),
  html`<fieldset><legend>${texts.yourData}</legend>
${field(parts, 'name', { autocomplete: 'name', maxlength: 120 })}
${field(parts, 'email', { type: 'email', autocomplete: 'email', maxlength: 254 })}
${field(parts, 'document', { hint: texts.hints.document, maxlength: 18 })}
${field(parts, 'phone', { type: 'tel', autocomplete: 'tel', hint: texts.hints.phone, maxlength: 20 })}
</fieldset>`,
  methodFields(parts, link.methods),
  addressFields(parts, link),
])}
<p class="trap" aria-hidden="true"><label>Website<input name="website" tabindex="-1" autocomplete="off"></label></p>
<button class="first" type="submit">${texts.pay}</button>
<p class="hint">${texts.afterPay}</p>
</form>`;
}

/** All that is wrong, at the top, with a way to each field; read out when the page comes. */
function alertOf(texts: LinkTexts, { refusal, problems }: LinkPage): Html | null {
  const fields = Object.keys(problems) as (keyof LinkProblems)[];
  if (fields.length === 0 && refusal === null) return null;
  const listed = (name: keyof LinkProblems) =>
    html`<li><a href="#${name}">${texts.fields[name]}</a>: ${problemOf(texts, name, problems[name])}</li>`;
  return html`<div class="alert" role="alert">
<p><strong>${refusal === null ? texts.problems : texts.refusals[refusal]}</strong></p>
${fields.length > 0 && html`<ul>${fields.map(listed)}</ul>`}
</div>`;
}

function amountFields(parts: FormParts, open: NonNullable<PaymentLink['open_amount']>): Html {
  const { texts, values, language } = parts;
  const money = (cents: number) => moneyText(language, cents);
  const isWide = open.max >= 100_000_000;
  const hint = isWide ? texts.amountFrom(money(open.min)) : texts.amountRange(money(open.min), money(open.max));
  const offered = open.suggested.map(
    (cents) => html`<label class="choice small"><input type="radio" name="suggested" value="${cents}"
  ${values.suggested === String(cents) && 'checked'}><span>${money(cents)}</span></label>`,
  );
  return html`<fieldset><legend>${texts.fields.amount}</legend>
${
  offered.length > 0 &&
  html`<div class="choices" role="radiogroup"
  aria-label="${texts.fields.suggested}">${offered}</div>`
}
${field(parts, 'amount', {
  label: offered.length > 0 ? texts.otherAmount : texts.fields.amount,
  inputmode: 'decimal',
  hint,
  maxlength: 20,
  isOptional: offered.length > 0,
})}
</fieldset>`;
}

function quantityField(parts: FormParts, link: PaymentLink): Html {
  const { min, max } = quantitiesOf(link);
  const most = Math.max(min, Math.min(max, link.units_left ?? max));
  const values = { ...parts.values, quantity: parts.values.quantity ?? String(min) };
  return field({ ...parts, values }, 'quantity', {
    type: 'number',
    inputmode: 'numeric',
    min,
    max: most,
    hint: parts.texts.quantityRange(min, most),
  });
}

function testPath({ language, path }: Frame): string {
  return `${path}?${language === 'en' ? 'lang=en&' : ''}fill=test`;
}

/** Nobody can buy here now: the merchant's own words, or why. */
export function overPage(
  frame: Frame,
  page: { link: PaymentLink; payee: string; reason: keyof LinkTexts['over'] },
): string {
  const { link, payee, reason } = page;
  const texts = LINK_TEXTS[frame.language];
  const { title, text } = texts.over[reason];
  const main = html`<main class="card unknown"><div class="end">
<span class="sign">${icon(reason === 'EXPIRED' ? 'hourglass' : 'cross', 'big')}</span>
<p class="label"><bdi>${link.title}</bdi></p>
<h1 tabindex="-1">${title}</h1>
<p class="words description">${link.inactive_message ? html`<bdi>${link.inactive_message}</bdi>` : text}</p>
<p class="words">${texts.overContact(payee)}</p>
</div></main>`;
  return framePage(frame, { title: `${title} · ${link.title}`, payee, main, isWatched: false, isForm: true });
}
