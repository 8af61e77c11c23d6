import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linksOf } from '../support/links.ts';
import { overflowOf, type Stage, seriousFindings, setStage } from './pages.ts';

let stage: Stage;
let links: ReturnType<typeof linksOf>;
beforeAll(async () => {
  stage = await setStage();
  links = linksOf(stage.gateway);
});
afterAll(() => stage?.close());

/** Logged in, on a page of the dashboard. */
async function openDashboard(path: string, options: Parameters<Stage['open']>[1] = {}): Promise<Page> {
  const { page } = await stage.open('/dashboard/login', options);
  await page.getByLabel('E-mail').fill('demo@vintem.dev');
  await page.getByLabel('Senha', { exact: true }).fill('vintem-demo');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('heading', { name: 'Início' }).waitFor();
  await page.goto(`${stage.gateway.url}/dashboard${path}`);
  return page;
}

describe('[web §3] payment links in the dashboard', () => {
  it('from nothing to a link that sells: made, seen, copied from, disabled and taken back', async () => {
    const page = await openDashboard('/links');
    await page.getByText('Venda sem site: crie um link').waitFor();
    await page.getByRole('link', { name: 'Novo link' }).first().click();
    await page.getByRole('button', { name: 'Criar link' }).click();
    // What is missing is named, and the first of it has the cursor.
    await page.getByText('Escreva o título').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true');
    await page.getByLabel('Título').fill('Caneca');
    await page.getByLabel('Descrição do item').fill('Caneca de louça');
    await page.getByLabel('Preço').fill('35,90');
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
    await page.goto(`${stage.gateway.url}/dashboard/links?status=DISABLED`);
    await page.getByText('Nada corresponde a estes filtros').waitFor();
  });

  it.each([
    ['list', () => '/links'],
    ['new', () => '/links/new'],
    ['one', async () => `/links/${(await links.make({ description: 'Azul' })).id}`],
    ['edit', async () => `/links/${(await links.make()).id}?edit=1`],
  ])('%s: axe finds nothing serious, nothing overflows at any width, in both schemes', async (_, pathOf) => {
    const path = await pathOf();
    for (const [colorScheme, language] of [
      ['light', 'pt-BR'],
      ['dark', 'en'],
    ] as const) {
      const page = await openDashboard(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`, { colorScheme });
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path.includes('edit')) await page.getByRole('dialog').waitFor();
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await overflowOf(page)).toBe(0);
      }
      expect(await seriousFindings(page)).toEqual([]);
      await page.context().close();
    }
  });
});
