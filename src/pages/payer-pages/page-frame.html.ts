import { Html, html } from '../../ground/text/html.rules.ts';
import type { Language } from './formats.rules.ts';
import { en } from './page-texts.en.ts';
import { type PageTexts, ptBr } from './page-texts.pt-br.ts';
import type { WebFiles } from './web-files.ts';

export const TEXTS: Record<Language, PageTexts> = { 'pt-BR': ptBr, en };

export interface Frame {
  language: Language;
  /** The path of this page, without its query. */
  path: string;
  files: WebFiles;
  isSandbox: boolean;
}

interface FramedPage {
  title: string;
  /** Whose page it is, in the header; nobody's where the address leads nowhere. */
  payee: string | null;
  main: Html;
  /** Looked at again by itself, also where no script runs. */
  isWatched: boolean;
  /** It asks for something: another script, and a style besides. */
  isForm?: boolean;
}

const REFRESH_SECONDS = 15;

/**
 * What every public page has around it. No line of script or style stands in the page: the policy in its
 * headers allows none.
 */
export function framePage(frame: Frame, page: FramedPage): string {
  const texts = TEXTS[frame.language];
  const { files } = frame;
  const framed = html`<html lang="${texts.thisLanguage}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${page.title}</title>
<link rel="icon" href="${files.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${files.style}">
${page.isForm && html`<link rel="stylesheet" href="${files.formStyle}">`}
<script type="module" src="${page.isForm ? files.formScript : files.script}"></script>
${page.isWatched && html`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`}
</head>
<body>
${frame.isSandbox && html`<p class="sandbox">${texts.sandbox}</p>`}
<header class="top">
${page.payee === null ? html`<span></span>` : html`<p class="payee"><span class="mark" aria-hidden="true">${initialOf(page.payee)}</span><bdi>${page.payee}</bdi></p>`}
<a class="language" href="${languagePath(frame)}" hreflang="${texts.otherLanguage.code}"
  lang="${texts.otherLanguage.code}">${texts.otherLanguage.name}</a>
</header>
<p class="unseen" role="status" data-said></p>
${page.main}
<footer class="foot"><img src="${files.icon}" alt="" width="20" height="20"> ${texts.poweredBy}</footer>
</body>
</html>`;
  return `<!doctype html>\n${framed.text}`;
}

/** The first letter as a person counts letters: an emoji or a letter with its accents is one. */
const letters = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

function initialOf(name: string): string {
  for (const { segment } of letters.segment(name.trim())) return segment.toLocaleUpperCase('pt-BR');
  return '';
}

/** Portuguese is what an address without a word about it means. */
export function pathIn(language: Language, path: string): string {
  return language === 'en' ? `${path}?lang=en` : path;
}

function languagePath({ language, path }: Frame): string {
  return pathIn(language === 'en' ? 'pt-BR' : 'en', path);
}

/** Parts one below the other. */
export function lines(parts: readonly (Html | false | null)[]): Html {
  return new Html(
    parts
      .filter((part) => part instanceof Html)
      .map((part) => part.text)
      .join('\n'),
  );
}
