import { html } from '../../ground/text/html.rules.ts';
import { icon } from '../payer-pages/icons.html.ts';
import { type Frame, framePage, pathIn } from '../payer-pages/page-frame.html.ts';
import { UNSUBSCRIBE_TEXTS } from './unsubscribe.texts.ts';

/** Asks, and does nothing yet: programs that look at the links of a mail open them, too. */
export function unsubscribePage(frame: Frame, payee: string): string {
  const texts = UNSUBSCRIBE_TEXTS[frame.language];
  const main = html`<main class="card unsubscribe"><div class="end">
<span class="sign">${icon('question', 'big')}</span>
<h1 tabindex="-1">${texts.title}</h1>
<p class="words">${texts.text(payee)}</p>
<form class="actions" method="post" action="${pathIn(frame.language, frame.path)}">
<button class="first" type="submit" name="List-Unsubscribe" value="One-Click">${texts.button}</button>
</form>
</div></main>`;
  return framePage(frame, { title: texts.title, payee, main, isWatched: false });
}

export function unsubscribedPage(frame: Frame, payee: string): string {
  const texts = UNSUBSCRIBE_TEXTS[frame.language];
  const main = html`<main class="card unsubscribed"><div class="end">
<span class="sign">${icon('check', 'big')}</span>
<h1 tabindex="-1">${texts.doneTitle}</h1>
<p class="words">${texts.doneText(payee)}</p>
</div></main>`;
  return framePage(frame, { title: texts.doneTitle, payee, main, isWatched: false });
}
