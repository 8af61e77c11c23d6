import type { Page } from 'playwright-core';

/** A page of the application by its kind: which one of many, and what is open on it, does not matter. */
const kindOf = (address: string) => {
  const parts = address.replace(/\?.*$/, '').split('/');
  return [...parts.slice(0, 3), parts.length].join('/');
};

/**
 * To another page of the same application as a link leads there: nothing is loaded anew. To one of the same kind the
 * way goes by an address that does not exist, so that nothing stays open, and the heading that comes is always a new
 * one. The page is there when all that it asked for has come.
 */
export async function walkTo(page: Page, address: string): Promise<void> {
  const { pathname } = new URL(page.url());
  if (kindOf(pathname) === kindOf(address)) await step(page, address.replace(/^(\/\w+).*$/, '$1/nowhere'));
  await step(page, address);
  await page.locator('main .mantine-Skeleton-root[data-visible]').first().waitFor({ state: 'detached' });
}

async function step(page: Page, address: string): Promise<void> {
  await page.evaluate(`document.querySelector('main h1').dataset.left = ''; history.pushState({}, '', '${address}')`);
  await page.locator('main h1:not([data-left])').waitFor();
}
