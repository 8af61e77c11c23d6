import type { BrowserContextOptions, Page } from 'playwright-core';
import { orderBody } from '../support/orders.ts';
import type { Stage } from './pages.ts';
import { openSession } from './sessions.ts';
import type { OpenPage } from './windows.ts';

const DEMO = 'demo@vintem.dev';
export const DEMO_PASSWORD = 'vintem-demo';

export interface Dashboard {
  stage: Stage;
  /** A page of the dashboard, as whoever has logged in. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenPage>;
  openNew(path: string, options?: BrowserContextOptions): Promise<OpenPage>;
  /** An order of 100 reais, paid unless it is to wait. */
  createPayment(options?: { isPaid?: boolean }): Promise<{ id: number; order_number: string }>;
}

export async function enterDashboard(stage: Stage): Promise<Dashboard> {
  const storageState = await openSession(stage.gateway, 'dashboard', { email: DEMO, password: DEMO_PASSWORD });
  return {
    stage,
    open: (path, options = {}) => stage.open(path, { storageState, ...options }),
    openNew: (path, options = {}) => stage.openNew(path, { storageState, ...options }),
    async createPayment({ isPaid = true } = {}) {
      const items = [{ name: 'Camiseta', quantity: 1, price: 10_000 }];
      const body = { ...orderBody(), items, subtotal: 10_000, total: 10_000, shipping: { name: 'Retirada', price: 0 } };
      const { transaction } = (await stage.gateway.post('/payments/order', body)).body;
      if (isPaid) await stage.gateway.post(`/sandbox/transactions/${transaction.id}/pay`);
      return transaction;
    },
  };
}

export async function logIn(page: Page, email = DEMO): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('heading', { name: 'Início' }).waitFor();
}
