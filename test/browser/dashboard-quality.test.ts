import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { linksOf } from '../support/links.ts';
import { boletoBody } from '../support/orders.ts';
import { type Dashboard, enterDashboard } from './dashboard-pages.ts';
import { expectGoodInEveryLook } from './looks.ts';
import { setStage } from './pages.ts';

let dashboard: Dashboard;
let payment: { id: number };
let waiting: { id: number };
let boleto: { id: number };
let link: { id: string };
beforeAll(async () => {
  dashboard = await enterDashboard(await setStage());
  payment = await dashboard.createPayment();
  waiting = await dashboard.createPayment({ isPaid: false });
  boleto = (await dashboard.stage.gateway.post('/payments/order', boletoBody())).body.transaction;
  link = await linksOf(dashboard.stage.gateway).make({ description: 'Azul', quantity: { max: 5 } });
});
afterAll(() => dashboard?.stage.close());

interface Case {
  name: string;
  path: () => string;
  isPublic?: boolean;
  /** What shows that it has come. */
  ready: (page: Page) => Promise<unknown>;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();
const dialog = (page: Page) => page.getByRole('dialog').waitFor();

const CASES: Case[] = [
  { name: 'login', path: () => '/dashboard/login', isPublic: true, ready: heading },
  {
    name: 'transactions',
    path: () => '/dashboard/transactions',
    ready: (page) => page.locator('tbody tr').first().waitFor(),
  },
  { name: 'nothing that matches', path: () => '/dashboard/transactions?status=4', ready: heading },
  { name: 'a transaction', path: () => `/dashboard/transactions/${payment.id}`, ready: heading },
  { name: 'a transaction that waits', path: () => `/dashboard/transactions/${waiting.id}`, ready: heading },
  { name: 'the refund dialog', path: () => `/dashboard/transactions/${payment.id}?open=refund`, ready: dialog },
  {
    name: 'the dialog of a due date',
    path: () => `/dashboard/transactions/${boleto.id}?open=due-date`,
    ready: dialog,
  },
  { name: 'a new payment', path: () => '/dashboard/transactions/new', ready: heading },
  {
    name: 'payment links',
    path: () => '/dashboard/links',
    ready: (page) => page.locator('tbody tr').first().waitFor(),
  },
  { name: 'a payment link', path: () => `/dashboard/links/${link.id}`, ready: heading },
  { name: 'the edit dialog of a link', path: () => `/dashboard/links/${link.id}?edit=1`, ready: dialog },
  { name: 'a new payment link', path: () => '/dashboard/links/new', ready: heading },
  { name: 'settings', path: () => '/dashboard/settings', ready: heading },
  { name: 'a page that does not exist', path: () => '/dashboard/nowhere', ready: heading },
  {
    name: 'the palette',
    path: () => '/dashboard/settings',
    ready: async (page) => {
      await heading(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'the filters',
    path: () => '/dashboard/transactions',
    ready: async (page) => {
      await heading(page);
      await page.locator('[data-shortcut=f]').click();
      await dialog(page);
    },
  },
];

describe.each(CASES)('$name', ({ path, ready, isPublic }) => {
  it('is accessible in both schemes and languages, fits every width, and troubles nobody', () =>
    expectGoodInEveryLook({
      open: isPublic ? dashboard.stage.open : dashboard.open,
      path: path(),
      ready,
      widths: [360, 768],
    }));
});
