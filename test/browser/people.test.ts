import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boletoBody } from '../support/orders.ts';
import { type SmtpServer, startSmtpServer } from '../support/processes/smtp-server.ts';
import { type Dashboard, enterDashboard } from './dashboard-pages.ts';
import { overflowOf, seriousFindings, setStage } from './pages.ts';

const PASSWORD = 'quatro cavalos azuis no telhado';
const OTHER_PASSWORD = 'cinco girafas verdes na praia';
const READER = 'leitora@example.com';

let dashboard: Dashboard;
let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
  dashboard = await enterDashboard(await setStage({ SMTP_URL: smtp.url, SMTP_FROM: 'Vintém <avisos@vintem.dev>' }));
});
afterAll(async () => {
  await dashboard?.stage.close();
  await smtp.close();
});

/** The link of an invitation, which the mailbox alone gets. */
async function invitationTo(email: string): Promise<string> {
  const link = () => /https?:\S+\/dashboard\/invitation#[\w-]+/.exec(smtp.mailsTo(email).at(-1)?.text ?? '')?.[0];
  await expect.poll(link, { timeout: 90_000 }).toBeTruthy();
  return link() as string;
}

/** A link that was shown or sent, as a path of this server. */
const pathOf = (link: string) => {
  const { pathname, hash } = new URL(link);
  return pathname + hash;
};

async function logInAs(email: string, password: string): Promise<Page> {
  const { page } = await dashboard.stage.open('/dashboard/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  return page;
}

/** As if everybody had given their password a quarter of an hour ago. */
const ageSessions = () =>
  dashboard.stage.gateway.database.db.query(
    "UPDATE dashboard_sessions SET confirmed_at = confirmed_at - interval '15 minutes'",
  );

async function expectGood(page: Page): Promise<void> {
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

describe('people', () => {
  it('an invited reader comes by a link, and is offered nothing that a reader may not do', async () => {
    const payment = await dashboard.createPayment();
    const boleto = (await dashboard.stage.gateway.post('/payments/order', boletoBody())).body.transaction;
    const { page } = await dashboard.open('/dashboard/settings/users');
    await page.getByRole('row', { name: 'demo@vintem.dev' }).waitFor();
    await expectGood(page);
    await page.getByRole('button', { name: 'Convidar' }).click();
    await page.getByLabel('E-mail').fill(READER);
    await page.getByLabel('Leitura').check();
    await page.getByRole('button', { name: 'Criar o convite' }).click();
    await page.getByText(`O link está a caminho de ${READER}`).waitFor();
    await expectGood(page);
    const link = await invitationTo(READER);
    expect(await page.content()).not.toContain(link.split('#')[1]);
    const { page: hers } = await dashboard.stage.open(pathOf(link));
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
    await hers.goto(`${dashboard.stage.gateway.url}/dashboard/transactions/${boleto.id}?open=due-date`);
    await hers.getByText(/^registrado em/).waitFor();
    expect(await hers.getByText('Mudar vencimento').count()).toBe(0);
    await hers.goto(`${dashboard.stage.gateway.url}/dashboard/settings`);
    await hers.getByRole('link', { name: 'Segurança' }).waitFor();
    expect(await hers.getByRole('link', { name: 'Usuários' }).count()).toBe(0);
  });

  it('an owner who leaves takes nothing along: what they handed out ends, but for the keys that are kept', async () => {
    const { gateway } = dashboard.stage;
    const { page } = await dashboard.open('/dashboard/settings/users');
    await page.getByRole('button', { name: 'Convidar' }).click();
    await page.getByLabel('E-mail').fill('sai@example.com');
    await page.getByLabel('Dono').check();
    await page.getByRole('button', { name: 'Criar o convite' }).click();
    const link = await invitationTo('sai@example.com');
    const { page: theirs } = await dashboard.stage.open(pathOf(link));
    await theirs.getByLabel('Seu nome').fill('Sara Sai');
    await theirs.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Entrar' }).click();
    await theirs.getByRole('heading', { name: 'Início' }).waitFor();
    const { token } = (await gateway.post('/auth', { email: 'sai@example.com', password: PASSWORD })).body.response;
    const keys: string[] = [];
    for (const name of ['Loja', 'Planilha'])
      keys.push((await gateway.post('/api-keys', { name, scopes: ['read'] }, token)).body.key);

    await page.reload();
    const row = page.getByRole('row', { name: 'sai@example.com' });
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Mudar o papel' }).click();
    await page.getByRole('dialog').getByLabel('Leitura').check();
    await page.getByLabel('Manter Loja').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click();
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Desativar' }).click();
    await page.getByLabel('Manter Loja').check();
    await page.getByText('são revogadas agora').waitFor();
    await expectGood(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click();
    await row.getByText('Desativado').waitFor();
    await expect.poll(async () => (await gateway.get('/companies', keys[1])).status, { timeout: 90_000 }).toBe(401);
    expect((await gateway.get('/companies', keys[0])).status).toBe(200);
    await page.goto(`${gateway.url}/dashboard/settings/api-keys`);
    await page.getByRole('row', { name: /Loja.*Ativa/ }).waitFor();
    // Tests after this one begin without keys.
    await page.getByRole('button', { name: 'Revogar Loja' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click();
    await page.getByText('Revogada', { exact: true }).first().waitFor();
  });

  it('a forgotten password is replaced by a link from a mail', async () => {
    const { page } = await dashboard.stage.open('/dashboard/login');
    await page.getByRole('link', { name: 'Esqueci a senha' }).click();
    await page.getByLabel('E-mail').fill(READER);
    await expectGood(page);
    await page.getByRole('button', { name: 'Enviar o link' }).click();
    await page.getByText('o link está a caminho').waitFor();
    const link = () => /https?:\S+\/dashboard\/reset#[\w-]+/.exec(smtp.mailsTo(READER).at(-1)?.text ?? '')?.[0];
    await expect.poll(link).toBeTruthy();
    const { page: reset } = await dashboard.stage.open(pathOf(link() as string));
    await reset.getByLabel('Senha', { exact: true }).fill(OTHER_PASSWORD);
    expect(reset.url()).not.toContain('#');
    await expectGood(reset);
    await reset.getByRole('button', { name: 'Trocar a senha' }).click();
    await reset.getByText('Senha trocada').waitFor();
    const refused = await logInAs(READER, PASSWORD);
    await refused.getByText('E-mail ou senha inválidos').waitFor();
    const hers = await logInAs(READER, OTHER_PASSWORD);
    await hers.getByRole('heading', { name: 'Início' }).waitFor();
  });

  it('a key is shown once, works, is revoked, and the log tells all of it', async () => {
    const { gateway } = dashboard.stage;
    const opened = await dashboard.open('/dashboard/settings/api-keys');
    const { page } = opened;
    await page.getByRole('button', { name: 'Criar chave' }).click();
    await page.getByRole('dialog').getByLabel('Nome').fill('ERP');
    await page.getByLabel('Cobrar').check();
    await page.getByLabel('Só destes endereços').fill('127.0.0.1, 10.0.0.0/8');
    await expectGood(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Criar chave' }).click();
    const key = await page.getByRole('dialog').locator('code').innerText();
    expect((await gateway.get('/transactions', key)).status).toBe(200);
    await page.getByRole('button', { name: 'Já guardei' }).click();
    await page.getByRole('row', { name: /ERP.*Ler, Cobrar/ }).waitFor();
    expect(await page.content()).not.toContain(key);
    await expectGood(page);
    await page.getByRole('button', { name: 'Revogar ERP' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click();
    await page.getByRole('row', { name: /ERP.*Revogada/ }).waitFor();
    await expect.poll(async () => (await gateway.get('/transactions', key)).status, { timeout: 90_000 }).toBe(401);
    await page.getByRole('link', { name: 'Auditoria' }).click();
    await page
      .getByRole('row', { name: /Chave de API criada/ })
      .first()
      .waitFor();
    await page
      .getByRole('row', { name: /Chave de API revogada/ })
      .first()
      .waitFor();
    await expectGood(page);
    await page.goto(`${gateway.url}/dashboard/settings/audit-log?action=api_key.created`);
    await expect.poll(() => page.locator('tbody tr').count(), { timeout: 90_000 }).toBe(3);
    // A password of long ago is asked for once more, and the file comes by itself.
    await ageSessions();
    await page.getByRole('button', { name: 'Exportar' }).click();
    await page.getByRole('menuitem', { name: /^Excel no Brasil/ }).click();
    const asked = page.getByRole('dialog', { name: 'Confirme que é você' });
    await asked.getByLabel('Senha').fill('vintem-demo');
    await expectGood(page);
    expect(await asked.getByLabel('Código').count()).toBe(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      asked.getByRole('button', { name: 'Confirmar' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('audit-log.csv');
    const file = readFileSync(await download.path(), 'utf8');
    expect(file.startsWith('\uFEFFid;')).toBe(true);
    expect(file).toContain('api_key.created');
    await page.getByRole('button', { name: 'Exportar' }).click();
    const [plain] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^CSV simples/ }).click(),
    ]);
    expect(readFileSync(await plain.path(), 'utf8').startsWith('id,')).toBe(true);
    // The refusal itself is in the console of the browser, and nothing else.
    expect(opened.troubles.filter((trouble) => !trouble.includes('403'))).toEqual([]);
  });

  it('a second factor is set up by a code, and the login asks for one from then on', async () => {
    const { page } = await dashboard.open('/dashboard/settings/security');
    await page.getByRole('button', { name: 'Ligar' }).click();
    const secret = page.getByText(/^[A-Z2-7]{32}$/);
    await secret.waitFor();
    await expectGood(page);
    await page.getByLabel('Código').fill(codeOf(await secret.innerText(), 0));
    await page.getByRole('button', { name: 'Confirmar' }).click();
    const codes = page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
    expect(await codes.first().innerText()).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/);
    expect(await codes.count()).toBe(10);
    const login = await logInAs('demo@vintem.dev', 'vintem-demo');
    await login.getByLabel('Código').fill(await codes.first().innerText());
    await expectGood(login);
    await login.getByRole('button', { name: 'Entrar' }).click();
    await login.getByRole('heading', { name: 'Início' }).waitFor();

    await ageSessions();
    await login.goto(`${dashboard.stage.gateway.url}/dashboard/settings/api-keys`);
    await login.getByRole('button', { name: 'Criar chave' }).click();
    await login.getByRole('dialog').getByLabel('Nome').fill('Depois');
    await login.getByRole('dialog').getByRole('button', { name: 'Criar chave' }).click();
    const asked = login.getByRole('dialog', { name: 'Confirme que é você' });
    await asked.getByLabel('Senha').fill('vintem-demo');
    await asked.getByLabel('Código').fill(await codes.nth(1).innerText());
    await expectGood(login);
    await asked.getByRole('button', { name: 'Confirmar' }).click();
    await login.getByRole('dialog').locator('code').waitFor();
  });

  it('whoever has none sets one up before anything else, once the owner requires it', async () => {
    const { page } = await dashboard.open('/dashboard/settings/security');
    // Asked for in the test before this one: here the password was given a moment ago.
    await dashboard.stage.gateway.database.db.query('UPDATE dashboard_sessions SET confirmed_at = now()');
    await page.getByLabel('Exigir verificação em duas etapas de todos').check();
    await page.getByText('Exigência salva').waitFor();
    const hers = await logInAs(READER, OTHER_PASSWORD);
    await hers.getByRole('heading', { name: 'Falta um passo' }).waitFor();
    const secret = hers.getByText(/^[A-Z2-7]{32}$/);
    await secret.waitFor();
    await expectGood(hers);
    await hers.getByLabel('Código').fill(codeOf(await secret.innerText(), 0));
    await hers.getByRole('button', { name: 'Confirmar' }).click();
    await hers.getByRole('list', { name: 'Códigos de recuperação' }).waitFor();
    await expectGood(hers);
    await hers.getByRole('button', { name: 'Já guardei' }).click();
    await hers.getByRole('heading', { name: 'Início' }).waitFor();
  });

  it('an account can be begun where the service lets anybody begin', async () => {
    const { page } = await dashboard.stage.open('/dashboard/login');
    await page.getByRole('link', { name: 'Criar conta' }).click();
    await page.getByLabel('E-mail').fill('nova@example.com');
    await expectGood(page);
    await page.getByRole('button', { name: 'Enviar o link' }).click();
    await page.getByText('O próximo passo está a caminho').waitFor();
    await page.goto(dashboard.stage.gateway.url + pathOf(await invitationTo('nova@example.com')));
    await page.getByLabel('Seu nome').fill('Nina Nova');
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Nome do estabelecimento').fill('Ateliê da Nina');
    await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25');
    await page.getByLabel('Rua e número').fill('Rua das Flores, 10');
    await page.getByLabel('Cidade').fill('Campinas');
    await page.getByLabel('CEP').fill('13010-000');
    await expectGood(page);
    await page.getByRole('button', { name: 'Entrar' }).click();
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
