import type { BrowserContextOptions, Page } from 'playwright-core';
import { DEMO_OPERATOR } from '../../src/gateway/sandbox/demo-operator.ts';
import type { OpenPage, Stage } from './pages.ts';

export interface Console {
  stage: Stage;
  /** A page of the console, as the operator who has logged in. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenPage>;
}

export async function enterConsole(stage: Stage): Promise<Console> {
  const { page } = await stage.open('/operator/login');
  await logInAs(page, DEMO_OPERATOR.email, DEMO_OPERATOR.password);
  await page.getByRole('heading', { level: 1, name: 'Painel' }).waitFor();
  const storageState = await page.context().storageState();
  await page.close();
  return { stage, open: async (path, options = {}) => stage.open(path, { storageState, ...options }) };
}

export async function logInAs(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}
