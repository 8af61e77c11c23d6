import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { overflowOf, RULES_ABOUT_COLOURS, seriousFindings } from './pages.ts';
import { walkTo } from './walks.ts';
import type { OpenPage } from './windows.ts';

export const WIDTHS = [360, 768, 1280];
/** How a page can look: the scheme of the browser, and the language. */
export interface Look {
  colorScheme: 'light' | 'dark';
  lang: 'pt-BR' | 'en';
}

/** Both schemes and both languages; the first is what the page is loaded in. */
const LOOKS: readonly [Look, Look] = [
  { colorScheme: 'light', lang: 'pt-BR' },
  { colorScheme: 'dark', lang: 'en' },
];

type Open = (path: string, options: BrowserContextOptions) => Promise<OpenPage>;

interface Looked {
  open: Open;
  path: string;
  /** What shows that it has come, and brings it to where it is looked at. */
  ready: (page: Page) => Promise<unknown>;
  /** Troubles that belong to it. */
  excused?: RegExp;
  /** Other ones than usual: each begins in Portuguese. */
  looks?: readonly [Look, Look];
  /** How wide it is while axe looks, in each look. */
  widths?: readonly [number, number];
  /** To look at, where somebody wants to. */
  picture?: (page: Page, lang: string, width: number) => Promise<void> | undefined;
}

/**
 * Each look has what can differ by scheme, language or width looked at. The page is loaded once, in the first look; the
 * second one it is given as a person would, since to load it again costs more than to look at it.
 */
export async function expectGoodInEveryLook(looked: Looked): Promise<void> {
  const { open, path, ready, excused, looks = LOOKS, widths = [1280, 1280], picture } = looked;
  const { page, troubles } = await open(path, optionsOf(looks[0], widths[0]));
  await ready(page);
  for (const at of [0, 1] as const) {
    await give(page, looks[at], widths[at]);
    await expectGood(page, looks[at], picture);
  }
  expect(troubles.filter((trouble) => !excused?.test(trouble))).toEqual([]);
}

/** What is looked at on a tour. */
export interface Stop {
  name: string;
  path: () => string;
  ready: (page: Page) => Promise<unknown>;
}

interface Tour extends Pick<Looked, 'looks' | 'widths'> {
  open: Open;
  stops: readonly Stop[];
  picture?: (page: Page, name: string, lang: string, width: number) => Promise<void>;
}

/**
 * The same for pages whose addresses other tests open: all of them in one window, from one to the next as links lead,
 * and all of them in the first look before it is given the second one.
 */
export function tour({ open, stops, looks = LOOKS, widths = [1280, 1280], picture }: Tour): void {
  let page: Page;
  let troubles: string[];
  let start: string;
  beforeAll(async () => {
    const [, application] = (stops[0]?.path() ?? '').split('/');
    ({ page, troubles } = await open(`/${application}/nowhere`, optionsOf(looks[0], widths[0])));
    await page.locator('main h1').waitFor();
    start = page.url();
  });

  /** What one has broken is not the next one's. */
  async function beginAnew(): Promise<void> {
    await page.goto(start, { waitUntil: 'load' });
    await page.locator('main h1').waitFor();
    troubles.length = 0;
  }

  describe.each(looks.map((look, at) => ({ ...look, width: widths[at] ?? 1280 })))(
    'in $lang and $colorScheme',
    ({ width, ...look }) => {
      it.each(stops)('$name is accessible, fits every width, and troubles nobody', async ({ name, path, ready }) => {
        onTestFinished(({ task }) => (task.result?.state === 'fail' ? beginAnew() : undefined));
        await give(page, look, width);
        await walkTo(page, path());
        await ready(page);
        await expectGood(page, look, (shown, lang, at) => picture?.(shown, name, lang, at));
        expect(troubles.splice(0)).toEqual([]);
      });
    },
  );
}

const optionsOf = ({ colorScheme }: Look, width: number) =>
  // What moves is looked at where it comes to rest.
  ({ colorScheme, reducedMotion: 'reduce', viewport: { width, height: 800 } }) as const;

async function expectGood(page: Page, { lang, colorScheme }: Look, picture?: Looked['picture']): Promise<void> {
  const root = page.locator('html');
  const shown = [await root.getAttribute('lang'), await root.getAttribute('data-mantine-color-scheme')];
  expect([...shown, await seriousFindings(page)]).toEqual([lang, colorScheme, []]);
  await expectToFit(page, (width) => picture?.(page, lang, width));
}

async function give(page: Page, { colorScheme, lang }: Look, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  if ((await page.locator('html').getAttribute('lang')) === lang) return;
  const [wanted, other] = lang === 'en' ? ['English', 'Português'] : ['Português', 'English'];
  const button = (name: string) => page.getByRole('button', { name, exact: true, includeHidden: true });
  // Not by the mouse: a dialog that is open lies over it, and stays.
  await button(wanted).evaluate((element: { click(): void }) => element.click());
  // It has its own text in the other language once that has come.
  await button(other).waitFor({ state: 'attached' });
}

/** Of a page whose colours come from its styles alone: only they change when the scheme does. */
export async function expectGoodInBothSchemes(page: Page): Promise<void> {
  expect(await seriousFindings(page)).toEqual([]);
  // Without motion no colour is still on its way to another when it is looked at.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(['dark', await seriousFindings(page, RULES_ABOUT_COLOURS)]).toEqual(['dark', []]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
}

export async function expectToFit(page: Page, atEach?: (width: number) => Promise<void> | undefined): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await overflowOf(page)]).toEqual([width, 0]);
    await atEach?.(width);
  }
}
