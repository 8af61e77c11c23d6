/**
 * Goal: whoever charges gives a boleto another due date, is told what is wrong, and sees what the bank has yet to
 * answer. Method: a real browser on the transaction's page. What only a bank that answers later leaves behind is
 * written into the row.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/ground/brazil/local-dates.rules.ts';
import { boletoBody } from '../support/orders.ts';
import { type Dashboard, enterDashboard } from './dashboard-pages.ts';
import { overflowOf, type Stage, seriousFindings, setStage } from './pages.ts';

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 800 };
const LANGUAGES = ['pt-BR', 'en'] as const;

let stage: Stage;
let dashboard: Dashboard;
beforeAll(async () => {
  stage = await setStage();
  dashboard = await enterDashboard(stage);
});
afterAll(() => stage?.close());

interface Boleto {
  id: number;
  due_date: string;
}

async function orderBoleto(terms: object = {}): Promise<Boleto> {
  const body = boletoBody({ payment: { type: 'invoice', installments: 1, ...terms } });
  return (await stage.gateway.post('/payments/order', body)).body.transaction;
}

const store = ({ id }: Boleto, column: 'registration' | 'requested_change', value: object) =>
  stage.gateway.database.db.query(`UPDATE payments SET ${column} = $2 WHERE id = $1`, [id, JSON.stringify(value)]);

/** To look at, where somebody wants to. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['KEEP_PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

async function expectGood(page: Page, troubles: string[] = []): Promise<void> {
  expect(await overflowOf(page)).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  expect(troubles).toEqual([]);
}

describe('another due date', () => {
  it.each([
    ['phone', PHONE],
    ['desk', DESK],
  ])('is chosen in a dialog that says what it means, and is there, on a %s', async (name, viewport) => {
    const boleto = await orderBoleto({ fine: { percent: 200 }, interest: { monthly_percent: 100 } });
    const { page, troubles } = await dashboard.open(`/dashboard/transactions/${boleto.id}`, { viewport });
    await page.getByRole('button', { name: 'Mudar vencimento' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mudar vencimento' });
    const field = dialog.getByLabel('Novo vencimento');
    const submit = dialog.getByRole('button', { name: 'Mudar vencimento' });
    await dialog.getByText(/^Vencimento atual:/).waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await field.fill('2020-01-02');
    await dialog.getByText('Escolha um dia a partir de hoje').waitFor();
    await picture(page, `due-date-wrong-${name}`);
    const next = addDays(boleto.due_date, 7);
    await field.fill(next);
    await dialog.getByText(/^Vence em \d\d\/\d\d .* multa de 2% e juros de 1% ao mês\. Pode ser pago até/).waitFor();
    await picture(page, `due-date-${name}`);
    await expectGood(page, troubles);
    await submit.click();
    const [year, month, day] = next.split('-');
    await page.getByText(`O boleto agora vence em ${day}/${month}/${year}`).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const { body } = await stage.gateway.get(`/transactions/${boleto.id}`);
    expect(body.due_date).toBe(next);
    await expectGood(page, troubles);
  });

  it('is refused with the reason, and the dialog stays', async () => {
    const boleto = await orderBoleto();
    const { page } = await dashboard.open(`/dashboard/transactions/${boleto.id}?open=due-date`, { viewport: DESK });
    const dialog = page.getByRole('dialog', { name: 'Mudar vencimento' });
    await dialog.getByLabel('Novo vencimento').fill(addDays(boleto.due_date, 7));
    // Somebody else has just asked for another one.
    const requestedAt = new Date().toISOString();
    await store(boleto, 'requested_change', { kind: 'due_date', dueDate: addDays(boleto.due_date, 9), requestedAt });
    await dialog.getByRole('button', { name: 'Mudar vencimento' }).click();
    await dialog.getByText('Outro pedido sobre este boleto ainda aguarda a resposta do banco').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('cannot be before the last discount', async () => {
    const boleto = await orderBoleto();
    const discounts = [{ until: boleto.due_date, percent: 100 }];
    const { id } = await orderBoleto({ discounts });
    const { page } = await dashboard.open(`/dashboard/transactions/${id}?open=due-date`, { viewport: DESK });
    await page.getByLabel('Novo vencimento').fill(addDays(boleto.due_date, -1));
    await page.getByText('Não pode ser antes do último desconto').waitFor();
  });
});

describe('what the bank has yet to answer', () => {
  it.each(LANGUAGES)('is shown beside a button that waits for it, in %s', async (lang) => {
    const boleto = await orderBoleto();
    const dueDate = addDays(boleto.due_date, 7);
    await store(boleto, 'registration', { status: 'WAITING', registeredAt: null, reason: null });
    await store(boleto, 'requested_change', { kind: 'due_date', dueDate, requestedAt: new Date().toISOString() });
    for (const viewport of [PHONE, DESK]) {
      const path = `/dashboard/transactions/${boleto.id}?lang=${lang}`;
      const { page, troubles, leave } = await dashboard.open(path, { viewport });
      const names = lang === 'en' ? ['Change due date', 'Asked of the bank'] : ['Mudar vencimento', 'Pedido ao banco'];
      const [button = '', row = ''] = names;
      await page.getByText(row, { exact: true }).waitFor();
      await page.getByText(lang === 'en' ? /^waiting for the bank/ : /^aguardando o banco/).waitFor();
      expect(await page.getByRole('button', { name: button }).isDisabled()).toBe(true);
      await picture(page, `due-date-asked-${lang}-${viewport.width}`);
      await expectGood(page, troubles);
      await leave();
    }
  });

  it('is a cancellation as well', async () => {
    const boleto = await orderBoleto();
    await store(boleto, 'requested_change', { kind: 'cancel', requestedAt: new Date().toISOString() });
    const { page } = await dashboard.open(`/dashboard/transactions/${boleto.id}`, { viewport: DESK });
    await page.getByText(/^cancelamento, pedido em .*ainda pode ser pago$/).waitFor();
  });
});

describe('a boleto that the bank has rejected', () => {
  it.each(LANGUAGES)('says why, and what to do, in %s', async (lang) => {
    const boleto = await orderBoleto();
    await stage.gateway.post(`/sandbox/transactions/${boleto.id}/fail`);
    await store(boleto, 'registration', { status: 'REJECTED', registeredAt: null, reason: 'CPF do pagador inválido' });
    const { page, troubles } = await dashboard.open(`/dashboard/transactions/${boleto.id}?lang=${lang}`, {
      viewport: PHONE,
    });
    const text = lang === 'en' ? /^rejected: CPF do pagador inválido/ : /^recusado: CPF do pagador inválido/;
    await page.getByText(text).waitFor();
    expect(await page.getByText(lang === 'en' ? 'Change due date' : 'Mudar vencimento').count()).toBe(0);
    await picture(page, `due-date-rejected-${lang}`);
    await expectGood(page, troubles);
  });
});
