import type { BrowserContextOptions, Page } from 'playwright-core';
import { DEMO_OPERATOR } from '../../src/gateway/sandbox/demo-operator.ts';
import type { Stage } from './pages.ts';
import { openSession } from './sessions.ts';
import type { OpenPage } from './windows.ts';

export interface Console {
  stage: Stage;
  /** A page of the console, as the operator who has logged in. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenPage>;
}

export async function enterConsole(stage: Stage): Promise<Console> {
  const storageState = await openSession(stage.gateway, 'console', DEMO_OPERATOR);
  return { stage, open: (path, options = {}) => stage.open(path, { storageState, ...options }) };
}

export async function logInAs(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

export async function isThere(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.mantine-Skeleton-root[data-visible]').first().waitFor({ state: 'detached' });
}

/** Opens a dialog by its button. */
export async function pressFor(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
}
