import { writeFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSymbols } from '../ground/brazil/readers.ts';
import { waitWithPix } from '../support/boletos.ts';
import { saoPauloDay, withValue } from '../support/contract.ts';
import { boletoBody, orderBody } from '../support/orders.ts';
import { expectGoodInBothSchemes, expectToFit } from './looks.ts';
import { overflowOf, type Stage, setStage } from './pages.ts';

const PHONE = { width: 360, height: 640 };
/** Past the end of a PIX code, and before the safety net cancels it. */
const CODE_IS_OVER_SECONDS = 30 * 60 + 5;

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage?.close());

interface Created {
  id: number;
  path: string;
  pix_qr_code: string;
  order_number: string;
  boleto_digitable_line: string;
}

async function create(body: unknown = orderBody()): Promise<Created> {
  const { transaction } = (await stage.gateway.post('/payments/order', body)).body;
  return { ...transaction, path: new URL(transaction.payment_url).pathname };
}
const act = (payment: Created, action: string, body?: object) =>
  stage.gateway.post(`/sandbox/transactions/${payment.id}/${action}`, body);
const advance = (seconds: number) => stage.gateway.post('/sandbox/clock', { advance_seconds: seconds });

/** With terms, and not registered yet: all that the page of a boleto can show. */
async function createBoletoWithPix(): Promise<Created> {
  const { pix_qr_code } = await create();
  const terms = {
    fine: { percent: 200 },
    interest: { monthly_percent: 100 },
    discounts: [{ until: saoPauloDay(2), amount: 1 }],
  };
  const boleto = await create(boletoBody({ payment: { type: 'invoice', installments: 1, ...terms } }));
  await waitWithPix(stage.gateway.database.db, boleto.id, pix_qr_code);
  return { ...boleto, pix_qr_code };
}

async function createdIn(state: string): Promise<Created> {
  if (state === 'boleto') return create(boletoBody());
  if (state === 'boleto-with-pix') return createBoletoWithPix();
  if (state === 'not-paid') return create(withValue(orderBody(), 'customer.email', 'recusado@vintem.dev'));
  const payment = await create();
  if (state === 'preparing') {
    await stage.gateway.database.db.query(
      'UPDATE payments SET response_data_subacquirer_integration = NULL WHERE id = $1',
      [payment.id],
    );
  }
  if (state === 'checking') {
    await stage.gateway.database.db.query(
      `UPDATE payments SET expires_at = expires_at - interval '31 minutes' WHERE id = $1`,
      [payment.id],
    );
  }
  if (['paid', 'partly-refunded', 'refunded'].includes(state)) await act(payment, 'pay');
  if (state === 'partly-refunded')
    await stage.gateway.post('/payments/pix/refund', { transaction_id: payment.id, amount: 12.34 });
  if (state === 'refunded') await stage.gateway.post('/payments/pix/refund', { transaction_id: payment.id });
  return payment;
}

const STATES = [
  'preparing',
  'waiting',
  'boleto',
  'boleto-with-pix',
  'checking',
  'paid',
  'not-paid',
  'partly-refunded',
  'refunded',
  'unknown',
] as const;

describe('the way of a payer', () => {
  it('waits, pays in the bank’s app, and sees it received without a reload', async () => {
    const payment = await create();
    const { page, troubles } = await stage.open(payment.path, { viewport: PHONE });
    // Whoever asks learns nothing: the stream alone can tell.
    await page.route('**/status', (route) => route.fulfill({ status: 204 }));
    await page.getByText('Aguardando pagamento').waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe(payment.pix_qr_code);
    await page.evaluate('window.stayed = true');
    await act(payment, 'pay');
    await page.getByRole('heading', { name: 'Pagamento recebido' }).waitFor();
    expect(await page.evaluate('window.stayed')).toBe(true);
    expect(await page.title()).toBe('Pagamento recebido · Loja Demo');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    expect(await page.getByRole('status').textContent()).toBe('Pagamento recebido');
    expect(troubles).toEqual([]);
  });

  it('plays the payer by the button of the sandbox, and the page turns by itself', async () => {
    const { path } = await create();
    const { page, troubles } = await stage.open(path);
    await page.evaluate('window.stayed = true');
    await page.getByRole('button', { name: 'Pagar como o pagador' }).click();
    await page.getByRole('heading', { name: 'Pagamento recebido' }).waitFor();
    expect(await page.evaluate('window.stayed')).toBe(true);
    expect(troubles).toEqual([]);
  });

  it('copies the code; the button says so and goes back, also after a second click', async () => {
    const payment = await create();
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page } = await stage.open(payment.path, { viewport: PHONE, permissions });
    await page.getByRole('button', { name: 'Copiar código PIX' }).click();
    await page.getByRole('button', { name: 'Código copiado' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(payment.pix_qr_code);
    expect(await page.getByRole('status').textContent()).toBe('Código copiado');
    await page.getByRole('button', { name: 'Copiar código PIX' }).waitFor();
    expect(await page.getByRole('img', { name: /QR code/ }).isVisible()).toBe(true);
  });

  it('copies where there is no clipboard, as over plain http on a phone', async () => {
    const payment = await create();
    const { page } = await stage.open(payment.path, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.evaluate('window.readBack = navigator.clipboard.readText.bind(navigator.clipboard)');
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
    await page.getByRole('button', { name: 'Copiar código PIX' }).click();
    await page.getByRole('button', { name: 'Código copiado' }).waitFor();
    expect(await page.evaluate('window.readBack()')).toBe(payment.pix_qr_code);
  });

  it('comes back to a page that was frozen: it asks at once', async () => {
    const payment = await create();
    const { page } = await stage.openNew('/healthz');
    // No stream gets through, and on a clock that stands still the net of questions never comes round.
    await page.route('**/events', (route) => route.abort());
    await page.clock.install();
    await page.goto(stage.gateway.url + payment.path);
    await page.evaluate(`Object.defineProperty(document, 'hidden', { value: true, configurable: true })`);
    await page.clock.pauseAt(((await page.evaluate('Date.now()')) as number) + 60_000);
    await act(payment, 'pay');
    expect(await page.getByText('Aguardando pagamento').isVisible()).toBe(true);
    await page.evaluate(`Object.defineProperty(document, 'hidden', { value: false, configurable: true })`);
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByRole('heading', { name: 'Pagamento recebido' }).waitFor();
  });

  it('has no stream, and is told all the same', async () => {
    const payment = await create();
    const { page } = await stage.open(payment.path);
    await page.route('**/events', (route) => route.fulfill({ status: 503, body: '' }));
    await page.reload();
    await act(payment, 'pay');
    await page.getByRole('heading', { name: 'Pagamento recebido' }).waitFor();
  });

  it('runs no script: everything is there, and the button of the sandbox leads back', async () => {
    const payment = await create();
    const { page } = await stage.open(payment.path, { viewport: PHONE, javaScriptEnabled: false });
    expect(await page.getByRole('textbox', { name: 'PIX copia e cola' }).inputValue()).toBe(payment.pix_qr_code);
    expect(await page.getByRole('img', { name: /QR code/ }).isVisible()).toBe(true);
    for (const words of ['R$ 100,00', '11.222.333/0001-81', payment.order_number]) {
      expect(await page.getByText(words).first().isVisible()).toBe(true);
    }
    expect(await page.locator('meta[http-equiv=refresh]').getAttribute('content')).toBe('15');
    await page.getByRole('button', { name: 'Pagar como o pagador' }).click();
    await page.getByRole('heading', { name: 'Pagamento recebido' }).waitFor();
  });

  it('changes the language and stays where it is', async () => {
    const { path } = await create();
    const { page, troubles } = await stage.open(path);
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Copy PIX code' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.getByRole('button', { name: 'Pay as the payer' }).click();
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
    await page.getByRole('link', { name: 'Português' }).click();
    await page.getByRole('heading', { name: 'Pagamento recebido' }).waitFor();
    expect(troubles).toEqual([]);
  });

  it('pays a boleto: line in groups, document, due date', async () => {
    const payment = await create(boletoBody());
    const { page, troubles } = await stage.open(payment.path, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copiar linha digitável' }).click();
    await page.getByRole('button', { name: 'Linha copiada' }).waitFor();
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(copied.replaceAll(/\D/g, '')).toBe(payment.boleto_digitable_line);
    const href = await page.getByRole('link', { name: 'Abrir o boleto em PDF' }).getAttribute('href');
    expect((await page.request.get(stage.gateway.url + href)).headers()['content-type']).toBe('application/pdf');
    await act(payment, 'pay');
    await page.getByRole('heading', { name: 'Pagamento recebido' }).waitFor();
    expect(troubles).toEqual([]);
  });

  it('pays a boleto that has a PIX code: each button copies its own code, the picture comes first on a desk', async () => {
    const payment = await createBoletoWithPix();
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, troubles } = await stage.open(payment.path, { permissions });
    const copied = async () => (await page.evaluate('navigator.clipboard.readText()')) as string;
    await page.getByRole('button', { name: 'Copiar código PIX' }).click();
    await page.getByRole('button', { name: 'Código copiado' }).waitFor();
    expect(await copied()).toBe(payment.pix_qr_code);
    await page.getByRole('button', { name: 'Copiar linha digitável' }).click();
    await page.getByRole('button', { name: 'Linha copiada' }).waitFor();
    expect((await copied()).replaceAll(/\D/g, '')).toBe(payment.boleto_digitable_line);
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    const picture = page.getByRole('img', { name: /QR code/ });
    const button = page.getByRole('button', { name: /PIX|Código copiado/ });
    expect(await topOf(picture)).toBeLessThan(await topOf(button));
    await page.setViewportSize(PHONE);
    expect(await topOf(button)).toBeLessThan(await topOf(picture));
    expect(troubles).toEqual([]);
  });

  it('a phone of 360 × 640 shows the button and the whole picture above the fold, and the picture can be read', async () => {
    const payment = await create();
    const { page } = await stage.open(payment.path, { viewport: PHONE, deviceScaleFactor: 2 });
    for (const part of [
      page.getByRole('button', { name: 'Copiar código PIX' }),
      page.getByRole('img', { name: /QR code/ }),
    ]) {
      const box = await part.boundingBox();
      expect(box && box.y + box.height).toBeLessThanOrEqual(PHONE.height);
    }
    const picture = await page.screenshot();
    if (process.env['KEEP_PICTURES']) writeFileSync(`${process.env['KEEP_PICTURES']}/qr.png`, picture);
    expect(await readSymbols(picture)).toEqual([payment.pix_qr_code]);
  });
});

describe('every state, in both languages and both schemes', () => {
  it.each(STATES.flatMap((state) => ['pt-BR', 'en'].map((lang) => ({ state, lang }))))(
    '$state in $lang: nothing serious for axe, nothing too wide, no trouble',
    async ({ state, lang }) => {
      const path = state === 'unknown' ? '/pay/nobody' : (await createdIn(state)).path;
      const { page, troubles } = await stage.open(`${path}?lang=${lang}`, { viewport: PHONE });
      await page.locator('details').evaluateAll((all) => {
        for (const one of all) one.setAttribute('open', '');
      });
      await expectGoodInBothSchemes(page);
      await expectToFit(page);
      expect(troubles.filter((trouble) => state !== 'unknown' || !trouble.includes('404'))).toEqual([]);
    },
  );

  it('names of any length break nothing at 360', async () => {
    const { db } = stage.gateway.database;
    const payment = await create(withValue(orderBody(), 'items[0].name', 'W'.repeat(200)));
    await db.query(`UPDATE companies SET name = $1 WHERE id = (SELECT company_id FROM payments WHERE id = $2)`, [
      'W'.repeat(80),
      payment.id,
    ]);
    try {
      const { page } = await stage.open(payment.path, { viewport: PHONE });
      await page.locator('summary').click();
      expect(await overflowOf(page)).toBe(0);
    } finally {
      await db.query(
        `UPDATE companies SET name = 'Loja Demo' WHERE id = (SELECT company_id FROM payments WHERE id = $1)`,
        [payment.id],
      );
    }
  });

  // Last: the clock moves for every payment of this database, and never back.
  it('the code runs out while the page is open: it says what to do, and that money on its way is not lost', async () => {
    const payment = await create();
    const { page, troubles } = await stage.open(payment.path);
    await advance(24 * 60);
    await page.locator('.left.soon').waitFor();
    await advance(CODE_IS_OVER_SECONDS - 24 * 60);
    await page.getByRole('heading', { name: 'O prazo terminou' }).waitFor();
    expect(await page.getByText('Não pague de novo').isVisible()).toBe(true);
    expect(await page.getByRole('textbox').count()).toBe(0);
    await act(payment, 'pay', { paid_at: new Date().toISOString() });
    await page.getByRole('heading', { name: 'Pagamento recebido' }).waitFor();
    expect(troubles).toEqual([]);
  });
});
