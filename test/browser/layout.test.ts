import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linksOf } from '../support/links.ts';
import { type Dashboard, enterDashboard } from './dashboard-pages.ts';
import { cutTexts, lengthenWords, speakLongLanguage } from './long-language.ts';
import { WIDTHS } from './looks.ts';
import { overflowOf, setStage } from './pages.ts';
import { walkTo } from './walks.ts';
import type { OpenPage } from './windows.ts';

let dashboard: Dashboard;
let paid: { id: number; customer_id: number };
let waiting: { id: number; path: string };
let link: { id: string; slug: string };
let payout: number;
beforeAll(async () => {
  dashboard = await enterDashboard(await setStage());
  const { gateway } = dashboard.stage;
  const { id } = await dashboard.createPayment();
  await gateway.post('/payments/pix/refund', { transaction_id: id, amount: 33.34 });
  paid = { id, customer_id: (await gateway.get(`/transactions/${id}`)).body.customer.id };
  const open = await dashboard.createPayment({ isPaid: false });
  const { payment_url } = (await gateway.get(`/transactions/${open.id}`)).body;
  waiting = { id: open.id, path: new URL(payment_url).pathname };
  link = await linksOf(gateway).make({ description: 'Azul', quantity: { max: 5 } });
  const own = { type: 'pix_key', key_type: 'email', key: 'caixa@example.com' };
  const destination = (await gateway.post('/companies/1/destinations', own)).body.id;
  const asked = { company_id: 1, amount: 1_000, destination_id: destination };
  payout = (await gateway.post('/payouts', asked)).body.id;
  await gateway.post('/webhooks', { url: 'http://127.0.0.1:9/hook' });
});
afterAll(() => dashboard?.stage.close());

async function expectToFit(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect([name, width, await cutTexts(page), await overflowOf(page)]).toEqual([name, width, [], 0]);
  }
}

describe('a language that is longer by almost a half', () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await dashboard.open('/healthz'));
    await speakLongLanguage(page);
    await page.goto(`${dashboard.stage.gateway.url}/dashboard?lang=en`);
    await page.getByRole('heading', { level: 1, name: '⟦Hõõméé⟧' }).waitFor();
  });

  it.each([
    ['home', () => ['']],
    ['what is sold', () => ['/transactions', '/transactions?status=4&type=pix', '/transactions/new']],
    ['a payment', () => [`/transactions/${paid.id}`, `/transactions/${waiting.id}`]],
    ['a refund', () => [`/transactions/${paid.id}?open=refund`, '/refunds', '/refunds/1']],
    ['payment links', () => ['/links', `/links/${link.id}`, '/links/new']],
    ['payouts', () => ['/payouts', '/payouts?open=new', `/payouts/${payout}`, '/companies/1?tab=destinations']],
    ['customers', () => ['/customers', `/customers/${paid.customer_id}`]],
    ['money', () => ['/balances', '/statement', '/divergences']],
    ['webhooks', () => ['/webhooks', '/webhooks/1', '/webhooks/1?tab=settings', '/events']],
    ['establishments', () => ['/companies', '/companies/1', '/companies/1?tab=split', '/companies/1?tab=plan']],
    ['settings', () => ['/settings', '/settings/security', '/settings/users', '/settings/api-keys']],
    ['the rest', () => ['/settings/audit-log', '/sandbox', '/nowhere']],
  ])('has room on the pages of %s', async (_name, paths) => {
    for (const path of paths()) {
      if (path !== '') await walkTo(page, `/dashboard${path}`);
      expect([path, await page.locator('html').getAttribute('lang')]).toEqual([path, 'en']);
      if (path.includes('open=')) await page.getByRole('dialog').waitFor();
      await expectToFit(page, path);
    }
  });

  it('has room at the login', async () => {
    await page.goto(`${dashboard.stage.gateway.url}/dashboard/login?lang=en`);
    await page.getByRole('button', { name: '⟦' }).first().waitFor();
    await expectToFit(page, 'login');
  });

  it.each([
    ['a payment', () => waiting.path],
    ['a link', () => `/l/${link.slug}`],
    ['nothing', () => '/l/nothing'],
  ])('has room on the public page of %s', async (name, path) => {
    await page.goto(dashboard.stage.gateway.url + path());
    await lengthenWords(page);
    await expectToFit(page, name);
  });
});

/** Longer than it takes until a page shows the shape of what will come. */
const SLOW_MS = 250;
/** The frame is there, and what it asks for answered, before the code of the page has come. */
const SLOW_CODE_MS = 1_000;
/** Of the height of the screen, as browsers count it: what is moved, and how far. 0.1 is called good. */
const MOST_SHIFT = 0.1;
/** What a list may ask for before its first row is there: its own files, who is logged in, its rows. */
const MOST = { calls: 4, files: 20, bytes: 220_000 };

/** Runs in the page before anything of it. */
const WATCH = `{
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const noteFirstRow = () => {
    if (window.atFirstRow || !document.querySelector('tbody tr')) return;
    const asked = performance.getEntriesByType('resource');
    window.atFirstRow = asked.map(({ name, encodedBodySize }) => [name, encodedBodySize]);
  };
  new MutationObserver(noteFirstRow).observe(document, { childList: true, subtree: true });
}`;

/** A browser that knows nothing of us yet, and answers that take their time. */
async function visit(path: string, width: number, slowCode?: string): Promise<OpenPage> {
  const opened = await dashboard.openNew('/healthz', { viewport: { width, height: 800 } });
  const { page } = opened;
  await page.addInitScript(WATCH);
  const slow = (pattern: string, ms: number) =>
    page.route(pattern, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      await route.continue();
    });
  await slow('**/dashboard/api/**', SLOW_MS);
  if (slowCode) await slow(slowCode, SLOW_CODE_MS);
  await page.goto(dashboard.stage.gateway.url + path, { waitUntil: 'load' });
  await page.locator('main h1').waitFor();
  await page.locator('main .mantine-Skeleton-root[data-visible]').first().waitFor({ state: 'detached' });
  return opened;
}

describe('the first sight of a page', () => {
  it.each([
    ['home', () => '/dashboard'],
    ['the list', () => '/dashboard/transactions'],
    ['a transaction', () => `/dashboard/transactions/${paid.id}`],
    ['balances', () => '/dashboard/balances'],
    ['the payer’s page', () => waiting.path],
    ['a link', () => `/l/${link.slug}`],
  ])('%s stays where it is while it comes', async (_name, path) => {
    for (const width of [360, 1280]) {
      const { page, leave } = await visit(path(), width);
      expect([width, await page.evaluate('window.shift')]).toEqual([width, expect.toSatisfy((n) => n <= MOST_SHIFT)]);
      await leave();
    }
  });

  it.each([
    ['', undefined],
    [' whose code comes late', '**/assets/transactions.page-*'],
  ])('a list%s asks for little before its first row', async (_name, slowCode) => {
    const { page } = await visit('/dashboard/transactions', 1280, slowCode);
    const asked = (await page.evaluate('window.atFirstRow')) as [name: string, bytes: number][];
    const calls = asked.filter(([name]) => !name.includes('/assets/'));
    const bytes = asked.reduce((sum, [, size]) => sum + size, 0);
    expect(calls.length).toBeLessThanOrEqual(MOST.calls);
    expect(asked.length - calls.length).toBeLessThanOrEqual(MOST.files);
    expect(bytes).toBeLessThanOrEqual(MOST.bytes);
  });
});
