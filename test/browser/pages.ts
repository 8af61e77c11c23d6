import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from '../../tools/support/browser.mjs';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

export interface OpenPage {
  page: Page;
  /** What a good page has none of: errors on the console, refusals of the policy, requests to elsewhere. */
  troubles: string[];
}

export interface Stage {
  gateway: TestGateway;
  /** A page in a context of its own, closed by the end of the test file at the latest. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

/** For a button or a text to come, on a machine that has other things to do. */
const PATIENCE_MS = 90_000;

/** One real browser, the real server, a real database. */
export async function setStage(env: Record<string, string> = {}): Promise<Stage> {
  const browser: Browser = await openBrowser();
  const gateway = await startTestGateway(env).catch(async (error) => {
    await browser.close();
    throw error;
  });
  const contexts: BrowserContext[] = [];
  return {
    gateway,
    async open(path, options = {}) {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(PATIENCE_MS);
      contexts.push(context);
      const page = await context.newPage();
      const troubles = await watchTroubles(page, gateway.url);
      // Never "networkidle": the stream keeps it from coming.
      await page.goto(gateway.url + path, { waitUntil: 'load' });
      return { page, troubles };
    },
    async close() {
      for (const context of contexts) await context.close();
      await browser.close();
      await gateway.close();
    },
  };
}

async function watchTroubles(page: Page, url: string): Promise<string[]> {
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) troubles.push(`request to ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && response.url() !== page.url())
      troubles.push(`${response.status()} from ${response.url()}`);
  });
  await page.exposeFunction('tellViolation', (what: string) => troubles.push(`policy: ${what}`));
  await page.addInitScript(() => {
    const { tellViolation } = globalThis as unknown as { tellViolation(what: string): void };
    const listen = (
      globalThis as unknown as { addEventListener: (name: string, heard: (event: unknown) => void) => void }
    ).addEventListener;
    listen('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI } = event as { violatedDirective: string; blockedURI: string };
      tellViolation(`${violatedDirective} ${blockedURI}`);
    });
  });
  return troubles;
}

/** What axe finds serious or worse; evaluated, because the policy of the pages allows no script of a stranger's. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  ) as Promise<number>;
}
