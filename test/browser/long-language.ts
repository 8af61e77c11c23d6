import type { Page } from 'playwright-core';

/**
 * A language that nobody speaks, longer than any of ours: every vowel is doubled and accented, and each text stands in
 * brackets, so that a text that was cut is found and a text that nobody translated is seen.
 */
const SPEAK = `(texts) => {
  const DOUBLED = { a: 'àà', e: 'éé', i: 'îî', o: 'õõ', u: 'üü', A: 'ÀÀ', E: 'ÉÉ', I: 'ÎÎ', O: 'ÕÕ', U: 'ÜÜ' };
  const speak = (text) => {
    const long = text.replace(/[aeiou]/gi, (vowel) => DOUBLED[vowel]);
    return '⟦' + long.padEnd(Math.ceil(text.length * 1.4) - 2, '~') + '⟧';
  };
  const translate = (value) =>
    typeof value === 'string' ? speak(value)
    : typeof value === 'function' ? (...parameters) => speak(value(...parameters))
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, translate(inner)]));
  return translate(texts);
}`;

/** From now on English is that language: the files that hold its texts are changed on their way to the browser. */
export async function speakLongLanguage(page: Page): Promise<void> {
  await page.route(/\.en-[\w-]+\.js$/, async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    const body = script.replace(/export\{(\w+) as en\};?/, `const long=(${SPEAK})($1);export{long as en};`);
    await route.fulfill({ response, body });
  });
}

/** The same for a page that the server wrote: its words, and neither its figures nor its codes. */
export async function lengthenWords(page: Page): Promise<void> {
  await page.evaluate(`{
    const { say } = (${SPEAK})({ say: (text) => text });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (/[a-zà-ú]{3}/.test(node.data) && !node.parentElement.closest('textarea, script, code'))
        node.data = say(node.data.trim());
    }
  }`);
}

/**
 * What a reader would miss: texts of ours that end outside of what shows them. Where one can scroll, nothing is lost,
 * and what is kept for readers of screens alone is as small as it is.
 */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const isForScreenReaders = ({ clientWidth, clientHeight }) => clientWidth <= 1 && clientHeight <= 1;
    const isCut = (text, element) => {
      for (let box = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        if (isForScreenReaders(box)) return false;
        const frame = box.getBoundingClientRect();
        if (overflowX === 'auto' || overflowX === 'scroll') return false;
        if (text.right > frame.right + 1 || text.left < frame.left - 1) return true;
        if (overflowY !== 'auto' && overflowY !== 'scroll' && text.bottom > frame.bottom + 2) return true;
      }
      return false;
    };
    const cut = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!node.data.includes('⟦')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width > 0 && isCut(text, node.parentElement)) cut.push(node.data);
    }
    resolve(cut);
  })))`) as Promise<string[]>;
}
