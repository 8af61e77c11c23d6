import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished, TestRunner } from 'vitest';

export interface OpenPage {
  page: Page;
  /** What a good page has none of: errors on the console, refusals of the policy, requests to elsewhere. */
  troubles: string[];
  /** Hands the window on before the test ends, which does so by itself. */
  leave(): Promise<void>;
}

export interface Windows {
  open(path: string, options?: BrowserContextOptions): Promise<OpenPage>;
  /** For whoever must see what a browser does that knows nothing of us yet. */
  openNew(path: string, options?: BrowserContextOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

interface Window {
  context: BrowserContext;
  page: Page;
  /** Of the page that is open in it now. */
  troubles: string[];
}

/** For a button or a text to come, on a machine that has other things to do. */
const PATIENCE_MS = 90_000;
const USUAL_VIEWPORT = { width: 1280, height: 720 };
/** What a window can be given anew. With anything else it is made for one test. */
const GIVEN_ANEW = new Set(['viewport', 'colorScheme', 'reducedMotion', 'storageState']);

/**
 * Windows that tests take in turn. In one of its own, each page has to fetch and compile everything again, which costs
 * more than all that is looked at there. A window is handed on without the cookies, storage, permissions, routes and
 * other pages of the test that had it, and only by one that passed.
 */
export function windowsOf(browser: Browser, url: string): Windows {
  const all = new Set<Window>();
  const free: Window[] = [];

  async function make(options: BrowserContextOptions): Promise<Window> {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    const window: Window = { context, page: await context.newPage(), troubles: [] };
    all.add(window);
    await watchTroubles(window, url);
    return window;
  }

  async function end(window: Window): Promise<void> {
    all.delete(window);
    await window.context.close();
  }

  async function show(window: Window, path: string, isHandedOn: boolean): Promise<OpenPage> {
    const { page, troubles } = window;
    let isLeft = false;
    const leave = async (isGood = true) => {
      if (isLeft) return;
      isLeft = true;
      if (isHandedOn && isGood && (await isEmptied(window, url))) free.push(window);
      else await end(window);
    };
    // Before all tests of a file, one is opened that stays until the last of them.
    if (TestRunner.getCurrentTest()) onTestFinished(({ task }) => leave(task.result?.state !== 'fail'));
    // Never "networkidle": the stream keeps it from coming.
    await page.goto(url + path, { waitUntil: 'load' });
    return { page, troubles, leave: () => leave() };
  }

  return {
    async open(path, options = {}) {
      const isUsual = Object.keys(options).every((name) => GIVEN_ANEW.has(name));
      const kept = isUsual ? free.pop() : undefined;
      if (kept) await prepare(kept, options);
      return show(kept ?? (await make(options)), path, isUsual);
    },
    openNew: async (path, options = {}) => show(await make(options), path, false),
    async close() {
      for (const window of all) await end(window);
    },
  };
}

async function prepare(window: Window, options: BrowserContextOptions): Promise<void> {
  const { viewport, colorScheme, reducedMotion, storageState } = options;
  window.troubles = [];
  await window.page.setViewportSize(viewport ?? USUAL_VIEWPORT);
  await window.page.emulateMedia({
    colorScheme: colorScheme ?? 'light',
    reducedMotion: reducedMotion ?? 'no-preference',
  });
  if (typeof storageState === 'object') await window.context.addCookies(storageState.cookies);
}

/** Whether nothing of what was done in it is left. */
async function isEmptied({ context, page }: Window, url: string): Promise<boolean> {
  if (page.isClosed()) return false;
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    // An empty page of the same origin: for one of another, the browser would end the process and start the next.
    await page.goto(`${url}/healthz`);
    // Here nobody is left who could write again. Of caches, databases and workers our pages have none.
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await context.clearCookies();
    await context.clearPermissions();
    return true;
  } catch {
    // A page that crashed, or one that never came: another window is made.
    return false;
  }
}

async function watchTroubles(window: Window, url: string): Promise<void> {
  const { page } = window;
  const note = (trouble: string) => window.troubles.push(trouble);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => note(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) note(`request to ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && response.url() !== page.url()) note(`${response.status()} from ${response.url()}`);
  });
  await page.exposeFunction('tellViolation', (what: string) => note(`policy: ${what}`));
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
}
