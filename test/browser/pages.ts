import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from '../../tools/support/browser.mjs';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type OpenPage, type Windows, windowsOf } from './windows.ts';

export interface Stage {
  gateway: TestGateway;
  /** A page in a window that no other page has meanwhile; it ends with its test. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenPage>;
  openNew: Windows['openNew'];
  close(): Promise<void>;
}

/** One for all files of a worker: it ends with it. */
let browser: Promise<Browser> | undefined;

/** A real browser, the real server, a real database. */
export async function setStage(env: Record<string, string> = {}): Promise<Stage> {
  browser ??= openBrowser();
  const [opened, gateway] = await Promise.all([browser, startTestGateway(env)]);
  const windows = windowsOf(opened, gateway.url);
  return {
    gateway,
    open: windows.open,
    openNew: windows.openNew,
    async close() {
      await windows.close();
      await gateway.close();
    },
  };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Of a rule that is less than serious no finding counts: each has its impact, whatever it finds. */
const LEAVE_OUT = `axe.configure({
  rules: axe._audit.rules
    .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
    .map(({ id }) => ({ id, enabled: false })),
})`;
/** All that a change of the scheme alone can break. */
export const RULES_ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds serious or worse; evaluated, because the policy of the pages allows no script of a stranger's. */
export async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  if (await page.evaluate('!globalThis.axe')) await page.evaluate(`${AXE};${LEAVE_OUT}`);
  // What is fine is not described: that takes longer than to find it.
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) } satisfies axe.RunOptions;
  const violations = await page.evaluate(
    async (asked) => (await (globalThis as unknown as { axe: typeof axe }).axe.run(asked)).violations,
    options,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  ) as Promise<number>;
}
