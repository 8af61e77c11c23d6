import { html } from '../../ground/text/html.rules.ts';
import { type IconName, icon } from './icons.html.ts';
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

/** What was sent is too large, or no form of ours: trying the same again would not help. */
export function unreadablePage(frame: Frame): string {
  return retryPage(frame, { kind: 'unreadable', sign: 'cross', isWatched: false });
}

/** Something of ours is away or too busy: what a person reads where a program would read the error body. */
export function troublePage(frame: Frame): string {
  return retryPage(frame, { kind: 'trouble', sign: 'hourglass', isWatched: true });
}

interface Retry {
  kind: 'unreadable' | 'trouble';
  sign: IconName;
  /** Whether the page looks by itself whether there is something to show. */
  isWatched: boolean;
}

function retryPage(frame: Frame, { kind, sign, isWatched }: Retry): string {
  const { title, text, retry } = TEXTS[frame.language][kind];
  const main = html`<main class="card ${kind}"><div class="end">
<span class="sign">${icon(sign, 'big')}</span>
<h1 tabindex="-1">${title}</h1>
<p class="words">${text}</p>
<p class="actions"><a class="second" href="${pathIn(frame.language, frame.path)}">${retry}</a></p>
</div></main>`;
  return framePage(frame, { title, payee: null, main, isWatched });
}
