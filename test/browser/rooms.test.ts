import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withValue } from '../support/contract.ts';
import { boletoBody, orderOf } from '../support/orders.ts';
import { type Dashboard, DEMO_PASSWORD, enterDashboard, logIn } from './dashboard-pages.ts';
import { expectGoodInEveryLook, type Stop, tour } from './looks.ts';
import { setStage } from './pages.ts';
import { openSession } from './sessions.ts';

let dashboard: Dashboard;
let paid: { id: number; order_number: string };
/** Paid after it had been cancelled here: nobody knows whose money it is. */
let late: { id: number };

const post = async (path: string, body?: unknown) => (await dashboard.stage.gateway.post(path, body)).body;
const create = async (body: unknown) => (await post('/payments/order', body)).transaction;

beforeAll(async () => {
  dashboard = await enterDashboard(await setStage());
  paid = await create(orderOf(12_345));
  await post(`/sandbox/transactions/${paid.id}/pay`);
  await post('/payments/pix/refund', { transaction_id: paid.id, amount: 23.45, description: 'item faltando' });
  const boleto = await create(withValue(boletoBody(), 'customer.name', 'João Pereira'));
  await post(`/sandbox/transactions/${boleto.id}/pay`);
  late = await create(
    withValue(withValue(orderOf(8_000), 'customer.document', '11144477735'), 'customer.name', 'Ana Lima'),
  );
  await post(`/transactions/${late.id}/cancel`);
  await post(`/sandbox/transactions/${late.id}/pay`);
});
afterAll(() => dashboard?.stage.close());

const open = (path: string, width = 1280) => dashboard.open(`/dashboard${path}`, { viewport: { width, height: 800 } });
const rows = (page: Page) => page.locator('tbody tr').first().waitFor();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const dialog = (page: Page) => page.getByRole('dialog').waitFor();

const CASES: Omit<Stop, 'name'>[] = [
  {
    path: () => '/dashboard/statement?from=2020-01-01&to=2020-01-03',
    ready: (page) => page.getByRole('link', { name: /próximos 30|next 30/ }).waitFor(),
  },
  { path: () => '/dashboard/refunds/1', ready: rows },
  {
    path: () => '/dashboard/customers/1',
    ready: async (page) => {
      await rows(page);
      await page.getByRole('button', { name: /^(Mostrar|Show)$/ }).click();
    },
  },
];

describe.each(CASES.map((one) => [one.path(), one] as const))('the room at %s', (path, { ready }) => {
  it('is accessible in both schemes and languages, fits every width, and troubles nobody', () =>
    expectGoodInEveryLook({ open: dashboard.open, path, ready }));
});

const stop = (path: string, ready: Stop['ready']): Stop => ({ name: path, path: () => `/dashboard${path}`, ready });
const chart = (page: Page) => page.locator('svg[role=img]').waitFor();

// Their addresses are opened below.
describe('the rooms', () =>
  tour({
    open: (...options) => dashboard.open(...options),
    stops: [
      stop('', chart),
      stop('?from=2020-01-01&to=2020-01-03', (page) => page.getByText(/2019/).first().waitFor()),
      stop('/balances', chart),
      stop('/statement', rows),
      stop('/refunds', rows),
      stop('/customers', rows),
      stop('/customers?q=Nobody', (page) => page.getByRole('button', { name: /Limpar|Clear/ }).waitFor()),
      stop('/divergences', async (page) => {
        await page.getByRole('button', { name: /^(Resolver|Resolve)$/ }).click();
        await dialog(page);
      }),
      stop('/events', async (page) => {
        await page.locator('tbody a').first().click();
        await dialog(page);
      }),
    ],
  }));

describe('home', () => {
  it('counts what was paid, keeps the period in the address, and leads to the list behind a figure', async () => {
    const opened = await open('/');
    const { page } = opened;
    const received = page.getByRole('link', { name: /^Recebido/ });
    await received.waitFor();
    expect(await received.innerText()).toContain('R$\u00a0223,45');
    await page.getByLabel('Período').selectOption('last7');
    await page.waitForURL(/period=last7/);
    await page.reload();
    expect(await page.getByLabel('Período').inputValue()).toBe('last7');
    await received.click();
    await page.waitForURL(/\/transactions\?paidAtStart=\d{4}-\d{2}-\d{2}&paidAtEnd=/);
    // The address changes first; until the list has come, the rows are those of the page that was left.
    await heading(page, 'Transações');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    expect(opened.troubles).toEqual([]);
  });

  it('shows the figures of a chart as a table, whose days open their list', async () => {
    const { page } = await open('/');
    await page.getByText('Tabela', { exact: true }).click();
    const table = page.getByRole('table', { name: /por dia/ });
    expect(await table.locator('tbody tr').count()).toBe(30);
    await table.getByRole('link').last().click();
    await page.waitForURL(/paidAtStart=/);
  });

  it('ticks the first steps by itself, and goes when all are done, for whoever did them', async () => {
    const { page } = await open('/');
    const steps = page.getByRole('region', { name: 'Primeiros passos' });
    await steps.waitFor();
    expect(await steps.innerText()).toContain('2 de 4 feitos');
    await post('/webhooks', { url: 'https://example.com/vintem' });
    await page.reload();
    await steps.getByText('3 de 4 feitos').waitFor();
    const item = { name: 'Camiseta', quantity: 1, price: 4_000 };
    await post('/payment-links', { company_id: 1, title: 'Camiseta', methods: ['pix'], items: [item] });
    await page.reload();
    await page.getByRole('heading', { name: 'Últimos pagamentos' }).waitFor();
    await page.getByRole('link', { name: /^Recebido/ }).waitFor();
    await steps.waitFor({ state: 'detached' });
    await page.context().clearCookies();
    await page.goto(`${dashboard.stage.gateway.url}/dashboard/login`);
    await logIn(page, 'parceiro@vintem.dev');
    await steps.waitFor();
  });

  it('names what needs attention, with the page where it is put right', async () => {
    const { page } = await open('/');
    await page.getByRole('link', { name: '1 divergência com a adquirente' }).click();
    await page.getByRole('heading', { name: 'Dinheiro tardio' }).waitFor();
  });
});

describe('money', () => {
  it('leads from the agenda to the statement of that day', async () => {
    const { page } = await open('/balances');
    await page
      .getByRole('table', { name: /^Agenda/ })
      .getByRole('link')
      .first()
      .click();
    await page.waitForURL(/\/statement\?company_id=1&from=(\d{4}-\d{2}-\d{2})&to=\1/);
    await heading(page, 'Extrato');
    await page.locator('tbody').getByText('Venda').first().waitFor();
  });

  it('shows the balance after each entry, and gives the same period as a file', async () => {
    const { page } = await open('/statement?limit=10');
    await rows(page);
    const { body } = await dashboard.stage.gateway.get('/companies/1/statement?limit=100');
    const last = page.locator('tbody tr').last().locator('td').last();
    const closing = (body.closing_balance / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
    expect(await last.innerText()).toBe(closing);
    for (const [name, extension, beginning] of [
      [/^Planilha/, 'csv', '\uFEFFData;Hora;'],
      [/^API/, 'csv', 'id,available_at,'],
      [/OFX/, 'ofx', 'OFXHEADER:100'],
    ] as const) {
      await page.getByRole('button', { name: 'Exportar' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`statement-1.${extension}`);
      expect(readFileSync(await download.path(), 'utf8').startsWith(beginning)).toBe(true);
    }
  });

  it('opens a refund with who gave back what', async () => {
    const { page } = await open('/refunds?status=REFUNDED');
    await page.getByRole('link', { name: 'Devolução 1' }).click();
    await page.getByText('item faltando').waitFor();
    const legs = page.getByRole('table', { name: 'Quem devolve' });
    expect(await legs.innerText()).toContain('R$\u00a023,45');
    await page.getByRole('main').getByRole('link', { name: 'Devoluções' }).click();
    await page.waitForURL(/\/refunds\?status=REFUNDED/);
  });

  it('takes a text of ten characters for a divergence, and keeps it', async () => {
    const { page } = await open('/divergences');
    await page.getByRole('button', { name: 'Resolver' }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Resolver' });
    await page.getByLabel('O que foi feito').fill('curto    ');
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('O que foi feito').fill('devolvido ao pagador pelo banco');
    await confirm.click();
    await page.getByText('Tudo confere').waitFor();
    await page.getByText('Resolvidas', { exact: true }).click();
    await page.waitForURL(/resolved=true/);
    await page.reload();
    await page.getByText('devolvido ao pagador pelo banco').waitFor();
  });
});

describe('customers and events', () => {
  it('finds by name or document, and shows a document only when asked', async () => {
    const { page } = await open('/customers');
    await rows(page);
    expect(await page.locator('tbody').innerText()).not.toContain('529.982');
    await page.getByRole('searchbox').fill('111.444');
    await page.waitForURL(/q=111\.444/);
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Ana Lima' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ana Lima' }).waitFor();
    expect(await page.getByText('***.444.777-**').count()).toBe(1);
    await page.getByRole('button', { name: 'Mostrar' }).click();
    await page.getByText('111.444.777-35').waitFor();
    await page.goBack();
    expect(await page.getByRole('searchbox').inputValue()).toBe('111.444');
  });

  it('keeps an open event and the filter across a reload, and Back closes it', async () => {
    const { page } = await open('/events?event=payment.refunded');
    await rows(page);
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.locator('tbody a').first().click();
    await dialog(page);
    await page.reload();
    await dialog(page);
    expect(await page.getByRole('dialog').innerText()).toContain('"refund_amount": 2345');
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toContain('event=payment.refunded');
  });

  it('gives a customer a copy of the data, and removes them when asked to', async () => {
    const customer = { name: 'Bento Livre', document: '39053344705' };
    const order = Object.entries(customer).reduce(
      (body, [field, value]) => withValue(body, `customer.${field}`, value),
      orderOf(5_000),
    );
    const { id } = await create(order);
    await post(`/sandbox/transactions/${id}/pay`);
    const { page } = await open('/customers?q=Bento');
    await page.getByRole('link', { name: customer.name }).click();
    const privacy = page.getByRole('region', { name: 'Privacidade' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      privacy.getByRole('button', { name: 'Exportar os dados' }).click(),
    ]);
    const file = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(file).toMatchObject({ customer, transactions: [{ id }] });
    await privacy.getByRole('button', { name: 'Remover os dados' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remover os dados' }).click();
    await heading(page, 'Dados removidos');
    await privacy.waitFor({ state: 'detached' });
    expect(await page.getByRole('main').innerText()).not.toContain(customer.document);
    await page.getByRole('row', { name: 'R$\u00a050,00' }).waitFor();
  });

  it('says what went wrong where it went wrong, and tries again', async () => {
    const { page } = await open('/settings');
    let isBroken = true;
    await page.route('**/dashboard/api/customers?*', (route) =>
      isBroken
        ? route.fulfill({
            status: 400,
            json: { code: 'VALIDATION_ERROR', message: 'Dados inválidos', error: 'broken' },
          })
        : route.continue(),
    );
    await page.getByRole('link', { name: 'Clientes' }).click();
    await page.getByRole('alert').getByText('Dados inválidos').waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await rows(page);
  });
});

describe('an account without anything', () => {
  it('says on every page what will be there, and what to do next', async () => {
    const { stage } = dashboard;
    const partner = { email: 'parceiro@vintem.dev', password: DEMO_PASSWORD };
    const storageState = await openSession(stage.gateway, 'dashboard', partner);
    const { page } = await stage.open('/dashboard', { storageState });
    await page.getByText('Nenhum pagamento neste período').waitFor();
    await page.getByText('Nada precisa de você agora.').waitFor();
    for (const [name, text] of [
      ['Saldos', 'Nada a receber nos próximos 30 dias'],
      ['Extrato', 'Sem movimento neste período'],
      ['Devoluções', 'Nenhuma devolução ainda'],
      ['Clientes', 'Nenhum cliente ainda'],
      ['Divergências', 'Tudo confere'],
      ['Eventos', 'Nenhum evento ainda'],
    ] as const) {
      await page.getByRole('navigation').getByRole('link', { name }).click();
      await page.getByText(text).waitFor();
    }
  });
});
