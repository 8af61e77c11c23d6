import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectToFit } from './looks.ts';
import { type Stage, setStage } from './pages.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage?.close());

describe('the reference', () => {
  // In one load: it shows every operation there is, and no page takes longer to come.
  it('fits every width, tries an operation and shows its answer; nothing from elsewhere, no error', async () => {
    const { page, troubles } = await stage.open('/docs#/auth/logIn', { viewport: { width: 360, height: 740 } });
    await page.locator('#operations-tag-payments').waitFor();
    expect(await page.title()).toBe('Referência da API · Vintém');
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    const operation = page.locator('#operations-auth-logIn');
    await operation.getByRole('textbox').first().fill('{"email":"demo@vintem.dev","password":"vintem-demo"}');
    await expectToFit(page);
    const answered = page.waitForResponse((response) => response.url().endsWith('/auth'));
    await operation.getByRole('button', { name: 'Execute' }).click();
    expect((await answered).status()).toBe(200);
    await operation.locator('.live-responses-table').getByText('expires_in').first().waitFor();
    expect(troubles).toEqual([]);
  });
});
