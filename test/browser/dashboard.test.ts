import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dashboard, enterDashboard, logIn } from './dashboard-pages.ts';
import { setStage } from './pages.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await enterDashboard(await setStage());
});
afterAll(() => dashboard?.stage.close());

const refundsOf = async (id: number) =>
  (await dashboard.stage.gateway.get(`/transactions/${id}`)).body.refunds as { amount: number }[];

describe('the login', () => {
  it('has the names that people and programs look for', async () => {
    const opened = await dashboard.stage.open('/dashboard/login');
    const { page } = opened;
    await page.getByLabel('E-mail').waitFor();
    expect(await page.getByLabel('E-mail').count()).toBe(1);
    expect(await page.getByLabel('Senha').count()).toBe(1);
    expect(await page.locator('label').allTextContents()).toEqual(['E-mail', 'Senha']);
    expect(await page.getByRole('button', { name: 'Entrar' }).count()).toBe(1);
    await logIn(page);
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Início']);
    for (const name of [
      'Transações',
      'Links de pagamento',
      'Clientes',
      'Saldos',
      'Extrato',
      'Devoluções',
      'Webhooks',
      'Estabelecimentos',
    ])
      expect([name, await page.getByRole('link', { name, exact: true }).count()]).toEqual([name, 1]);
    expect(opened.troubles).toEqual([]);
  });

  it.each(['/dashboard', '/dashboard/transactions'])(
    'a first visit to %s leads there without an error',
    async (path) => {
      const { page, troubles } = await dashboard.stage.open(path);
      await page.getByRole('button', { name: 'Entrar' }).waitFor();
      expect(troubles).toEqual([]);
    },
  );

  it('keeps the e-mail when the password is wrong, and says so where the focus is', async () => {
    const { page } = await dashboard.stage.open('/dashboard/login');
    await page.getByLabel('E-mail').fill('demo@vintem.dev');
    await page.getByLabel('Senha').fill('not it');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByText('E-mail ou senha inválidos').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe('demo@vintem.dev');
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert');
  });

  it('brings one to where one wanted to go, and never elsewhere', async () => {
    const { page } = await dashboard.stage.open('/dashboard/transactions?status=2');
    await page.waitForURL(/\/dashboard\/login\?next=/);
    await page.getByLabel('E-mail').fill('demo@vintem.dev');
    await page.getByLabel('Senha').fill('vintem-demo');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('heading', { name: 'Transações' }).waitFor();
    expect(page.url()).toContain('/dashboard/transactions?status=2');
    const lured = await dashboard.stage.open('/dashboard/login?next=//evil.example');
    await logIn(lured.page);
  });

  it('is there in one click for whoever only looks around', async () => {
    const { page } = await dashboard.stage.open('/dashboard/login');
    await page.getByRole('button', { name: 'Usar a conta de demonstração' }).click();
    await page.getByRole('heading', { name: 'Início' }).waitFor();
  });

  it('five clicks lead from the login to a payment that is paid', async () => {
    const { page, troubles } = await dashboard.stage.open('/dashboard/login');
    await page.getByRole('button', { name: 'Usar a conta de demonstração' }).click();
    const steps = page.getByRole('region', { name: 'Primeiros passos' });
    await steps.getByRole('link', { name: 'Cobrar', exact: true }).click();
    await page.getByRole('button', { name: 'Preencher com dados de teste' }).click();
    await page.getByRole('button', { name: /^Cobrar R\$/ }).click();
    await page.getByRole('heading', { name: 'Cobrança criada' }).waitFor();
    await page.getByRole('button', { name: 'Pagar', exact: true }).click();
    await page.getByText('Paga', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Pagar', exact: true }).count()).toBe(0);
    expect(troubles).toEqual([]);
  });
});

describe('transactions as a file', () => {
  it.each([
    { name: /^Excel no Brasil/, isChosen: true, head: '\uFEFForder_number;amount\r\n', amount: ';100,00\r\n' },
    { name: /^CSV simples/, isChosen: false, head: 'order_number,amount\r\n', amount: ',10000\r\n' },
  ])('as $name reads it', async ({ name, isChosen, head, amount }) => {
    const payment = await dashboard.createPayment();
    const { page, troubles } = await dashboard.open('/dashboard/transactions?status=2');
    await page.getByRole('row', { name: payment.order_number }).waitFor();
    await page.getByRole('button', { name: 'Exportar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Exportar transações' });
    await dialog.getByRole('checkbox').first().waitFor();
    for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
    for (const column of ['Pedido', 'Valor']) await dialog.getByRole('checkbox', { name: column, exact: true }).check();
    expect(await dialog.getByRole('radio', { name }).isChecked()).toBe(isChosen);
    await dialog.getByRole('radio', { name }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Baixar CSV' }).click(),
    ]);
    const file = readFileSync(await download.path(), 'utf8');
    expect(file.slice(0, head.length)).toBe(head);
    expect(file).toContain(payment.order_number + amount);
    await dialog.waitFor({ state: 'hidden' });
    expect(troubles).toEqual([]);
  });
});

describe('the way of a refund', () => {
  it('from the list to a part given back, once', async () => {
    const payment = await dashboard.createPayment();
    const waiting = await dashboard.createPayment({ isPaid: false });
    const opened = await dashboard.open('/dashboard/transactions?status=2');
    const { page } = opened;
    await page.getByRole('row', { name: payment.order_number }).waitFor();
    expect(await page.getByRole('row', { name: waiting.order_number }).count()).toBe(0);
    await page.getByRole('link', { name: payment.order_number }).click();
    await page.waitForURL(new RegExp(`/dashboard/transactions/${payment.id}`));
    await page.getByText('Paga', { exact: true }).first().waitFor();
    await page.getByText('R$ 100,00', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Devolver', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Uma parte' }).check();
    await dialog.getByRole('textbox').first().fill('33,34');
    await dialog.getByRole('button', { name: 'Devolver R$ 33,34' }).dblclick();
    await page.getByText('Parte devolvida', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect((await refundsOf(payment.id)).map(({ amount }) => amount)).toEqual([3_334]);
    expect(opened.troubles).toEqual([]);
  });

  it('Back brings the filters back, and a reload keeps what was open', async () => {
    const payment = await dashboard.createPayment();
    const { page } = await dashboard.open('/dashboard/transactions?status=2&type=pix');
    await page.getByRole('link', { name: payment.order_number }).click();
    await page.getByRole('button', { name: 'Devolver', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.reload();
    await page.getByRole('dialog').getByRole('radio', { name: 'Uma parte' }).waitFor();
    await page.keyboard.press('Escape');
    await page.goBack();
    await page.goBack();
    await page.getByText('Status: Paga').waitFor();
    expect(page.url()).toMatch(/status=2&type=pix/);
  });

  it('asked again after "not known yet" is the same refund', async () => {
    const payment = await dashboard.createPayment();
    const { page } = await dashboard.open(`/dashboard/transactions/${payment.id}?open=refund`);
    const keys: (string | undefined)[] = [];
    await page.route('**/payments/pix/refund', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      const body = { success: false, statusCode: 503, code: 'ACQUIRER_UNAVAILABLE', message: 'x', error: 'x' };
      // The refund happens, and the answer is lost.
      await route.fetch();
      await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: body });
    });
    await page.getByRole('button', { name: 'Devolver R$ 100,00' }).click();
    await page.getByText('Não peça outra devolução').waitFor();
    await page.getByText('Devolvida', { exact: true }).waitFor();
    expect(new Set(keys).size).toBe(1);
    expect(await refundsOf(payment.id)).toHaveLength(1);
  });

  it('needs no mouse', async () => {
    const payment = await dashboard.createPayment();
    const { page } = await dashboard.open('/dashboard');
    await page.getByRole('heading', { name: 'Início' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    // The home page has rows of its own.
    await page.getByRole('heading', { name: 'Transações' }).waitFor();
    await page.getByRole('row', { name: payment.order_number }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: payment.order_number }).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('dialog').waitFor();
    const part = page.getByRole('radio', { name: 'Uma parte' });
    for (let n = 0; n < 6 && !(await part.evaluate('(e) => e === document.activeElement || e.checked')); n++)
      await page.keyboard.press((await isRadioFocused()) ? 'ArrowDown' : 'Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    await page.getByText('Parte devolvida', { exact: true }).waitFor();
    expect((await refundsOf(payment.id)).map(({ amount }) => amount)).toEqual([1_000]);

    async function isRadioFocused() {
      return page.evaluate('document.activeElement.type === "radio"');
    }
  });
});

describe('work that is interrupted', () => {
  it('a session that ends in the middle of a form leaves the form as it was', async () => {
    const { page } = await dashboard.stage.open('/dashboard/login');
    await logIn(page);
    await page.goto(`${dashboard.stage.gateway.url}/dashboard/settings`);
    await page.getByLabel('Nome').fill('Maria em trabalho');
    await page.context().clearCookies({ name: 'vintem_session' });
    await page.getByRole('button', { name: 'Salvar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await dialog.getByLabel('Senha').fill('vintem-demo');
    await dialog.getByRole('button', { name: 'Entrar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Nome').inputValue()).toBe('Maria em trabalho');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Perfil salvo').waitFor();
  });

  it('what was refused before somebody logged in again, and told later, asks nobody again', async () => {
    const { page } = await dashboard.stage.open('/dashboard/login');
    await logIn(page);
    await page.goto(`${dashboard.stage.gateway.url}/dashboard/settings`);
    await page.getByLabel('Nome').fill('Maria, mais tarde');
    await page.context().clearCookies({ name: 'vintem_session' });
    const held = new Promise<() => Promise<void>>((resolve) => {
      void page.route('**/dashboard/api/users/me', async (route) => {
        const response = await route.fetch();
        resolve(() => route.fulfill({ response }));
      });
    });
    await page.getByRole('button', { name: 'Salvar' }).click();
    const answer = await held;
    // By force: what the page asked for while it was opened may have brought the dialog already.
    await page.getByRole('link', { name: 'Clientes', exact: true }).click({ force: true });
    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await dialog.getByLabel('Senha').fill('vintem-demo');
    await dialog.getByRole('button', { name: 'Entrar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const told = page.waitForResponse('**/dashboard/api/users/me');
    await answer();
    expect((await told).status()).toBe(401);
    await page.getByRole('link', { name: 'Saldos', exact: true }).click({ timeout: 10_000 });
    await page.getByRole('heading', { level: 1, name: 'Saldos' }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it('says when nothing answers, keeps what it shows, and goes on by itself', async () => {
    const payment = await dashboard.createPayment();
    const { page } = await dashboard.open('/dashboard/transactions');
    await page.getByRole('row', { name: payment.order_number }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('Sem resposta do servidor. O que está na tela').waitFor();
    await page.context().setOffline(false);
    await page.getByText('Sem resposta do servidor. O que está na tela').waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: payment.order_number }).waitFor();
  });

  it('what was asked for before the connection went does not hide that it is gone', async () => {
    const { page } = await dashboard.open('/dashboard/transactions');
    const away = page.getByText('Sem resposta do servidor. O que está na tela');
    const held = new Promise<() => Promise<void>>((resolve) => {
      void page.route('**/dashboard/api/customers*', async (route) => {
        const response = await route.fetch();
        resolve(() => route.fulfill({ response }));
      });
    });
    await page.getByRole('link', { name: 'Clientes', exact: true }).click();
    const answer = await held;
    await page.context().setOffline(true);
    await away.waitFor();
    await answer();
    await page.getByRole('row').nth(1).waitFor();
    expect(await away.isVisible()).toBe(true);
    await page.context().setOffline(false);
    await away.waitFor({ state: 'hidden' });
  });

  it('logging out in one window ends it in the others', async () => {
    const { page } = await dashboard.stage.open('/dashboard/login');
    await logIn(page);
    const second = await page.context().newPage();
    await second.goto(`${dashboard.stage.gateway.url}/dashboard/settings`);
    await second.getByRole('heading', { name: 'Ajustes' }).waitFor();
    await page.getByRole('button', { name: 'Sua conta' }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await second.waitForURL(/\/dashboard\/login/);
  });
});

describe('what is live', () => {
  it('a payment turns to paid without a reload', async () => {
    const payment = await dashboard.createPayment({ isPaid: false });
    const { page } = await dashboard.open(`/dashboard/transactions/${payment.id}`);
    await page.getByText('Aguardando', { exact: true }).waitFor();
    await page.evaluate('window.stayed = true');
    await dashboard.stage.gateway.post(`/sandbox/transactions/${payment.id}/pay`);
    await page.getByText('Paga', { exact: true }).waitFor();
    expect(await page.evaluate('window.stayed')).toBe(true);
  });

  it('seven windows of one browser load all the same', async () => {
    const { page } = await dashboard.open('/dashboard/transactions');
    const pages = [page];
    for (let n = 1; n < 7; n++) {
      const next = await page.context().newPage();
      await next.goto(`${dashboard.stage.gateway.url}/dashboard/transactions`);
      pages.push(next);
    }
    for (const one of pages) await one.getByRole('heading', { name: 'Transações' }).waitFor();
  });
});

describe('where one is', () => {
  it('is one page of the settings, not the one above it as well', async () => {
    const { page } = await dashboard.open('/dashboard/settings/users');
    await page.getByRole('heading', { level: 1, name: 'Usuários' }).waitFor();
    expect(await page.locator('main a[aria-current=page]').allTextContents()).toEqual(['Usuários']);
    expect(await page.getByRole('navigation').first().locator('a[aria-current=page]').allTextContents()).toEqual([
      'Ajustes',
    ]);
  });
});

describe('languages', () => {
  it('by address and by a click, and the page says which', async () => {
    const { page } = await dashboard.open('/dashboard/transactions?lang=en');
    await page.getByRole('heading', { name: 'Transactions' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    await page.getByRole('button', { name: 'Português' }).click();
    await page.getByRole('heading', { name: 'Transações' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('pt-BR');
    expect(page.url()).not.toContain('lang=');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Transactions' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Transactions' }).waitFor();
  });
});

describe('filters and views', () => {
  it('a view is saved, found again and removed', async () => {
    await dashboard.createPayment();
    const { page } = await dashboard.open('/dashboard/transactions?status=2');
    await page.getByRole('button', { name: 'Visões' }).click();
    await page.getByLabel('Nome da visão').fill('Pagas');
    await page.getByRole('button', { name: 'Salvar esta visão' }).click();
    await page.getByRole('link', { name: 'Pagas', exact: true }).waitFor();
    await page.goto(`${dashboard.stage.gateway.url}/dashboard/transactions`);
    await page.getByRole('button', { name: 'Visões' }).click();
    await page.getByRole('link', { name: 'Pagas', exact: true }).click();
    await page.getByText('Status: Paga').waitFor();
    await page.getByRole('button', { name: 'Visões' }).click();
    await page.getByRole('button', { name: 'Remover Pagas' }).click();
    await page.getByText('Nenhuma visão salva').waitFor();
  });

  it('a filter is chosen in the dialog, seen as a chip, and removed there', async () => {
    const { page } = await dashboard.open('/dashboard/transactions');
    await page.getByRole('button', { name: 'Filtro' }).click();
    await page.getByRole('checkbox', { name: 'Não paga' }).check();
    await page.getByLabel('Valor mínimo').fill('50');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await page.getByText('Status: Não paga').waitFor();
    expect(page.url()).toMatch(/status=3&amountStart=5000|amountStart=5000&status=3/);
    await page.getByRole('button', { name: 'Remover o filtro Status' }).click();
    await page.getByText('Status: Não paga').waitFor({ state: 'hidden' });
    expect(page.url()).not.toContain('status=3');
  });

  it('the palette leads to pages and to a transaction by its id', async () => {
    const payment = await dashboard.createPayment();
    const { page } = await dashboard.open('/dashboard/settings');
    await page.getByRole('heading', { name: 'Ajustes' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(String(payment.id));
    await page.getByRole('option', { name: `Abrir a transação ${payment.id}` }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: payment.order_number }).waitFor();
  });
});
