import type { PaymentLink } from '../../gateway/payment-links/payment-links.rules.ts';
import { html } from '../../ground/text/html.rules.ts';
import { icon } from './icons.html.ts';
import { field } from './link-fields.html.ts';
import type { LinkProblems } from './link-form.rules.ts';
import { LINK_TEXTS } from './link-page.html.ts';
import type { LinkTexts } from './link-texts.pt-br.ts';
import { type Frame, framePage, pathIn } from './page-frame.html.ts';
import { momentOf } from './page-parts.html.ts';

export interface OpenBill {
  link: PaymentLink;
  payee: string;
  /** Null when its time is over and the bank has not been heard yet. */
  until: Date | null;
  /** What was typed wrongly. */
  problems: LinkProblems;
  refusal: keyof LinkTexts['openBill']['refusals'] | null;
}

/** Somebody has begun to pay this bill: whoever is not known to be its payer learns that, and nothing of them. */
export function openBillPage(frame: Frame, { link, payee, until, problems, refusal }: OpenBill): string {
  const texts = LINK_TEXTS[frame.language];
  const { openBill } = texts;
  const parts = { texts, values: {}, problems, language: frame.language };
  const main = html`<main class="card unknown"><div class="end">
<span class="sign">${icon('hourglass', 'big')}</span>
<p class="label"><bdi>${link.title}</bdi></p>
<h1 tabindex="-1">${openBill.title}</h1>
<p class="words">${until === null ? openBill.over : html`${openBill.until} ${momentOf(frame.language, until)}.`}</p>
</div>
<form class="form" method="post" action="${pathIn(frame.language, `${frame.path}/payer`)}" novalidate data-link-form>
${refusal && html`<div class="alert" role="alert"><p><strong>${openBill.refusals[refusal]}</strong></p></div>`}
<p>${openBill.isYours}</p>
${field(parts, 'document', { hint: openBill.hint, maxlength: 18 })}
<button class="first" type="submit">${openBill.show}</button>
</form>
</main>`;
  return framePage(frame, { title: `${openBill.title} · ${link.title}`, payee, main, isWatched: false, isForm: true });
}
