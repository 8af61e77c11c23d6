import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Dashboard, enterDashboard } from './dashboard-pages.ts';
import { expectGoodInEveryLook, type Look, type Stop, tour } from './looks.ts';
import { setStage } from './pages.ts';

/** The other way round than elsewhere: Portuguese is dark somewhere, too. */
const LOOKS: readonly [Look, Look] = [
  { colorScheme: 'dark', lang: 'pt-BR' },
  { colorScheme: 'light', lang: 'en' },
];

let dashboard: Dashboard;
let receiver: Server;
let webhookId: number;
let deliveryId: number;

const addressOf = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.statusCode = request.url === '/broken' ? 500 : 200;
      response.end('seen');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  dashboard = await enterDashboard(await setStage());
  const { gateway } = dashboard.stage;
  webhookId = (await gateway.post('/webhooks', { url: addressOf('/broken') })).body.id;
  await dashboard.createPayment();
  const deliveries = async () => (await gateway.get(`/webhooks/${webhookId}/deliveries`)).body.data;
  await vi.waitFor(async () => expect((await deliveries())[0]?.attempts.length).toBeGreaterThan(0), 90_000);
  deliveryId = (await deliveries())[0].id;
});
afterAll(async () => {
  await dashboard?.stage.close();
  receiver?.close();
});

const rows = (page: Page) => page.locator('tbody tr').first().waitFor();
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();
const edit = async (page: Page) => {
  await page.getByRole('button', { name: /^(Editar a divisão|Edit the split)$/ }).click();
  await page.getByRole('button', { name: /^(Adicionar participante|Add participant)$/ }).click();
};

const CASES: Omit<Stop, 'name'>[] = [
  { path: () => '/dashboard/companies', ready: rows },
  { path: () => '/dashboard/companies/1?tab=plan', ready: rows },
  { path: () => `/dashboard/webhooks/${webhookId}`, ready: rows },
  { path: () => `/dashboard/webhooks/${webhookId}?tab=settings`, ready: heading },
];

describe.each(CASES.map((one) => [String(one.path).replace('() => ', ''), one] as const))('%s', (_name, one) => {
  const { path, ready } = one;
  it('is accessible in both schemes and languages, fits every width, and troubles nobody', () =>
    expectGoodInEveryLook({ open: dashboard.open, path: path(), ready, looks: LOOKS }));
});

// Their addresses are opened below.
describe('what is changed there', () =>
  tour({
    open: (...options) => dashboard.open(...options),
    stops: [
      { name: 'an establishment', path: () => '/dashboard/companies/1', ready: rows },
      { name: 'its split', path: () => '/dashboard/companies/1?tab=split', ready: edit },
      {
        name: 'its reminders',
        path: () => '/dashboard/companies/1?tab=reminders',
        ready: (page) => page.getByRole('checkbox').first().waitFor(),
      },
      { name: 'webhooks', path: () => '/dashboard/webhooks', ready: rows },
      {
        name: 'a delivery',
        path: () => `/dashboard/webhooks/${webhookId}/deliveries/${deliveryId}`,
        ready: heading,
      },
      { name: 'the sandbox', path: () => '/dashboard/sandbox', ready: heading },
    ],
    looks: LOOKS,
  }));

describe('what a merchant does there', () => {
  it('makes a token that sells, sees it once, and revokes it', async () => {
    const { page, troubles } = await dashboard.open('/dashboard/companies/1');
    await page.getByRole('button', { name: 'Criar token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Criar token' }).click();
    const token = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    expect(token).toMatch(/^est_/);
    await page.getByRole('button', { name: 'Já guardei' }).click();
    expect(await page.content()).not.toContain(token);
    const revoke = page.getByRole('button', { name: `Revogar o token …${token.slice(-4)}` });
    await revoke.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click();
    await revoke.waitFor({ state: 'detached' });
    expect(troubles).toEqual([]);
  });

  it('divides payments with a partner, sees the figures first, and takes it back', async () => {
    const { page } = await dashboard.open('/dashboard/companies/1?tab=split');
    await edit(page);
    await page.getByLabel('Token de acesso do participante').fill('est_demo_parceiro');
    await page.getByLabel('Percentual (%)').fill('12,5');
    await page.getByRole('cell', { name: 'R$ 12,50' }).first().waitFor();
    await page.getByRole('button', { name: 'Salvar a divisão' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar a divisão' }).click();
    await page.getByRole('cell', { name: '12,5%' }).waitFor();
    expect((await dashboard.stage.gateway.get('/companies/1')).body.split).toMatchObject([
      { name: 'Parceiro Demo', amountSplit: 1250, type: 'PERCENTAGE' },
    ]);
    await page.getByRole('button', { name: 'Editar a divisão' }).click();
    await page.getByRole('button', { name: 'Remover Parceiro Demo' }).click();
    await page.getByRole('button', { name: 'Salvar a divisão' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar a divisão' }).click();
    await page.getByRole('button', { name: 'Editar a divisão' }).waitFor();
    expect((await dashboard.stage.gateway.get('/companies/1')).body.split).toEqual([]);
  });

  it('says when payers of boletos are reminded, at most five times, and takes it back', async () => {
    const { page, troubles } = await dashboard.open('/dashboard/companies/1?tab=reminders');
    const stored = async () => (await dashboard.stage.gateway.get('/companies/1')).body.reminder_days;
    const save = page.getByRole('button', { name: 'Salvar' });
    expect(await save.isDisabled()).toBe(true);
    for (const name of ['3 dias antes', 'no dia do vencimento', '3 dias depois', '1 dia antes', '1 dia depois'])
      await page.getByLabel(name, { exact: true }).check();
    expect(await page.getByLabel('15 dias depois').isDisabled()).toBe(true);
    for (const name of ['1 dia antes', '1 dia depois']) await page.getByLabel(name, { exact: true }).uncheck();
    await save.click();
    await page.getByText('Lembretes salvos').waitFor();
    expect(await stored()).toEqual([-3, 0, 3]);
    await page.reload();
    for (const name of ['3 dias antes', 'no dia do vencimento', '3 dias depois'])
      await page.getByLabel(name, { exact: true }).uncheck();
    await save.click();
    await page.getByText('Lembretes salvos').waitFor();
    expect(await stored()).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('registers a webhook, tries it out, pauses it and removes it', async () => {
    const { page } = await dashboard.open('/dashboard/webhooks');
    await page.getByRole('button', { name: 'Novo webhook' }).click();
    await page.getByLabel('Endereço (URL)').fill(addressOf('/fine'));
    await page.getByRole('button', { name: 'Criar webhook' }).click();
    expect(await page.getByRole('dialog').locator('code').textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Já guardei' }).click();
    await page.getByRole('button', { name: 'Enviar teste' }).click();
    await page.getByText('Evento de teste a caminho').waitFor();
    await page.getByRole('button', { name: 'Pausar' }).click();
    await page.getByText('Pausado', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Configuração' }).click();
    await page.getByRole('button', { name: 'Remover webhook' }).click();
    await page.getByLabel('Endereço do servidor').fill(new URL(addressOf('/')).host);
    await page.getByRole('dialog').getByRole('button', { name: 'Remover webhook' }).click();
    await page.getByText('Webhook removido').waitFor();
    expect((await dashboard.stage.gateway.get('/webhooks')).body.total).toBe(1);
  });

  it('sends one delivery again, and moves the clock to the next working day', async () => {
    const { page } = await dashboard.open(`/dashboard/webhooks/${webhookId}/deliveries/${deliveryId}`);
    await page.getByRole('button', { name: 'Reenviar' }).click();
    await page.getByText('Reenvio a caminho').waitFor();
    const before = (await dashboard.stage.gateway.get('/sandbox/clock')).body;
    await page.goto(`${dashboard.stage.gateway.url}/dashboard/sandbox`);
    await page.getByRole('button', { name: 'Próximo dia útil' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Adiantar: Próximo dia útil' }).click();
    await page.getByText('Relógio adiantado').waitFor();
    const { now } = (await dashboard.stage.gateway.get('/sandbox/clock')).body;
    expect(new Date(now).getTime()).toBeGreaterThanOrEqual(new Date(before.next_business_day).getTime() - 1_000);
  });
});
