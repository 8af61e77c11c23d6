import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linksOf } from '../support/links.ts';
import { type Dashboard, enterDashboard } from './dashboard-pages.ts';
import { setStage } from './pages.ts';

let dashboard: Dashboard;
let links: ReturnType<typeof linksOf>;
beforeAll(async () => {
  dashboard = await enterDashboard(await setStage());
  links = linksOf(dashboard.stage.gateway);
});
afterAll(() => dashboard?.stage.close());

describe('payment links in the dashboard', () => {
  it('from nothing to a link that sells: made, seen, copied from, disabled and taken back', async () => {
    const { page } = await dashboard.open('/dashboard/links');
    await page.getByText('Venda sem site: crie um link').waitFor();
    await page.getByRole('link', { name: 'Novo link' }).first().click();
    await page.getByRole('button', { name: 'Criar link' }).click();
    // What is missing is named, and the first of it has the cursor.
    await page.getByText('Escreva o título').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true');
    await page.getByLabel('Título').fill('Caneca');
    await page.getByLabel('Descrição do item').fill('Caneca de louça');
    await page.getByRole('textbox', { name: 'Preço' }).fill('35,90');
    await page.getByLabel('Estoque').fill('3');
    await page.getByRole('button', { name: 'Criar link' }).click();
    await page.getByRole('heading', { name: 'Caneca', level: 1 }).waitFor();
    const frame = page.frameLocator('iframe');
    await frame.getByText('R$\u00a035,90').first().waitFor();
    const [id] = /pl_[a-z0-9]+/.exec(page.url()) ?? [''];
    expect(await links.read(id)).toMatchObject({ status: 'ACTIVE', remaining: 3 });

    await page.getByRole('button', { name: 'Desativar' }).click();
    await page.getByText('Caneca: link desativado').waitFor();
    await expect.poll(async () => (await links.read(id)).status).toBe('DISABLED');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect.poll(async () => (await links.read(id)).status).toBe('ACTIVE');

    await page.getByRole('button', { name: 'Editar' }).click();
    await page.getByRole('dialog').getByLabel('Estoque').fill('7');
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Link salvo').waitFor();
    expect(await links.read(id)).toMatchObject({ remaining: 7 });

    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Duplicar' }).click();
    await page.getByRole('heading', { name: 'Novo link' }).waitFor();
    expect(await page.getByLabel('Título').inputValue()).toBe('Caneca');
    await page.goto(`${dashboard.stage.gateway.url}/dashboard/links?status=DISABLED`);
    await page.getByText('Nada corresponde a estes filtros').waitFor();
  });
});
