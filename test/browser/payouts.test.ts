/**
 * Goal: whoever may pay out adds a destination, pays out what is available, approves what somebody else asked for, has
 * it done by itself, and always reads what is waited for; whoever may not is offered none of it. Method: a real browser
 * against the real server and its sandbox bank. Terms of the operator, and what only a bank leaves behind, are written
 * into their rows.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dashboard, DEMO_PASSWORD, enterDashboard } from './dashboard-pages.ts';
import { overflowOf, type Stage, seriousFindings, setStage } from './pages.ts';
import { openSession } from './sessions.ts';

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 800 };
const BOTH = [
  ['phone', PHONE],
  ['desk', DESK],
] as const;

let stage: Stage;
let dashboard: Dashboard;
beforeAll(async () => {
  stage = await setStage();
  dashboard = await enterDashboard(stage);
  for (let sale = 0; sale < 5; sale += 1) await dashboard.createPayment();
  await stage.gateway.database.db.query(
    `INSERT INTO users (merchant_id, name, email, password_hash, role, created_at)
     SELECT merchant_id, 'Bruno Caixa', 'bruno@example.com', password_hash, 'FINANCE', created_at
     FROM users WHERE email = 'demo@vintem.dev'`,
  );
});
afterAll(() => stage?.close());

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  stage.gateway.database.db.query<Row>(sql, values);
const setTerms = (column: string, value: unknown) =>
  query(
    `INSERT INTO payout_terms (company_id, merchant_id, ${column})
     SELECT id, merchant_id, $1 FROM companies WHERE id = 1
     ON CONFLICT (company_id) DO UPDATE SET ${column} = $1`,
    [value],
  );
const post = async (path: string, body?: unknown) => (await stage.gateway.post(path, body)).body;
const key = (name: string) => ({ type: 'pix_key', key_type: 'email', key: `${name}@example.com` });
const addKey = async (name: string): Promise<number> => (await post('/companies/1/destinations', key(name))).id;
const ask = async (amount: number, destinationId: number): Promise<number> =>
  (await post('/payouts', { company_id: 1, amount, destination_id: destinationId })).id;
const countPayouts = async () => (await query('SELECT id FROM payouts')).length;
const removeAll = () => query('UPDATE payout_destinations SET removed_at = created_at');
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** To look at, where somebody wants to. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['KEEP_PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true, animations: 'disabled' });
}

async function expectGood(page: Page, troubles: readonly string[] = []): Promise<void> {
  expect(await overflowOf(page)).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  expect(troubles).toEqual([]);
}

async function logInAs(email: string): Promise<Page> {
  const storageState = await openSession(stage.gateway, 'dashboard', { email, password: DEMO_PASSWORD });
  return (await stage.open('/dashboard', { viewport: DESK, storageState })).page;
}

describe('a payout', () => {
  it.each(BOTH)(
    'is begun at the balances, shown before it happens, and followed to its end, on a %s',
    async (name, viewport) => {
      await removeAll();
      await setTerms('fee_cents', 50);
      const { page, troubles } = await dashboard.open('/dashboard/balances?company_id=1', { viewport });
      await page.getByRole('link', { name: 'Sacar', exact: true }).first().click();
      const dialog = dialogOf(page, 'Novo saque');
      await dialog.getByText('Para onde vai o dinheiro?').waitFor();
      await expectGood(page, troubles);
      await picture(page, `no-destination-${name}`);
      await dialog.getByRole('link', { name: 'Adicionar um destino' }).click();
      await page.getByRole('button', { name: 'Adicionar destino' }).click();
      const adding = dialogOf(page, 'Adicionar destino');
      await adding.getByLabel('Tipo').selectOption('email');
      await adding.getByLabel('Chave').fill('financeiro@loja.com.br');
      await expectGood(page, troubles);
      await picture(page, `new-destination-${name}`);
      await adding.getByRole('button', { name: 'Adicionar destino' }).click();
      await page.getByText('f***@l***.br').first().waitFor();
      await adding.waitFor({ state: 'detached' });
      expect(await page.content()).not.toContain('financeiro@loja');
      await expectGood(page, troubles);
      await picture(page, `destinations-${name}`);

      await page.goto(`${stage.gateway.url}/dashboard/payouts?open=new`, { waitUntil: 'load' });
      const all = dialog.getByRole('button', { name: /^Tudo o que está disponível/ });
      await all.click();
      const after = dialog.getByText('Saldo disponível depois');
      await after.waitFor();
      await expect.poll(() => dialog.innerText()).toMatch(/Saldo disponível depois\s+R\$\s0,00/);
      await dialog.getByLabel('Valor que chega').fill('10,00');
      await dialog.getByText('em segundos, por PIX').waitFor();
      await expect.poll(() => dialog.innerText()).toMatch(/Sai do saldo\s+R\$\s10,50/);
      await expectGood(page, troubles);
      await picture(page, `new-payout-${name}`);
      const before = await countPayouts();
      await dialog.getByRole('button', { name: /^Sacar R\$\s10,00/ }).dblclick();
      await page.waitForURL(/\/payouts\/\d+/);
      await page.getByText('Pago', { exact: true }).first().waitFor();
      expect(await countPayouts()).toBe(before + 1);
      const timeline = page.getByRole('region', { name: 'Linha do tempo' });
      await page
        .getByRole('table', { name: 'Lançamentos' })
        .getByRole('row', { name: /Saque -R\$/ })
        .first()
        .waitFor();
      await expect.poll(() => timeline.innerText()).toMatch(/Pago[\s\S]*pelo banco/);
      await expect.poll(() => timeline.innerText()).toContain('Enviado ao banco');
      await expect.poll(() => page.getByRole('main').innerText()).toMatch(/Debitado do saldo\s+R\$\s10,50/);
      await expectGood(page, troubles);
      await picture(page, `payout-${name}`);
      await page.getByRole('main').getByRole('link', { name: 'Saques' }).click();
      await heading(page, 'Saques');
      await page.locator('tbody tr').first().waitFor();
      // What was asked for there is done: nobody is asked for it again.
      expect(await page.getByRole('dialog').count()).toBe(0);
      await expectGood(page, troubles);
      await picture(page, `payouts-${name}`);
    },
  );

  it('is refused with the figures that help, before anything is asked for', async () => {
    await addKey('figuras');
    await setTerms('most_cents', 20_000);
    const { page } = await dashboard.open('/dashboard/payouts?open=new', { viewport: DESK });
    const dialog = dialogOf(page, 'Novo saque');
    await dialog.getByLabel('Valor que chega').fill('999.999,00');
    await dialog.getByText(/O limite por saque é R\$\s200,00/).waitFor();
    await setTerms('most_cents', null);
    await dialog.getByLabel('Valor que chega').fill('888.888,00');
    await dialog.getByText(/Faltam R\$/).waitFor();
  });

  it('needs a fresh password, and above the threshold says how to come by a second factor', async () => {
    await addKey('senha');
    await query("UPDATE dashboard_sessions SET confirmed_at = confirmed_at - interval '15 minutes'");
    await query('UPDATE companies SET confirm_above_cents = 100 WHERE id = 1');
    const before = await countPayouts();
    const { page } = await dashboard.open('/dashboard/payouts?open=new', { viewport: DESK });
    const dialog = dialogOf(page, 'Novo saque');
    await dialog.getByLabel('Valor que chega').fill('2,00');
    await dialog.getByRole('button', { name: /^Sacar R\$\s2,00/ }).click();
    const password = dialogOf(page, 'Confirme que é você');
    await password.getByLabel('Senha').fill('vintem-demo');
    await password.getByRole('button', { name: 'Confirmar' }).click();
    await dialog.getByRole('link', { name: 'Ativar a verificação em duas etapas' }).waitFor();
    expect(await countPayouts()).toBe(before);
    await query('UPDATE companies SET confirm_above_cents = NULL WHERE id = 1');
    await dialog.getByRole('button', { name: /^Sacar R\$\s2,00/ }).click();
    await page.waitForURL(/\/payouts\/\d+/);
    expect(await countPayouts()).toBe(before + 1);
  });

  it('that the interface wants a code for is asked for again with it', async () => {
    await addKey('codigo');
    const { page } = await dashboard.open('/dashboard/payouts?open=new', { viewport: DESK });
    const sent: { key: string | undefined; body: { otp?: string } }[] = [];
    await page.route('**/dashboard/api/payouts', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const { otp, ...body } = route.request().postDataJSON();
      sent.push({ key: route.request().headers()['idempotency-key'], body: { otp } });
      if (otp === '123456') return route.continue({ postData: body });
      return route.fulfill({
        status: 401,
        json: { code: 'OTP_REQUIRED', message: 'Informe o código da verificação em duas etapas', field: 'otp' },
      });
    });
    const dialog = dialogOf(page, 'Novo saque');
    await dialog.getByLabel('Valor que chega').fill('3,00');
    await dialog.getByRole('button', { name: /^Sacar R\$\s3,00/ }).click();
    await dialog.getByLabel('Código da verificação em duas etapas').fill('123456');
    await expectGood(page);
    await dialog.getByRole('button', { name: /^Sacar R\$\s3,00/ }).click();
    await page.waitForURL(/\/payouts\/\d+/);
    expect(sent.map(({ body }) => body.otp)).toEqual([undefined, '123456']);
    expect(sent.every(({ key: one }) => one)).toBe(true);
  });

  it('whose answer is lost is asked for again by the same key, and is one', async () => {
    await addKey('perdida');
    const before = await countPayouts();
    const { page } = await dashboard.open('/dashboard/payouts?open=new', { viewport: DESK });
    const keys: (string | undefined)[] = [];
    await page.route('**/dashboard/api/payouts', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    const dialog = dialogOf(page, 'Novo saque');
    await dialog.getByLabel('Valor que chega').fill('4,00');
    await dialog.getByRole('button', { name: /^Sacar R\$\s4,00/ }).click();
    await dialog.getByText('Ainda sem resposta.').waitFor();
    await page.waitForURL(/\/payouts\/\d+/);
    expect(new Set(keys).size).toBe(1);
    expect(await countPayouts()).toBe(before + 1);
  });
});

describe('four eyes', () => {
  it.each(BOTH)(
    'whoever asks waits and cancels; somebody else approves or refuses, on a %s',
    async (name, viewport) => {
      const destination = await addKey(`quatro-${name}`);
      await setTerms('needs_approval', true);
      const [first, second, third] = [
        await ask(500, destination),
        await ask(600, destination),
        await ask(700, destination),
      ];
      const { page, troubles } = await dashboard.open(`/dashboard/payouts/${first}`, { viewport });
      await page.getByText('quem pede não aprova', { exact: false }).waitFor();
      expect(await page.getByRole('button', { name: 'Aprovar' }).count()).toBe(0);
      await expectGood(page, troubles);
      await picture(page, `own-approval-${name}`);
      await page.getByRole('button', { name: 'Cancelar' }).click();
      await dialogOf(page, 'Cancelar o saque').getByRole('button', { name: 'Cancelar o saque' }).click();
      await page.getByText('Cancelado', { exact: true }).first().waitFor();

      const his = await logInAs('bruno@example.com');
      await his.setViewportSize(viewport);
      await his.getByRole('link', { name: /saques esperam aprovação/ }).waitFor();
      await picture(his, `home-approvals-${name}`);
      await his.getByRole('link', { name: /saques esperam aprovação/ }).click();
      await heading(his, 'Saques');
      await his.waitForURL(/status=AWAITING_APPROVAL/);
      await his.goto(`${stage.gateway.url}/dashboard/payouts/${second}`, { waitUntil: 'load' });
      await his.getByRole('button', { name: 'Aprovar' }).click();
      const approving = dialogOf(his, 'Aprovar o saque');
      await approving.waitFor();
      await expectGood(his);
      await picture(his, `approve-${name}`);
      await approving.getByRole('button', { name: /^Aprovar R\$\s6,00/ }).click();
      await his.getByText('Pago', { exact: true }).first().waitFor();
      expect(await his.getByRole('region', { name: 'Linha do tempo' }).innerText()).toContain('por Bruno Caixa');

      await his.goto(`${stage.gateway.url}/dashboard/payouts/${third}`, { waitUntil: 'load' });
      await his.getByRole('button', { name: 'Recusar' }).click();
      const refusing = dialogOf(his, 'Recusar o saque');
      expect(await refusing.getByRole('button', { name: 'Recusar o saque' }).isDisabled()).toBe(true);
      await refusing.getByLabel('Motivo').fill('fornecedor errado');
      await refusing.getByRole('button', { name: 'Recusar o saque' }).click();
      await his.getByText('“fornecedor errado”').waitFor();
      await expectGood(his);
      await picture(his, `refused-${name}`);
      await setTerms('needs_approval', false);
    },
  );

  it('says in the sidebar how many wait', async () => {
    const destination = await addKey('placa');
    await setTerms('needs_approval', true);
    const id = await ask(800, destination);
    const { page } = await dashboard.open('/dashboard/payouts', { viewport: DESK });
    await page.getByText('1 saque aguardando aprovação').waitFor({ state: 'attached' });
    await post(`/payouts/${id}/cancel`);
    await setTerms('needs_approval', false);
  });
});

describe('destinations and the schedule', () => {
  it.each(BOTH)('show what is on hold or blocked, and ask before one goes, on a %s', async (name, viewport) => {
    await removeAll();
    await addKey('usavel');
    await addKey('espera');
    await addKey('bloqueado');
    await query(
      `UPDATE payout_destinations SET usable_at = created_at + interval '1 day'
       WHERE id = (SELECT max(id) - 1 FROM payout_destinations)`,
    );
    await query(
      `UPDATE payout_destinations SET blocked_at = created_at, block_reason = 'chave ou conta desconhecida no banco'
       WHERE id = (SELECT max(id) FROM payout_destinations)`,
    );
    const { page, troubles } = await dashboard.open('/dashboard/companies/1?tab=destinations', { viewport });
    await page.getByText('Em espera', { exact: true }).waitFor();
    await page.getByText(/chave ou conta desconhecida no banco/).waitFor();
    await expectGood(page, troubles);
    await picture(page, `destination-states-${name}`);
    await page
      .getByRole('button', { name: /^Remover PIX/ })
      .first()
      .click();
    const removing = dialogOf(page, 'Remover o destino');
    await removing.getByRole('button', { name: 'Remover' }).click();
    await page.getByText('Bloqueado', { exact: true }).waitFor({ state: 'detached' });
  });

  it('takes no document of somebody else', async () => {
    const { page } = await dashboard.open('/dashboard/companies/1?tab=destinations', { viewport: DESK });
    await page.getByRole('button', { name: 'Adicionar destino' }).first().click();
    const adding = dialogOf(page, 'Adicionar destino');
    await adding.getByLabel('Tipo').selectOption('cpf');
    await adding.getByLabel('Chave').fill('529.982.247-25');
    await adding.getByText(/Precisa ser do próprio estabelecimento/).waitFor();
    expect(await adding.getByRole('button', { name: 'Adicionar destino' }).isDisabled()).toBe(true);
    await adding.getByLabel('Chave').fill('111');
    await adding.getByRole('button', { name: 'Adicionar destino' }).click();
    await adding.getByText('Confira o que foi escrito aqui.').waitFor();
    await adding.getByLabel('Tipo').selectOption('account');
    await expectGood(page);
    await picture(page, 'new-account-desk');
  });

  it.each(BOTH)('previews the next three runs as the interface saves them, on a %s', async (name, viewport) => {
    await stage.gateway.call('DELETE', '/companies/1/payout-schedule', { token: stage.gateway.token });
    await addKey(`agenda-${name}`);
    const { page, troubles } = await dashboard.open('/dashboard/companies/1?tab=destinations', { viewport });
    await page.getByLabel('Quando').selectOption('monthly');
    await page.getByLabel('Dia do mês').selectOption('31');
    await page.getByLabel('Manter em conta').fill('10,00');
    await page.getByText('Ainda não salvo.').waitFor();
    const runs = page.getByRole('region', { name: 'Agenda de saques' }).locator('ol li');
    const shown = await runs.allInnerTexts();
    expect(shown).toHaveLength(3);
    await expectGood(page, troubles);
    await picture(page, `schedule-${name}`);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Ainda não salvo.').waitFor({ state: 'detached' });
    expect(await runs.allInnerTexts()).toEqual(shown);
    const saved = (await stage.gateway.get('/companies/1/payout-schedule')).body;
    expect(saved).toMatchObject({ rhythm: 'monthly', day: 31, keep: 1_000, minimum: 1 });
    await page.reload();
    expect(await page.getByLabel('Dia do mês').inputValue()).toBe('31');
  });

  it('tells on the first page of a blocked destination and of a schedule that could not run', async () => {
    await query("UPDATE payout_destinations SET blocked_at = created_at, block_reason = 'chave desconhecida'");
    await query(
      `INSERT INTO payout_schedule_runs (company_id, day, due_on, ran_at, reason)
       VALUES (1, '2026-01-05', '2026-01-05', '2026-01-05T13:00:00Z', 'DESTINATION_INVALID')`,
    );
    const { page } = await dashboard.open('/dashboard', { viewport: DESK });
    await page.getByRole('link', { name: /um destino de saques foi bloqueado/ }).waitFor();
    await page.getByRole('link', { name: /o saque agendado de 05\/01 não saiu/ }).click();
    await page.getByText('Não saiu: o destino está bloqueado ou não serve').waitFor();
    await expectGood(page);
    await picture(page, 'schedule-not-made-desk');
  });
});

describe('lists', () => {
  it('keep state and period in the address, and export exactly those rows', async () => {
    const { page } = await dashboard.open('/dashboard/payouts?status=PAID', { viewport: DESK });
    await page.locator('tbody tr').first().waitFor();
    const rows = await page.locator('tbody tr').count();
    await page.getByRole('button', { name: 'Exportar' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^Excel/ }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(rows + 1);
    expect(lines.slice(1).every((line) => line.includes('PAID'))).toBe(true);
    await page.goto(`${stage.gateway.url}/dashboard/payouts?createdAtEnd=2020-01-01`, { waitUntil: 'load' });
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await page.locator('tbody tr').first().waitFor();
  });

  it.each([
    ['/payouts', 'Payouts'],
    ['/payouts/1', 'Payout 1'],
    ['/payouts?open=new', 'Payouts'],
    ['/companies/1?tab=destinations', 'Loja Demo'],
    ['/balances', 'Balances'],
  ])('%s speaks English, in the dark', async (path, title) => {
    const { page, troubles } = await dashboard.open(`/dashboard${path}${path.includes('?') ? '&' : '?'}lang=en`, {
      viewport: DESK,
      colorScheme: 'dark',
    });
    await expect.poll(() => page.title()).toMatch(new RegExp(`^${title}`));
    if (path.includes('open')) await page.getByRole('dialog').waitFor();
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectGood(page, troubles);
    }
    await picture(page, `english-${path.replaceAll(/\W/g, '-')}`);
  });
});

it('whoever only reads is offered nothing of it', async () => {
  await query("UPDATE users SET role = 'READER' WHERE email = 'bruno@example.com'");
  const page = await logInAs('bruno@example.com');
  for (const [path, name] of [
    ['/payouts', 'Saques'],
    ['/balances', 'Saldos'],
    ['/companies/1?tab=destinations', 'Loja Demo'],
    ['/payouts/1', 'R$'],
  ] as const) {
    await page.goto(`${stage.gateway.url}/dashboard${path}`, { waitUntil: 'load' });
    await heading(page, name);
    const words = ['Sacar', 'Novo saque', 'Adicionar destino', 'Cancelar', 'Aprovar', 'Salvar'];
    for (const word of words) {
      expect(await page.getByRole('button', { name: word }).count()).toBe(0);
      expect(await page.getByRole('main').getByRole('link', { name: word, exact: true }).count()).toBe(0);
    }
  }
});
