import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unsubscribePath } from '../../src/pages/reminders/reminder-address.ts';
import { boletoBody } from '../support/orders.ts';
import { enterDashboard } from './dashboard-pages.ts';
import { overflowOf, type Stage, seriousFindings, setStage } from './pages.ts';

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 800 };

let stage: Stage;
let path: string;
beforeAll(async () => {
  stage = await setStage();
  const { transaction } = (await stage.gateway.post('/payments/order', boletoBody())).body;
  const [payment] = await stage.gateway.database.db.query<{ order_number: string; public_token: string }>(
    'SELECT order_number, public_token FROM payments WHERE id = $1',
    [transaction.id],
  );
  path = payment ? unsubscribePath(payment) : '';
});
afterAll(() => stage?.close());

/** To look at, where somebody wants to. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['KEEP_PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

const refusals = () => stage.gateway.database.db.query('SELECT company_id FROM reminder_refusals');

it.each([
  ['phone', { viewport: PHONE, colorScheme: 'light', javaScriptEnabled: true }, ''],
  ['desk', { viewport: DESK, colorScheme: 'dark', javaScriptEnabled: true }, '?lang=en'],
  ['phone-without-script', { viewport: PHONE, colorScheme: 'light', javaScriptEnabled: false }, ''],
] as const)('a payer ends reminders with one button, on a %s', async (name, options, query) => {
  await stage.gateway.database.db.query('DELETE FROM reminder_refusals');
  const { page, troubles } = await stage.open(path + query, options);
  await picture(page, `unsubscribe-${name}`);
  const isQuiet = async () => {
    if (!options.javaScriptEnabled) return;
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  };
  await isQuiet();
  expect(await refusals()).toEqual([]);
  await page.getByRole('button', { name: /^(Não receber mais lembretes|Send me no more reminders)$/ }).click();
  await page.getByRole('heading', { name: /^(Pronto|Done)$/ }).waitFor();
  expect(await refusals()).toHaveLength(1);
  await isQuiet();
  await picture(page, `unsubscribed-${name}`);
  expect(troubles).toEqual([]);
});

it('the days of reminders are read by who may not change them', async () => {
  await stage.gateway.call('PUT', '/companies/1/reminders', {
    token: stage.gateway.token,
    body: { reminder_days: [-12, 0, 3] },
  });
  const dashboard = await enterDashboard(stage);
  for (const [name, viewport] of Object.entries({ phone: PHONE, desk: DESK })) {
    const { page, leave } = await dashboard.open('/dashboard/companies/1?tab=reminders', { viewport });
    // A day that a program has set stands among the usual ones.
    expect(await page.getByLabel('12 dias antes').isChecked()).toBe(true);
    await picture(page, `reminders-${name}`);
    await leave();
  }
  await stage.gateway.database.db.query(`UPDATE users SET role = 'READER' WHERE email = 'demo@vintem.dev'`);
  const { page } = await dashboard.open('/dashboard/companies/1?tab=reminders', { viewport: DESK });
  await page.getByText('12 dias antes, no dia do vencimento, 3 dias depois').waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
});
