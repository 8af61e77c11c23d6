import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderBody } from '../support/orders.ts';
import { type Console, enterConsole } from './console-pages.ts';
import { setStage } from './pages.ts';

const PASSWORD = 'quatro cavalos azuis no telhado';

let operator: Console;
let payment: { id: number; order_number: string };
beforeAll(async () => {
  operator = await enterConsole(await setStage());
  payment = (await operator.stage.gateway.post('/payments/order', orderBody())).body.transaction;
});
afterAll(() => operator?.stage.close());

/** As if everybody had given their password a quarter of an hour ago. */
const ageSessions = () =>
  operator.stage.gateway.database.db.query(
    "UPDATE dashboard_sessions SET confirmed_at = confirmed_at - interval '15 minutes'",
  );

/** A link that is shown once, as a path of this server. */
const pathOf = (link: string) => {
  const { pathname, hash } = new URL(link);
  return pathname + hash;
};

describe('the console', () => {
  it('leads whoever is not logged in to the login and back, and lets no merchant in', async () => {
    const { page } = await operator.stage.open('/operator/merchants');
    await page.getByRole('heading', { name: 'Entrar na operação' }).waitFor();
    await page.getByLabel('E-mail').fill('demo@vintem.dev');
    await page.getByLabel('Senha').fill('vintem-demo');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
    await page.getByRole('button', { name: 'Usar a conta de demonstração' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lojistas' }).waitFor();
  });

  it('changes a term: from home to the merchant, its reason, both sides, and the log', async () => {
    const { page, troubles } = await operator.open('/operator');
    await page.getByRole('heading', { name: 'Precisa de alguém agora' }).waitFor();
    await page.getByRole('link', { name: 'Lojistas' }).click();
    await page.getByLabel('Nome, id, CNPJ ou e-mail').fill('Loja Demo');
    await page.getByRole('link', { name: /^Demo/ }).click();
    await page.getByRole('link', { name: 'Loja Demo', exact: true }).click();
    await page.getByText('De R$ 100,00 por PIX: loja R$ 99,00 hoje, plataforma R$ 1,00.').waitFor();
    await page.getByLabel('Tarifa em %').first().fill('2,5');
    await page.getByText('De R$ 100,00 por PIX: loja R$ 97,50 hoje, plataforma R$ 2,50.').waitFor();
    await ageSessions();
    await page.getByRole('button', { name: 'Conferir e salvar' }).click();
    const dialog = page.getByRole('dialog', { name: 'O que muda' });
    await dialog.getByRole('row', { name: 'PIX: Tarifa em % 1% 2,5%' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Salvar a mudança' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Motivo').fill('Combinado no contrato 12');
    await dialog.getByRole('button', { name: 'Salvar a mudança' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirme que é você' });
    await confirm.getByLabel('Senha').fill('vintem-demo');
    await confirm.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByText('Mudança salva').waitFor();
    expect((await operator.stage.gateway.get('/companies/1')).body.plans[0].fee_basis_points).toBe(250);
    await page.goto(`${operator.stage.gateway.url}/operator/audit-log?merchant_id=1`);
    await page.getByText(/Combinado no contrato 12/).waitFor();
    expect(troubles.filter((trouble) => !/403/.test(trouble))).toEqual([]);
  });

  it('shows a payment and why it waits, and who pays only for a reason', async () => {
    const { page } = await operator.open('/operator');
    await page.getByRole('heading', { level: 1, name: 'Painel' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(payment.order_number);
    await page.getByRole('option', { name: payment.order_number }).click();
    await page.getByRole('heading', { name: `Pedido ${payment.order_number}` }).waitFor();
    await page.getByText('Ninguém pagou ainda, segundo o banco.').waitFor();
    const { name, email } = orderBody().customer;
    expect(await page.content()).not.toContain(email);
    await page.getByRole('button', { name: 'Mostrar quem paga' }).click();
    await page.getByLabel('Motivo').fill('O pagador ligou e pediu o estado');
    await page.getByRole('dialog').getByRole('button', { name: 'Mostrar quem paga' }).click();
    await page.getByText(email).waitFor();
    await page.getByText(name).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: `Pedido ${payment.order_number}` }).waitFor();
    expect(await page.content()).not.toContain(email);
  });

  it('says what stops before a merchant is shut out, and lets it in again', async () => {
    const { page } = await operator.open('/operator/merchants/2');
    await page.getByRole('button', { name: 'Desativar' }).click();
    await page.getByRole('dialog').getByText('1 pessoa não entra mais').waitFor();
    await page.getByLabel('Motivo').fill('Pediu para parar');
    await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click();
    await page.getByText('Inativo').first().waitFor();
    const login = { email: 'parceiro@vintem.dev', password: 'vintem-demo' };
    expect((await operator.stage.gateway.post('/auth', login)).status).toBe(401);
    await page.getByRole('button', { name: 'Ativar' }).click();
    await page.getByLabel('Motivo').fill('Voltou');
    await page.getByRole('dialog').getByRole('button', { name: 'Ativar' }).click();
    await expect.poll(async () => (await operator.stage.gateway.post('/auth', login)).status).toBe(200);
  });

  it('audits the books now, and shows what each day moved and the platform earned', async () => {
    const { gateway } = operator.stage;
    const { id } = (await gateway.post('/payments/order', orderBody())).body.transaction;
    await gateway.post(`/sandbox/transactions/${id}/pay`);
    await gateway.get(`/transactions/${id}?payment_type=PIX`);
    const { page, troubles } = await operator.open('/operator/audits');
    await page.getByRole('button', { name: 'Auditar agora' }).click();
    await page.getByText(/Os livros fecham: \d+ conferências/).waitFor();
    await page.getByRole('link', { name: 'Livros' }).click();
    const total = page.getByRole('row', { name: /^Soma/ });
    await total.waitFor();
    expect((await total.getByRole('cell').allInnerTexts()).at(-1)).toMatch(/^R\$\s0,00$/);
    await page.getByRole('row', { name: /^A receber de adquirente sandbox/ }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar' }).click();
    await page.getByRole('menuitem', { name: /^Este mês: Excel/ }).click();
    expect((await saved).suggestedFilename()).toMatch(/^trial-balance-.*\.csv$/);
    await page.getByRole('tab', { name: 'Tarifas' }).click();
    await page.getByLabel('Agrupar por').selectOption('company');
    await page.getByRole('row', { name: /^Loja Demo \(Demo\)/ }).waitFor();
    expect(troubles).toEqual([]);
  });

  it('changes a split by what each gets, reminders, and says what stops before an establishment is off', async () => {
    const { page } = await operator.open('/operator/companies/2?tab=split');
    await page.getByRole('button', { name: 'Adicionar participante' }).click();
    await page.getByLabel('Id do estabelecimento').fill('3');
    await page.getByText('De R$ 100,00 por PIX: Marketplace Demo R$ 90,00, Parceiro Demo R$ 10,00').waitFor();
    await page.getByRole('button', { name: 'Conferir e salvar' }).click();
    await page.getByRole('row', { name: /Sem divisão.*Parceiro Demo: 10%/ }).waitFor();
    await page.getByLabel('Motivo').fill('Contrato 12');
    await page.getByRole('button', { name: 'Salvar a mudança' }).click();
    await page.getByText('Mudança salva').waitFor();
    await page.goto(`${operator.stage.gateway.url}/operator/companies/3?tab=rails`);
    await page.getByLabel('3 dias antes').check();
    await page.getByLabel('Situação').selectOption('INACTIVE');
    await page.getByRole('button', { name: 'Conferir e salvar' }).click();
    const dialog = page.getByRole('dialog', { name: 'O que muda' });
    await dialog.getByRole('row', { name: /Lembretes de boleto nenhum 3 dias antes/ }).waitFor();
    await dialog.getByText('1 token deixa de aceitar cobranças').waitFor();
    await dialog.getByText('1 outro estabelecimento o tem na divisão: as cobranças dele são recusadas').waitFor();
    await dialog.getByLabel('Motivo').fill('Pediu para parar');
    await dialog.getByRole('button', { name: 'Salvar a mudança' }).click();
    await page.getByText('Mudança salva').waitFor();
    const sql = 'SELECT status, reminder_days FROM companies WHERE id = 3';
    const [stored] = await operator.stage.gateway.database.db.query(sql);
    expect(stored).toEqual({ status: 'INACTIVE', reminder_days: [-3] });
  });

  it('a colleague of support comes by a link, and is offered nothing that support may not do', async () => {
    const { page } = await operator.open('/operator/team');
    await page.getByRole('button', { name: 'Convidar' }).click();
    await page.getByLabel('E-mail').fill('apoio@example.com');
    await page.getByLabel('Atendimento').check();
    await page.getByRole('button', { name: 'Gerar o link' }).click();
    const link = await page.getByRole('dialog').locator('code').innerText();
    const { page: hers } = await operator.stage.open(pathOf(link));
    await hers.getByText('Seu papel: Atendimento').waitFor();
    expect(hers.url()).not.toContain('#');
    await hers.getByLabel('Seu nome').fill('Ana Apoio');
    await hers.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await hers.getByRole('button', { name: 'Entrar' }).click();
    await hers.getByRole('heading', { level: 1, name: 'Painel' }).waitFor();
    expect(await hers.getByRole('link', { name: 'Equipe' }).count()).toBe(0);
    await hers.goto(`${operator.stage.gateway.url}/operator/companies/1`);
    await hers.getByText('Seu papel só lê esta página.').waitFor();
    expect(await hers.getByRole('button', { name: 'Conferir e salvar' }).count()).toBe(0);
    await hers.goto(`${operator.stage.gateway.url}/operator/merchants/1`);
    await hers.getByRole('button', { name: 'Desativar' }).waitFor();
    expect(await hers.getByRole('button', { name: 'Novo estabelecimento' }).count()).toBe(0);
    await hers.getByRole('button', { name: /^Ações de/ }).click();
    await hers.getByRole('menuitem', { name: 'Gerar link de nova senha' }).waitFor();
  });
});
