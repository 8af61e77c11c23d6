import { formatDigitableLine } from '../../ground/brazil/boleto.rules.ts';
import { type Html, html } from '../../ground/text/html.rules.ts';
import { countdownText, isSoonOver } from './countdown.rules.ts';
import { timeText } from './formats.rules.ts';
import { icon } from './icons.html.ts';
import type { Frame } from './page-frame.html.ts';
import { dueDateFact, facts, type PageParts, payeeFacts, termFacts } from './page-parts.html.ts';

/** Of the picture, which has as many modules; the page keeps its place while it loads. */
const QR_PIXELS = 280;

/**
 * What a payer needs in order to pay. The way that works on this very device comes first: its code, then its picture.
 */
export function instrumentOf(parts: PageParts): Html {
  if (parts.page.payment_type === 'pix') return pixOf(parts);
  return parts.page.pix_code === null ? boletoOf(parts) : boletoWithPixOf(parts);
}

function pixOf(parts: PageParts): Html {
  const { page, texts, amount } = parts;
  return html`<div class="pay">
<div class="act">
${copyButton('pix', texts.pix)}
${qrCode(parts)}
${countdown(parts)}
</div>
<div class="how">
${steps(texts.pix.steps(page.payee_name, amount))}
${facts(payeeFacts(parts))}
${codeField('pix', texts.pix.code, page.pix_code ?? '', 6)}
<p class="hint">${texts.pix.stays}</p>
</div>
</div>`;
}

function boletoOf(parts: PageParts): Html {
  const { page, texts, amount } = parts;
  return html`<div class="pay boleto">
<div class="act">
${registrationNote(parts)}
${copyButton('line', texts.boleto)}
${lineAndDocument(parts)}
</div>
<div class="how">
${facts([...dueDateFact(parts), ...termFacts(parts), ...payeeFacts(parts)])}
${steps(texts.boleto.steps(page.payee_name, amount))}
<p class="hint">${texts.boleto.delay}</p>
</div>
</div>`;
}

/** Both ways of one charge: PIX first, because it is confirmed at once. The line follows when the bank has given it. */
function boletoWithPixOf(parts: PageParts): Html {
  const { page, texts, amount } = parts;
  return html`<div class="pay boleto">
<div class="act">
${copyButton('pix', texts.pix)}
${qrCode(parts)}
${
  page.boleto_line !== null &&
  html`<div class="other"><h2>${texts.boleto.byLine}</h2>
${registrationNote(parts)}
${copyButton('line', texts.boleto, 'second')}
${lineAndDocument(parts)}</div>`
}
</div>
<div class="how">
${facts([...dueDateFact(parts), ...termFacts(parts), ...payeeFacts(parts)])}
${steps(texts.pix.steps(page.payee_name, amount))}
${codeField('pix', texts.pix.code, page.pix_code ?? '', 6)}
<p class="hint">${texts.boleto.either}</p>
<p class="hint">${texts.boleto.delay}</p>
</div>
</div>`;
}

function qrCode({ texts, frame }: PageParts): Html {
  return html`<div class="qr"><img src="/public/pix/${addressIn(frame)}/qr.png" alt="${texts.pix.qrAlt}"
  width="${QR_PIXELS}" height="${QR_PIXELS}"></div>`;
}

function lineAndDocument({ page, texts, frame }: PageParts): Html {
  return html`${codeField('line', texts.boleto.line, formatDigitableLine(page.boleto_line ?? ''), 2)}
<a class="second" href="/public/boleto/${addressIn(frame)}/boleto.pdf"
  target="_blank" rel="noopener">${icon('file')} ${texts.boleto.pdf}</a>`;
}

function registrationNote({ page, texts }: PageParts): Html | null {
  return page.is_registered ? null : html`<p class="note">${texts.boleto.unregistered}</p>`;
}

/** Pictures and documents stand below the address of the page itself: it must not tell another that shows more. */
function addressIn({ path }: Frame): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** What a button copies is the field of the same name. */
type Code = 'pix' | 'line';

/** Without script it does nothing, and the style hides it: the code below is there to be selected. */
function copyButton(
  code: Code,
  words: { copy: string; copied: string; copyFailed: string },
  rank: 'first' | 'second' = 'first',
): Html {
  return html`<button class="${rank}" type="button" data-copy="${code}" data-copied="${words.copied}"
  data-failed="${words.copyFailed}">${icon('copy')}<span data-label>${words.copy}</span></button>`;
}

function codeField(name: Code, label: string, code: string, rows: number): Html {
  return html`<label class="code"><span>${label}</span><textarea readonly rows="${rows}"
  spellcheck="false" data-code="${name}">${code}</textarea></label>`;
}

function steps(words: readonly string[]): Html {
  return html`<ol class="steps">${words.map((step) => html`<li>${step}</li>`)}</ol>`;
}

/** By seconds left: the payer's clock may be wrong, and the sandbox's is moved. */
function countdown({ page, status, texts, language }: PageParts): Html {
  const left = status.seconds_left ?? 0;
  const inAll = Math.round((page.expires_at.getTime() - page.created_at.getTime()) / 1_000);
  const { five, one } = texts.pix.leftAnnounced;
  const until = html`<time datetime="${page.expires_at.toISOString()}">${timeText(language, page.expires_at)}</time>`;
  const counted = html`<b data-countdown>${countdownText(left)}</b>`;
  return html`<p class="left${isSoonOver(left, inAll) && ' soon'}" data-left="${left}" data-in-all="${inAll}"
  data-five="${five}"
  data-one="${one}">${icon('clock')}<span>${texts.pix.validUntil} ${until} · ${texts.pix.left} ${counted}</span></p>`;
}
