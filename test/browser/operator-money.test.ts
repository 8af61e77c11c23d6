/**
 * Goal: an operator finds whose unknown money is, has a day compared anew, and ends refunds and payouts that no bank
 * clears up, each with a reason; whoever may not is offered none of it. Method: a real browser against the real server,
 * in which no job runs: what banks leave behind stays as the test has made it.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayment, openCompany } from '../support/money.ts';
import { addOperator, OPERATORS_PASSWORD } from '../support/operator-calls.ts';
import { addComparison, addReceipt, leavePayoutSent, leaveRefundOpen } from '../support/operator-money.ts';
import { type Console, enterConsole, isThere, logInAs, pressFor } from './console-pages.ts';
import { expectGoodInEveryLook, type Stop, tour } from './looks.ts';
import { seriousFindings, setStage } from './pages.ts';

const DAY = '2026-11-16';
const REASON = 'Conferido no extrato';

let operator: Console;
let made: { receipt: number; payment: number; refund: number; payout: number; listed: number };
beforeAll(async () => {
  operator = await enterConsole(await setStage({ VINTEM_ROLE: 'api' }));
  const { gateway } = operator.stage;
  const shop = await openCompany(gateway);
  made = {
    payment: await createPayment(gateway, shop, 4_321),
    receipt: await addReceipt(gateway, 4_321),
    refund: await leaveRefundOpen(gateway, 2_500),
    payout: (await leavePayoutSent(gateway, 7_700)).id,
    listed: (await leavePayoutSent(gateway, 8_800)).id,
  };
  await addComparison(gateway, DAY);
  await addComparison(gateway, '2026-11-15');
  const { db } = gateway.database;
  await db.query(
    `INSERT INTO payout_findings (acquirer, kind, reference, our_cents, bank_cents, detected_at)
     VALUES ('sandbox', 'UNKNOWN_AT_BANK', 'folha-1', 0, 12345, now())`,
  );
  await db.query(
    `INSERT INTO acquirer_configs (name, kind, profile, sealed, created_at, updated_at)
     VALUES ('by-hand', 'manual', 'manual', 'none', now(), now())`,
  );
  await db.query("UPDATE payouts SET acquirer = 'by-hand' WHERE id = $1", [made.listed]);
  await db.query(
    `INSERT INTO manual_payouts (reference, acquirer, amount_cents, asked_at)
     SELECT reference, acquirer, amount_cents, requested_at FROM payouts WHERE id = $1`,
    [made.listed],
  );
});
afterAll(() => operator?.stage.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Fills the reason of the dialog that is open, and confirms. */
async function confirm(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: action });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByLabel('Motivo').fill(REASON);
  await button.click();
  await dialog.waitFor({ state: 'detached' });
}

const stop = (name: string, path: () => string, press?: RegExp): Stop => ({
  name,
  path,
  ready: async (page) => {
    await isThere(page);
    if (press) await pressFor(page, press);
  },
});

/** To look at, where somebody wants to. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['KEEP_PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true, animations: 'disabled' });
}

describe('unknown money', () => {
  it('is accessible in both schemes and languages, fits every width, and troubles nobody', () =>
    expectGoodInEveryLook({
      open: operator.open,
      path: '/operator/receipts',
      ready: isThere,
      picture: (page, lang, width) => picture(page, `unknown-money-${lang}-${width}`),
    }));
});

// Their addresses are opened below.
describe('what is decided about money', () =>
  tour({
    open: (...options) => operator.open(...options),
    stops: [
      stop('a receipt', () => `/operator/receipts/${made.receipt}`),
      stop('binding', () => `/operator/receipts/${made.receipt}`, /^(Vincular|Bind)$/),
      stop('booking', () => `/operator/receipts/${made.receipt}`, /^(Lançar|Book)$/),
      stop('compared days', () => '/operator/comparisons'),
      stop('a compared day', () => `/operator/comparisons/sandbox/${DAY}`),
      stop('refunds', () => '/operator/refunds'),
      stop('ending a refund', () => '/operator/refunds', /^(Encerrar|End)$/),
      stop('payouts', () => '/operator/payouts'),
      stop('a payout', () => `/operator/payouts/${made.payout}`),
      stop('ending a payout', () => `/operator/payouts/${made.payout}`, /^(Encerrar|End)$/),
      stop('findings', () => '/operator/payouts?tab=findings'),
      stop('lists', () => '/operator/payouts?tab=lists'),
      stop('taking a list', () => '/operator/payouts?tab=lists', /Fazer a lista|Make the list/),
    ],
    picture: (page, name, lang, width) => picture(page, `${name.replaceAll(' ', '-')}-${lang}-${width}`),
  }));

describe('an operator', () => {
  it('binds unknown money to its transaction, and books another', async () => {
    const { page, troubles } = await operator.open('/operator');
    await page.getByRole('link', { name: /^Dinheiro sem dono/ }).click();
    await heading(page, 'Dinheiro sem dono');
    await page
      .getByRole('row', { name: /R\$ 43,21/ })
      .getByRole('link')
      .click();
    await page.getByRole('button', { name: 'Vincular' }).click();
    await page.getByLabel('Id da transação').fill(String(made.payment));
    await confirm(page, 'Vincular R$ 43,21');
    await page.getByText('De uma transação').waitFor();
    await page.getByText(`Vinculado à transação ${made.payment}`).waitFor();
    const { body } = await operator.stage.gateway.get(`/transactions/${made.payment}`);
    expect(body).toMatchObject({ status: 2 });

    const other = await addReceipt(operator.stage.gateway, 999);
    await page.goto(`${operator.stage.gateway.url}/operator/receipts/${other}`);
    await page.getByRole('button', { name: 'Lançar' }).click();
    await page.getByRole('radio', { name: 'Um estabelecimento' }).check();
    await page.getByLabel('Id do estabelecimento').fill('1');
    await confirm(page, 'Lançar R$ 9,99');
    await page.getByText('R$ 9,99 para o estabelecimento 1').waitFor();
    expect(troubles).toEqual([]);
  });

  it('is told in plain words why money is not a transaction’s', async () => {
    const { gateway } = operator.stage;
    const receipt = await addReceipt(gateway, 1_111);
    const { page } = await operator.open(`/operator/receipts/${receipt}`);
    await page.getByRole('button', { name: 'Vincular' }).click();
    await page.getByLabel('Id da transação').fill(String(made.payment));
    await page.getByLabel('Motivo').fill(REASON);
    await page.getByRole('button', { name: 'Vincular R$ 11,11' }).click();
    await page.getByRole('alert').filter({ hasText: 'is of 4321 cents' }).waitFor();
  });

  it('has a day compared anew', async () => {
    const { page, troubles } = await operator.open('/operator/comparisons');
    await page.getByRole('link', { name: '16/11/2026' }).click();
    await page.getByRole('row', { name: /Recebido R\$ 10,00 R\$ 30,00 R\$ 20,00/ }).waitFor();
    await page.getByRole('button', { name: 'Conferir de novo' }).click();
    await confirm(page, 'Conferir de novo');
    await page.getByText('Será conferido de novo').first().waitFor();
    expect(troubles).toEqual([]);
  });

  it('ends a refund as the account shows', async () => {
    const { page, troubles } = await operator.open('/operator/refunds');
    await page.getByText('O banco não diz nada dela').waitFor();
    await page.getByRole('button', { name: 'Encerrar' }).click();
    await page.getByRole('radio', { name: 'O pagador tem o dinheiro' }).check();
    await confirm(page, 'Encerrar R$ 25,00');
    await page.getByText('Nenhuma devolução em andamento').waitFor();
    await page.getByText('Todos', { exact: true }).click();
    await page.getByText('Devolvida').waitFor();
    expect(troubles).toEqual([]);
  });

  it('ends a payout, and says what was done about a finding', async () => {
    const { page, troubles } = await operator.open('/operator/payouts');
    await page.getByRole('link', { name: `Saque ${made.payout}`, exact: true }).click();
    await page.getByRole('heading', { name: 'Linha do tempo' }).waitFor();
    await page.getByText('f***@l***.example').waitFor();
    await page.getByRole('button', { name: 'Encerrar' }).click();
    await page.getByRole('radio', { name: 'O dinheiro saiu da conta' }).check();
    await confirm(page, 'Encerrar R$ 77,00');
    await page.getByText('Pago', { exact: true }).first().waitFor();
    await page.goto(`${operator.stage.gateway.url}/operator/payouts?tab=findings`);
    await page.getByRole('button', { name: 'Resolver' }).click();
    await confirm(page, 'Resolver');
    await page.getByText('Os bancos veem os saques como nós').waitFor();
    expect(troubles).toEqual([]);
  });

  it('takes a list to pay by hand, and ends its line', async () => {
    const { page, troubles } = await operator.open('/operator/payouts?tab=lists');
    await page.getByText('1 saque, R$ 88,00').waitFor();
    await page.getByRole('button', { name: 'Fazer a lista' }).click();
    const download = page.waitForEvent('download');
    await confirm(page, 'Baixar');
    const file = await download;
    expect(file.suggestedFilename()).toBe('by-hand-1.csv');
    expect(await readFile(await file.path(), 'utf8')).toContain('financeiro@loja.example');
    await page.getByRole('link', { name: 'by-hand, lista 1' }).click();
    await heading(page, 'by-hand, lista 1');
    await page.getByText('f***@l***.example').waitFor();
    expect(await page.content()).not.toContain('financeiro@loja.example');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Encerrar' }).click();
    await page.getByRole('radio', { name: /^Não saiu e não sairá/ }).check();
    await confirm(page, 'Encerrar R$ 88,00');
    await page.getByText('Está na lista 1: cuide para que ninguém o pague.').waitFor();
    await page.getByText('Falhou').waitFor();
    expect(troubles).toEqual([]);
  });

  it('of support reads all of it, and decides nothing', async () => {
    const { gateway } = operator.stage;
    await addOperator(gateway, 'SUPPORT', 'apoio@plataforma.example');
    const { payout, receipt } = {
      payout: (await leavePayoutSent(gateway, 6_600)).id,
      receipt: await addReceipt(gateway, 2_222),
    };
    const { page } = await operator.stage.open('/operator/login');
    await logInAs(page, 'apoio@plataforma.example', OPERATORS_PASSWORD);
    await heading(page, 'Painel');
    for (const [path, text] of [
      [`/receipts/${receipt}`, 'Em aberto'],
      [`/payouts/${payout}`, 'Enviado ao banco'],
      [`/comparisons/sandbox/${DAY}`, 'Recebido'],
      ['/payouts?tab=lists', 'Nada espera por uma lista.'],
    ] as const) {
      await page.goto(`${gateway.url}/operator${path}`);
      await page.getByText(text).first().waitFor();
      const offered = /^(Vincular|Lançar|Encerrar|Conferir de novo|Fazer a lista)$/;
      expect(await page.getByRole('button', { name: offered }).count()).toBe(0);
    }
  });
});
