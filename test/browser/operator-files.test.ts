import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILE_BANK, type FileBank, openFileBank } from '../support/cnab240/file-bank.ts';
import { readPayment } from '../support/money.ts';
import { type Console, enterConsole } from './console-pages.ts';
import { expectGoodInEveryLook } from './looks.ts';
import { setStage } from './pages.ts';

let operator: Console;
let files: FileBank;
beforeAll(async () => {
  operator = await enterConsole(await setStage({ SANDBOX_CLOCK: 'on' }));
  files = await openFileBank(operator.stage.gateway);
});
afterAll(async () => {
  await operator?.stage.close();
  await files?.close();
});

const choose = (page: Page, content: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name: 'CBR0001.RET', mimeType: 'text/plain', buffer: content });

/** Presses a button whose work needs the password of just now. */
const ageSessions = () =>
  operator.stage.gateway.database.db.query(
    "UPDATE dashboard_sessions SET confirmed_at = confirmed_at - interval '15 minutes'",
  );

async function confirmPassword(page: Page): Promise<void> {
  const confirm = page.getByRole('dialog', { name: 'Confirme que é você' });
  await confirm.getByLabel('Senha').fill('vintem-demo');
  await confirm.getByRole('button', { name: 'Confirmar' }).click();
}

/** By the interface, for what this test is not about. */
async function exchange(page: Page): Promise<Buffer> {
  await page.goto(`${operator.stage.gateway.url}/operator/files/${FILE_BANK}`);
  await page.getByRole('button', { name: 'Gerar remessa agora' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Gerar remessa agora' }).click();
  const done = page.getByText(/^Remessa \d+ gerada$/);
  await done.first().waitFor();
  const number = (/\d+/.exec(await done.first().innerText()) ?? [''])[0];
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: `Baixar Remessa ${number}`, exact: true }).click();
  files.bring(readFileSync(await (await saved).path()));
  return files.retorno();
}

describe('files of boletos', () => {
  it('go out, come back, are seen before they are applied, and do what was seen', async () => {
    const id = await files.sell();
    const { page, troubles } = await operator.open('/operator');
    await page.getByRole('link', { name: 'Arquivos de boletos' }).click();
    await page.getByRole('link', { name: `${FILE_BANK} (bb)` }).click();
    await page.getByText('1 instrução').waitFor();
    const retorno = await exchange(page);

    await page.getByRole('link', { name: 'Conferir um retorno' }).click();
    await choose(page, Buffer.from(retorno.toString('latin1').replace('0001300001', '0001300007'), 'latin1'));
    await page.getByRole('alert').filter({ hasText: 'Linha 3, coluna 9' }).waitFor();
    await choose(page, retorno);
    await page.getByRole('heading', { name: 'O que o arquivo faria' }).waitFor();
    await page.getByText('enviado → registrado').waitFor();
    const { gateway } = operator.stage;
    expect(await readPayment(gateway, files.shop, id)).toMatchObject({ registration: { status: 'WAITING' } });
    await ageSessions();
    await page.getByRole('button', { name: 'Aplicar este retorno' }).click();
    const dialog = page.getByRole('dialog', { name: /^Aplicar o retorno/ });
    await dialog.getByText('1 linha muda um boleto.').waitFor();
    await dialog.getByRole('button', { name: 'Aplicar este retorno' }).click();
    await confirmPassword(page);
    await page.getByText(/^Retorno \d+ aplicado$/).waitFor();
    await page
      .getByRole('row', { name: /^Retorno/ })
      .first()
      .waitFor();
    await expect.poll(async () => (await readPayment(gateway, files.shop, id)).registration.status).toBe('REGISTERED');

    await page.goto(`${gateway.url}/operator/files/${FILE_BANK}/retorno`);
    await choose(page, retorno);
    await page.getByText('Este arquivo já foi aplicado.').waitFor();
    expect(await page.getByRole('button', { name: 'Aplicar este retorno' }).count()).toBe(0);
    expect(troubles.filter((trouble) => !/40[03]/.test(trouble))).toEqual([]);
  });

  it('that would do something else by now are shown anew, and nothing was applied', async () => {
    const id = await files.sell();
    const { page } = await operator.open('/operator');
    const retorno = await exchange(page);
    await page.getByRole('link', { name: 'Conferir um retorno' }).click();
    await choose(page, retorno);
    await page.getByText('enviado → registrado').waitFor();
    const { gateway } = operator.stage;
    await gateway.post(`/transactions/${id}/cancel`, {}, files.shop.session);
    await page.getByRole('button', { name: 'Aplicar este retorno' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Aplicar este retorno' }).click();
    await page.getByText(/^Desde a prévia algo mudou/).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Aplicar este retorno' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Aplicar este retorno' }).click();
    await page.getByText(/^Retorno \d+ aplicado$/).waitFor();
  });

  it('of every kind of line are accessible in both schemes and languages, and fit every width', async () => {
    await files.sell({ due_date: files.day(1), fine: { percent: 200 }, interest: { monthly_percent: 100 } });
    await files.sell();
    const { page: mine } = await operator.open('/operator');
    await exchange(mine);
    await files.pass(5);
    const [late, wrong] = files.bank.titles().slice(-2) as unknown as [{ number: string }, { number: string }];
    files.bank.pay(late.number);
    files.bank.chargeFee(late.number, 199);
    files.bank.pay(wrong.number, { amountCents: 99_000 });
    files.bank.say(wrong.number, { code: '99' });
    files.bank.say(wrong.number, { code: '26', motives: ['16'] });
    files.bank.addStranger({ number: '12345679999999999', amountCents: 7_700, reference: 'x', day: files.day(-1) });
    const retorno = files.retorno();
    await expectGoodInEveryLook({
      open: operator.open,
      path: `/operator/files/${FILE_BANK}/retorno`,
      ready: async (page) => {
        await choose(page, retorno);
        await page.getByRole('heading', { name: /^(O que o arquivo faria|What the file would do)$/ }).waitFor();
      },
    });
  });
});
