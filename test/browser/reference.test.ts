import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overflowOf, type Stage, setStage } from './pages.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage?.close());

describe('the reference', () => {
  it.each([
    { width: 360, height: 740 },
    { width: 1280, height: 900 },
  ])('at $width pixels: no error, nothing against the policy, nothing from elsewhere', async (viewport) => {
    const { page, troubles } = await stage.open('/docs', { viewport });
    await page.locator('#operations-tag-payments').waitFor();
    expect(await page.title()).toBe('Referência da API · Vintém');
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    expect(await overflowOf(page)).toBe(0);
    expect(troubles).toEqual([]);
  });

  it('tries an operation and shows its answer', async () => {
    const { page, troubles } = await stage.open('/docs#/auth/logIn');
    const operation = page.locator('#operations-auth-logIn');
    await operation.getByRole('textbox').first().fill('{"email":"demo@vintem.dev","password":"vintem-demo"}');
    const answered = page.waitForResponse((response) => response.url().endsWith('/auth'));
    await operation.getByRole('button', { name: 'Execute' }).click();
    expect((await answered).status()).toBe(200);
    await operation.locator('.live-responses-table').getByText('expires_in').first().waitFor();
    expect(troubles).toEqual([]);
  });
});
