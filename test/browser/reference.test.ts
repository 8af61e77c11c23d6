import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectToFit } from './looks.ts';
import { type Stage, setStage } from './pages.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage?.close());

describe('the reference', () => {
  it('fits every width: no error, nothing against the policy, nothing from elsewhere', async () => {
    const { page, troubles } = await stage.open('/docs', { viewport: { width: 360, height: 740 } });
    await page.locator('#operations-tag-payments').waitFor();
    expect(await page.title()).toBe('Referência da API · Vintém');
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    await expectToFit(page);
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
