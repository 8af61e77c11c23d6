// Pictures of every page of the dashboard, on a phone and on a desk, in light and in dark.
import path from 'node:path';

const SIZES = { phone: { width: 360, height: 640 }, desk: { width: 1280, height: 800 } };
const SCHEMES = ['light', 'dark'];
const MARIA = { email: 'demo@vintem.dev', password: 'vintem-demo' };

/** What is shown to whoever has not logged in. */
const OUTSIDE = { login: '/login', forgot: '/forgot', 'sign-up': '/sign-up' };
/** Each with its path; `{paid}` and the like are ids of what was made for the pictures. */
const PAGES = {
  home: '/',
  transactions: '/transactions',
  'transactions-filtered': '/transactions?status=2&status=4&type=pix',
  'transaction-paid': '/transactions/{paid}',
  'transaction-waiting': '/transactions/{waiting}',
  'transaction-boleto': '/transactions/{boleto}',
  'transaction-refused': '/transactions/{refused}',
  refund: '/transactions/{paid}?open=refund',
  'new-payment': '/transactions/new',
  links: '/links',
  link: '/links/{link}',
  'new-link': '/links/new',
  customers: '/customers',
  customer: '/customers/{customer}',
  balances: '/balances',
  statement: '/statement',
  payouts: '/payouts',
  'new-payout': '/payouts?open=new',
  refunds: '/refunds',
  'one-refund': '/refunds/{refund}',
  divergences: '/divergences',
  webhooks: '/webhooks',
  webhook: '/webhooks/{webhook}',
  'webhook-settings': '/webhooks/{webhook}?tab=settings',
  delivery: '/webhooks/{webhook}/deliveries/{delivery}',
  events: '/events',
  companies: '/companies',
  company: '/companies/{company}',
  'company-split': '/companies/{company}?tab=split',
  'company-destinations': '/companies/{company}?tab=destinations',
  'company-plan': '/companies/{company}?tab=plan',
  settings: '/settings',
  security: '/settings/security',
  users: '/settings/users',
  'api-keys': '/settings/api-keys',
  'audit-log': '/settings/audit-log',
  sandbox: '/sandbox',
  'not-found': '/nowhere',
};
/** As a merchant's browser says dates. */
const LOOK = { locale: 'pt-BR' };
/** Nothing is caught in the middle of its change from light to dark. */
const SHOT = { animations: 'disabled' };
/** What is asked for after a page has come, and how long it takes to be painted. */
const SETTLED_MS = 1_200;

export async function takeDashboard({ browser, url, folder, ids, isWanted }) {
  const storageState = await logIn(browser, url);
  for (const [size, viewport] of Object.entries(SIZES)) {
    const options = { ...LOOK, viewport, deviceScaleFactor: size === 'phone' ? 2 : 1 };
    const inside = await (await browser.newContext({ ...options, storageState })).newPage();
    const outside = await (await browser.newContext(options)).newPage();
    for (const [name, pattern] of Object.entries({ ...OUTSIDE, ...PAGES })) {
      if (!isWanted(name)) continue;
      const page = name in OUTSIDE ? outside : inside;
      const address = pattern.replaceAll(/\{(\w+)\}/g, (_match, id) => String(ids[id]));
      // Never "networkidle": the stream keeps it from coming.
      await page.goto(`${url}/dashboard${address === '/' ? '' : address}`, { waitUntil: 'load' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForTimeout(SETTLED_MS);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        const file = path.join(folder, ['dashboard', name, size, colorScheme].join('-'));
        await page.screenshot({ ...SHOT, path: `${file}.png` });
        if (size === 'phone') await page.screenshot({ ...SHOT, path: `${file}-whole.png`, fullPage: true });
      }
    }
    await inside.context().close();
    await outside.context().close();
  }
}

async function logIn(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/dashboard/login`);
  await page.getByLabel('E-mail').fill(MARIA.email);
  await page.getByLabel('Senha').fill(MARIA.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('heading', { name: 'Início' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}
