import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dashboard, enterDashboard } from './dashboard-pages.ts';
import { overflowOf, type Stage, seriousFindings, setStage } from './pages.ts';

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 800 };
const FORTNIGHT_SECONDS = 14 * 24 * 3_600;

let stage: Stage;
let dashboard: Dashboard;
beforeAll(async () => {
  stage = await setStage();
  dashboard = await enterDashboard(stage);
});
afterAll(() => stage?.close());

/** To look at, where somebody wants to. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['KEEP_PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

async function openForm(viewport: { width: number; height: number }) {
  const opened = await dashboard.open('/dashboard/transactions/new', { viewport });
  const { page } = opened;
  await page.getByText('Boleto', { exact: true }).click();
  await page.getByRole('button', { name: 'Preencher com dados de teste' }).click();
  return opened;
}

describe('the terms of a boleto in the form of a new charge', () => {
  it.each([
    ['phone', PHONE],
    ['desk', DESK],
  ])('are closed, say the result in words, and answer what is paid when, on a %s', async (name, viewport) => {
    const { page, troubles } = await openForm(viewport);
    const section = page.locator('details', { hasText: 'Vencimento, multa e descontos' }).first();
    await section.getByText(/^Vence em \d\d\/\d\d \(\S+\)\. Não pode ser pago depois\.$/).waitFor();
    expect(await page.getByRole('button', { name: 'Sem encargos' }).isVisible()).toBe(false);
    await section.getByText('Vencimento, multa e descontos').click();
    await page.getByRole('button', { name: 'Padrão (2% + 1% ao mês)' }).click();
    await section.getByText(/Depois: multa de 2% e juros de 1% ao mês\. Pode ser pago até \d\d\/\d\d\./).waitFor();
    const paid = page.getByRole('table', { name: 'Quanto o cliente paga?' });
    const cells = (await paid.getByRole('cell').allTextContents()).map((text) => text.replace('\u00a0', ' '));
    expect(cells).toEqual(['R$ 100,00', 'R$ 100,00', 'R$ 102,17', 'R$ 103,00']);
    await page.getByRole('button', { name: 'Desconto até…' }).click();
    expect(await page.getByLabel('Desconto 1', { exact: true }).inputValue()).toBe('5,00');
    await section.getByText(/Desconto de 5% até/).waitFor();
    await picture(page, `terms-form-${name}`);
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('lead to the field that the service refuses, and to a boleto once it is mended', async () => {
    const { page } = await openForm(DESK);
    await page.getByText('Vencimento, multa e descontos').click();
    await page.getByRole('button', { name: 'Padrão (2% + 1% ao mês)' }).click();
    await page.getByText('Ajustar', { exact: true }).click();
    const fine = page.getByLabel('Multa por atraso', { exact: true });
    await fine.fill('5');
    await page.getByRole('button', { name: 'Sem encargos' }).focus();
    await page.getByText('Ajustar', { exact: true }).click();
    await page.getByRole('button', { name: /^Cobrar/ }).click();
    await page.getByText('Multa não aceita: em geral, até 2% do total.').waitFor();
    expect(await fine.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await fine.fill('2');
    await page.getByRole('button', { name: /^Cobrar/ }).click();
    await page.getByRole('link', { name: 'Ver a transação' }).click();

    await page.getByText(/^registrado em/).waitFor();
    await page.getByText('multa de 2% e juros de 1% ao mês').waitFor();
    await stage.gateway.post('/sandbox/clock', { advance_seconds: FORTNIGHT_SECONDS });
    await page.reload();
    await page.getByText(/^valor hoje R\$\s102,\d\d \(multa R\$\s2,00 \+ juros R\$\s0,\d\d\)$/).waitFor();
    await picture(page, 'terms-transaction-late');
    expect(await seriousFindings(page)).toEqual([]);
    const [id = ''] = /\d+$/.exec(page.url()) ?? [];
    await stage.gateway.post(`/sandbox/transactions/${id}/pay`);
    await page.getByText(/^recebido R\$\s102,\d\d \(multa/).waitFor();
    await page.setViewportSize(PHONE);
    expect(await overflowOf(page)).toBe(0);
    await picture(page, 'terms-transaction-paid');
  });
});
