import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dashboard, enterDashboard } from './dashboard-pages.ts';
import { overflowOf, seriousFindings, setStage } from './pages.ts';

const PASSWORD = 'quatro cavalos azuis no telhado';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await enterDashboard(await setStage());
});
afterAll(() => dashboard?.stage.close());

async function expectGood(page: Page): Promise<void> {
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

describe('[web §3] people', () => {
  it('an invited reader comes by a link, and is offered nothing that a reader may not do', async () => {
    const payment = await dashboard.createPayment();
    const { page } = await dashboard.open('/dashboard/settings/users');
    await page.getByRole('row', { name: 'demo@vintem.dev' }).waitFor();
    await expectGood(page);
    await page.getByRole('button', { name: 'Convidar' }).click();
    await page.getByLabel('E-mail').fill('leitora@example.com');
    await page.getByLabel('Leitura').check();
    await page.getByRole('button', { name: 'Criar o convite' }).click();
    const link = await page.getByRole('dialog').locator('code').innerText();
    const { pathname, hash } = new URL(link);
    const { page: hers } = await dashboard.stage.open(pathname + hash);
    await hers.getByText('Seu papel: Leitura').waitFor();
    expect(hers.url()).not.toContain('#');
    await expectGood(hers);
    await hers.getByLabel('Seu nome').fill('Lia Leitora');
    await hers.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await hers.getByRole('button', { name: 'Entrar' }).click();
    await hers.getByRole('heading', { name: 'Início' }).waitFor();
    await hers.goto(`${dashboard.stage.gateway.url}/dashboard/transactions/${payment.id}`);
    await hers.getByRole('heading', { name: payment.order_number }).waitFor();
    expect(await hers.getByRole('button', { name: 'Devolver' }).count()).toBe(0);
    await hers.goto(`${dashboard.stage.gateway.url}/dashboard/settings`);
    await hers.getByRole('link', { name: 'Segurança' }).waitFor();
    expect(await hers.getByRole('link', { name: 'Usuários' }).count()).toBe(0);
  });

  it('a second factor is set up by a code, and the login asks for one from then on', async () => {
    const { page } = await dashboard.open('/dashboard/settings/security');
    await page.getByRole('button', { name: 'Ligar' }).click();
    const secret = page.getByText(/^[A-Z2-7]{32}$/);
    await secret.waitFor();
    await expectGood(page);
    const key = await secret.innerText();
    await page.getByLabel('Código').fill(codeOf(key, 0));
    await page.getByRole('button', { name: 'Confirmar' }).click();
    const codes = page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
    expect(await codes.first().innerText()).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/);
    expect(await codes.count()).toBe(10);
    const { page: login } = await dashboard.stage.open('/dashboard/login');
    await login.getByLabel('E-mail').fill('demo@vintem.dev');
    await login.getByLabel('Senha').fill('vintem-demo');
    await login.getByRole('button', { name: 'Entrar' }).click();
    await login.getByLabel('Código').fill(await codes.first().innerText());
    await expectGood(login);
    await login.getByRole('button', { name: 'Entrar' }).click();
    await login.getByRole('heading', { name: 'Início' }).waitFor();
  });

  it('an account can be begun where the service lets anybody begin', async () => {
    const { page } = await dashboard.stage.open('/dashboard/login');
    await page.getByRole('link', { name: 'Criar conta' }).click();
    await page.getByLabel('E-mail').fill('nova@example.com');
    await page.getByLabel('Seu nome').fill('Nina Nova');
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Nome do estabelecimento').fill('Ateliê da Nina');
    await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25');
    await page.getByLabel('Rua e número').fill('Rua das Flores, 10');
    await page.getByLabel('Cidade').fill('Campinas');
    await page.getByLabel('CEP').fill('13010-000');
    await expectGood(page);
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.getByRole('heading', { name: 'Início' }).waitFor();
  });
});

/** What an authenticator app shows (RFC 6238), so many steps of half a minute from now. */
function codeOf(secret: string, steps: number): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac('sha1', Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
