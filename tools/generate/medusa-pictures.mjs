// Takes the pictures of the guide to Medusa shops: buys by PIX and by boleto in a running examples/medusa-shop.
// node tools/generate/medusa-pictures.mjs [address of the shop] [folder]   (needs Chromium)
import path from 'node:path';
import { openBrowser } from '../support/browser.mjs';

const [address = 'http://localhost:9000', folder = 'docs/pictures'] = process.argv.slice(2);
const SIZE = { width: 520, height: 800 };
/** A busy machine takes its time to complete a cart. */
const PATIENCE_MS = 120_000;
const WAYS = { pix: '.pix img', boleto: '.boleto textarea' };

const browser = await openBrowser();
try {
  for (const [way, shown] of Object.entries(WAYS)) await take(way, shown);
} finally {
  await browser.close();
}

async function take(way, shown) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${address}/loja`);
  await page.check(`input[value="pp_vintem-${way}_vintem"]`);
  await page.click('button');
  await page.waitForURL(/order=/);
  await page.waitForSelector(shown);
  await page.waitForLoadState('load');
  await page.waitForFunction(() => [...document.images].every((image) => !image.src || image.complete));
  await page.screenshot({ path: path.join(folder, `medusa-${way}.png`), fullPage: true });
  await page.close();
}
