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

/** Each look has what can differ by scheme, language or width looked at. */
export async function expectGoodInEveryLook(look: Look): Promise<void> {
  const { open, path, ready, excused, widths = [1280, 1280], picture } = look;
  for (const [index, { colorScheme, lang }] of LOOKS.entries()) {
    const { page, troubles, leave } = await open(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`, {
      colorScheme,
      // What moves is looked at where it comes to rest.
      reducedMotion: 'reduce',
      viewport: { width: widths[index] as number, height: 800 },
    });
    await ready(page);
    expect(await page.locator('html').getAttribute('lang')).toBe(lang);
    expect([lang, colorScheme, await seriousFindings(page)]).toEqual([lang, colorScheme, []]);
    await expectToFit(page, (width) => picture?.(page, lang, width));
    expect(troubles.filter((trouble) => !excused?.test(trouble))).toEqual([]);
    await leave();
  }
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
