import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { linksOf } from '../support/links.ts';
import { boletoBody } from '../support/orders.ts';
import { type Dashboard, enterDashboard } from './dashboard-pages.ts';
import { expectGoodInEveryLook, type Stop, tour } from './looks.ts';
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

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();
const dialog = (page: Page) => page.getByRole('dialog').waitFor();
const rows = (page: Page) => page.locator('tbody tr').first().waitFor();
const widths = [360, 768] as const;

const CASES: (Stop & { isPublic?: boolean })[] = [
  { name: 'login', path: () => '/dashboard/login', isPublic: true, ready: heading },
  { name: 'a payment link', path: () => `/dashboard/links/${link.id}`, ready: heading },
  { name: 'the edit dialog of a link', path: () => `/dashboard/links/${link.id}?edit=1`, ready: dialog },
  { name: 'a new payment link', path: () => '/dashboard/links/new', ready: heading },
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
];

describe.each(CASES)('$name', ({ path, ready, isPublic }) => {
  it('is accessible in both schemes and languages, fits every width, and troubles nobody', () =>
    expectGoodInEveryLook({ open: isPublic ? dashboard.stage.open : dashboard.open, path: path(), ready, widths }));
});

const PAYMENTS = '/dashboard/transactions';

// Their addresses are opened in dashboard.test.ts, due-date.test.ts, boleto-terms.test.ts and dashboard-links.test.ts.
describe('what is sold', () =>
  tour({
    open: (...options) => dashboard.open(...options),
    widths,
    stops: [
      { name: 'transactions', path: () => PAYMENTS, ready: rows },
      { name: 'nothing that matches', path: () => `${PAYMENTS}?status=4`, ready: heading },
      {
        name: 'the filters',
        path: () => PAYMENTS,
        ready: async (page) => {
          await page.locator('[data-shortcut=f]').click();
          await dialog(page);
        },
      },
      { name: 'a transaction', path: () => `${PAYMENTS}/${payment.id}`, ready: heading },
      { name: 'a transaction that waits', path: () => `${PAYMENTS}/${waiting.id}`, ready: heading },
      { name: 'the refund dialog', path: () => `${PAYMENTS}/${payment.id}?open=refund`, ready: dialog },
      { name: 'the dialog of a due date', path: () => `${PAYMENTS}/${boleto.id}?open=due-date`, ready: dialog },
      { name: 'a new payment', path: () => `${PAYMENTS}/new`, ready: heading },
      { name: 'payment links', path: () => '/dashboard/links', ready: rows },
      { name: 'settings', path: () => '/dashboard/settings', ready: heading },
    ],
  }));
