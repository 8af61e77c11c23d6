import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { overflowOf, RULES_ABOUT_COLOURS, seriousFindings } from './pages.ts';
import type { OpenPage } from './windows.ts';

export const WIDTHS = [360, 768, 1280];
/** Both schemes and both languages. */
export const LOOKS = [
  { colorScheme: 'light', lang: 'pt-BR' },
  { colorScheme: 'dark', lang: 'en' },
] as const;

interface Look {
  open(path: string, options: BrowserContextOptions): Promise<OpenPage>;
  path: string;
  /** What shows that it has come, and brings it to where it is looked at. */
  ready: (page: Page) => Promise<unknown>;
  /** Troubles that belong to it. */
  excused?: RegExp;
  /** How wide it is while axe looks, in each look. */
  widths?: readonly [number, number];
  /** To look at, where somebody wants to. */
  picture?: (page: Page, lang: string, width: number) => Promise<void>;
}

/**
 * Each look has what can differ by scheme, language or width looked at. The page is loaded once, in the first look; the
 * second one it is given as a person would, since to load it again costs more than to look at it.
 */
export async function expectGoodInEveryLook(look: Look): Promise<void> {
  const { open, path, ready, excused, widths = [1280, 1280], picture } = look;
  const [first, second] = LOOKS;
  const viewport = { width: widths[0], height: 800 };
  // What moves is looked at where it comes to rest.
  const options = { colorScheme: first.colorScheme, reducedMotion: 'reduce', viewport } as const;
  const { page, troubles } = await open(path, options);
  await ready(page);
  for (const { colorScheme, lang } of LOOKS) {
    if (lang === second.lang) await changeTo(page, second, widths[1]);
    const root = page.locator('html');
    const shown = [await root.getAttribute('lang'), await root.getAttribute('data-mantine-color-scheme')];
    expect([...shown, await seriousFindings(page)]).toEqual([lang, colorScheme, []]);
    await expectToFit(page, (width) => picture?.(page, lang, width));
  }
  expect(troubles.filter((trouble) => !excused?.test(trouble))).toEqual([]);
}

async function changeTo(page: Page, { colorScheme }: (typeof LOOKS)[1], width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  const button = (name: string) => page.getByRole('button', { name, exact: true, includeHidden: true });
  // Not by the mouse: a dialog that is open lies over it, and stays.
  await button('English').evaluate((element: { click(): void }) => element.click());
  // It has its own text in the other language once that has come.
  await button('Português').waitFor({ state: 'attached' });
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
