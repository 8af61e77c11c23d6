import { html } from './html.rules.ts';
import { icon } from './icons.html.ts';
import { type Frame, framePage, pathIn, TEXTS } from './page-frame.html.ts';

/** The address leads nowhere. */
export function unknownPage(frame: Frame): string {
  const { unknown } = TEXTS[frame.language];
  const main = html`<main class="card unknown"><div class="end">
<span class="sign">${icon('question', 'big')}</span>
<h1 tabindex="-1">${unknown.title}</h1>
<p class="words">${unknown.text}</p>
</div></main>`;
  return framePage(frame, { title: unknown.title, payee: null, main, isWatched: false });
}

/** Something of ours is away or too busy: what a person reads where a program would read the error body. */
export function troublePage(frame: Frame): string {
  const { trouble } = TEXTS[frame.language];
  const main = html`<main class="card trouble"><div class="end">
<span class="sign">${icon('hourglass', 'big')}</span>
<h1 tabindex="-1">${trouble.title}</h1>
<p class="words">${trouble.text}</p>
<p class="actions"><a class="second" href="${pathIn(frame.language, frame.path)}">${trouble.retry}</a></p>
</div></main>`;
  return framePage(frame, { title: trouble.title, payee: null, main, isWatched: true });
}
