// Takes a picture of every page in every state, on a phone and on a desk, in light and in dark. Look at each of them.
// node tools/generate/screenshots.mjs [folder] [names…]   (after npm run build; needs Chromium)
// With names, such as `home refund pay-waiting`, only those.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../dist/ground/config.js';
import { createLog } from '../../dist/ground/log.js';
import { startVintem } from '../../dist/main.js';
import { openBrowser } from '../support/browser.mjs';
import { takeDashboard } from '../support/dashboard-pictures.mjs';
import { logIn, ORDER } from '../support/service.mjs';
import { openShop } from '../support/shop.mjs';

const [folder = 'dist/screenshots', ...NAMES] = process.argv.slice(2);
const FOLDER = path.resolve(folder);
const isWanted = (name) => NAMES.length === 0 || NAMES.includes(name);
const SIZES = {
  phone: { width: 360, height: 640 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1280, height: 800 },
};
const SCHEMES = ['light', 'dark'];
/** Past the end of a PIX code, and before the safety net cancels it. */
const CODE_IS_OVER_SECONDS = 30 * 60 + 5;
const LAST_MINUTES_SECONDS = 24 * 60;
const DAY_MS = 24 * 3_600_000;
/** São Paulo is so far behind UTC. */
const SAO_PAULO_MS = 3 * 3_600_000;

const dataDir = mkdtempSync(path.join(tmpdir(), 'vintem-pictures-'));
const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', RATE_LIMIT_PER_SECOND: '0' });
const vintem = await startVintem(config, createLog(config.logLevel), () => {});
const browser = await openBrowser();
try {
  mkdirSync(FOLDER, { recursive: true });
  const token = await logIn(vintem.url);
  const call = async (address, body = {}, method = 'POST') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = method === 'GET' ? {} : { body: JSON.stringify(body) };
    const response = await fetch(vintem.url + address, { method, headers, ...sent });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${address}: ${answer.code} ${answer.error}`);
    return answer;
  };
  const shop = await openShop(call);
  try {
    await takeDashboard({ browser, url: vintem.url, folder: FOLDER, ids: shop.ids, isWanted });
    await take('link', { payment_url: `/l/${shop.slug}` });
    await takePayerPages(call);
  } finally {
    await shop.close();
  }
} finally {
  await browser.close();
  await vintem.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Every state of a payer's page. */
async function takePayerPages(call) {
  const create = async (type = 'pix', email = 'maria@example.com', terms = {}) => {
    const order = JSON.parse(ORDER);
    const { transaction } = await call('/payments/order', {
      ...order,
      customer: { ...order.customer, email },
      items: [{ name: 'Camiseta azul, tamanho M', quantity: 2, price: 4000 }],
      payment: { type, installments: 1, ...terms },
      shipping: { name: 'Sedex', price: 2050 },
      subtotal: 8000,
      total: 10_050,
    });
    return transaction;
  };
  const act = async (payment, action, body) => {
    await call(`/sandbox/transactions/${payment.id}/${action}`, body);
    return payment;
  };
  await take('waiting', await create());
  await take('waiting', await create(), 'en');
  await take('boleto', await create('invoice'));
  await take('boleto', await create('invoice'), 'en');
  await take('paid', await act(await create(), 'pay'));
  await take('cancelled', await act(await create(), 'cancel'));
  await take('refused', await create('pix', 'recusado@vintem.dev'));
  const partly = await act(await create(), 'pay');
  await call('/payments/pix/refund', { transaction_id: partly.id, amount: 33.34 });
  await take('partly-refunded', partly);
  const refunded = await act(await create(), 'pay');
  await call('/payments/pix/refund', { transaction_id: refunded.id });
  await take('refunded', refunded);
  await take('unknown', { payment_url: '/pay/nobody' });
  const preparing = await create();
  const { db } = vintem.deps;
  await db.query('UPDATE payments SET response_data_subacquirer_integration = NULL WHERE id = $1', [preparing.id]);
  await take('preparing', preparing);
  const ending = await create();
  await call('/sandbox/clock', { advance_seconds: LAST_MINUTES_SECONDS });
  await take('last-minutes', ending);
  await call('/sandbox/clock', { advance_seconds: CODE_IS_OVER_SECONDS - LAST_MINUTES_SECONDS });
  await take('checking', ending);
  await takeBoletosByDay(call, create);
}

/** Early, late, not registered yet, and with a PIX code of the same charge; the clock goes on, and stays there. */
async function takeBoletosByDay(call, create) {
  const { db } = vintem.deps;
  const { now } = await call('/sandbox/clock', {}, 'GET');
  const day = (days) => new Date(Date.parse(now) + days * DAY_MS - SAO_PAULO_MS).toISOString().slice(0, 10);
  const late = { fine: { percent: 200 }, interest: { monthly_percent: 100 }, due_date: day(3) };
  const discounts = [
    { until: day(1), percent: 500 },
    { until: day(3), amount: 150 },
  ];
  const boleto = (terms) => create('invoice', 'maria@example.com', terms);
  await take('boleto-early', await boleto({ ...late, discounts }));
  const { pix_qr_code } = await create();
  const both = await boleto({ ...late, discounts });
  await db.query(
    `UPDATE payments SET registration = '{"status":"WAITING","registeredAt":null,"reason":null}',
       response_data_subacquirer_integration =
         response_data_subacquirer_integration || jsonb_build_object('pixQrCode', $2::text)
     WHERE id = $1`,
    [both.id, pix_qr_code],
  );
  await take('boleto-with-pix', both);
  await take('boleto-with-pix', both, 'en');
  const overdue = await boleto(late);
  await call('/sandbox/clock', { advance_seconds: (14 * DAY_MS) / 1_000 });
  await take('boleto-late', overdue);
  await take('boleto-late', overdue, 'en');
  await call(`/sandbox/transactions/${overdue.id}/pay`);
  await take('boleto-paid-late', overdue);
}

async function take(state, { payment_url }, language = 'pt-BR') {
  if (!isWanted(`pay-${state}`)) return;
  const { pathname } = new URL(payment_url, vintem.url);
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of SCHEMES) {
      const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: size === 'phone' ? 2 : 1 });
      const page = await context.newPage();
      // Never "networkidle": the stream keeps it from coming.
      await page.goto(`${vintem.url}${pathname}${language === 'en' ? '?lang=en' : ''}`, { waitUntil: 'load' });
      const name = ['pay', state, language, size, colorScheme].join('-');
      await page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
      if (size === 'phone') await page.screenshot({ path: path.join(FOLDER, `${name}-whole.png`), fullPage: true });
      await context.close();
    }
  }
}
