import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, storedRows } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { FORM, ledTo, linksOf, paymentAt } from '../../support/links.ts';

const PAY_PAGE = /^\/pay\/[\w-]{52}$/;
const ADDRESS = { zip_code: '01310-100', line_1: 'Av. Paulista, 1000', city: 'São Paulo', state: 'SP' };

let gateway: TestGateway;
let links: ReturnType<typeof linksOf>;
beforeAll(async () => {
  gateway = await startTestGateway();
  links = linksOf(gateway);
});
afterAll(() => gateway.close());

const act = async (path: string | null, action: string) =>
  gateway.post(`/sandbox/transactions/${(await paymentAt(gateway, path)).id}/${action}`);
const detailsOf = async (path: string | null) =>
  (await gateway.get(`/transactions/${(await paymentAt(gateway, path)).id}`)).body;
const keyIn = ({ body }: ApiAnswer) => /name="key" value="([0-9a-f]{32})"/.exec(body)?.[1] ?? '';
const payments = async () => (await storedRows(gateway)).payments;

describe('the page of a link', () => {
  it('shows what is sold, by whom and for how much, and asks for the payer’s data', async () => {
    const { slug } = await links.make({ description: 'Algodão\nazul' });
    const { status, headers, body } = await links.open(slug);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    for (const words of ['Camiseta azul', 'Algodão\nazul', 'Loja Demo', 'R$\u00a060,00', 'R$\u00a040,00', 'Sedex'])
      expect(body).toContain(words);
    for (const label of ['Nome', 'E-mail', 'CPF ou CNPJ', 'Telefone']) expect(body).toMatch(`>${label}</label>`);
    expect(body).toMatch(/<button[^>]*type="submit">Pagar<\/button>/);
    expect(body).not.toMatch(/ style=|<style|<script>/);
  });

  it('in English, with ?lang=en, which the way to the payer’s page keeps', async () => {
    const { slug } = await links.make();
    const { body } = await links.open(slug, '?lang=en');
    expect(body).toContain('<html lang="en">');
    expect(body).toContain(`action="/l/${slug}?lang=en"`);
    expect(body).not.toContain('Telefone');
    const sent = await gateway.call('POST', `/l/${slug}?lang=en`, {
      rawBody: new URLSearchParams(FORM).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
    });
    expect(ledTo(sent)).toMatch(/^\/pay\/[\w-]{52}\?lang=en$/);
  });

  it('fills in test data, in the sandbox only', async () => {
    const { slug } = await links.make();
    expect((await links.open(slug)).body).toContain(`href="/l/${slug}?fill=test"`);
    expect((await links.open(slug)).body).not.toContain('value="Maria da Silva"');
    expect((await links.open(slug, '?fill=test')).body).toContain('value="Maria da Silva"');
  });

  it.each(['nao-existe', 'x', 'ABC', '%3Cscript%3E', '..%2F..', '%00abc', 'a'.repeat(200)])(
    '%s leads nowhere, in words',
    async (slug) => {
      for (const answer of [await links.open(slug), await links.order(slug)]) {
        expect(answer.status).toBe(404);
        expect(answer.body).toContain('Link não encontrado');
        expect(answer.body).not.toContain('<script>');
      }
      expectError(await gateway.call('GET', `/l/${slug}/qr.png`), { status: 404, code: 'PAYMENT_LINK_NOT_FOUND' });
    },
  );

  it('has a QR code to print', async () => {
    const { slug } = await links.make();
    const { status, headers } = await gateway.call('GET', `/l/${slug}/qr.png`);
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'image/png' });
  });

  it('what a merchant or a payer writes never becomes markup', async () => {
    const evil = `"><script>alert(1)</script><img src=x onerror='alert(1)'>\`\${1}`;
    const link = await links.make({
      title: evil,
      description: evil,
      inactive_message: evil,
      items: [{ name: evil, quantity: 1, price: 4_000 }],
      shipping: { name: evil, price: 100 },
    });
    const again = await links.order(link.slug, { name: evil, email: evil, document: evil, phone: evil, method: evil });
    const pages = [(await links.open(link.slug)).body, again.body];
    await links.change(link.id, { status: 'DISABLED' });
    pages.push((await links.open(link.slug)).body);
    for (const page of pages) {
      expect(page).toContain('&lt;script&gt;alert(1)');
      expect(page).not.toContain('<script>');
      expect(page).not.toContain('<img src=x');
    }
  });
});

describe('the form', () => {
  it('makes the order and leads to the payer’s page', async () => {
    const link = await links.make({ metadata: { campanha: 'natal' }, success_url: 'https://loja.com.br/obrigado' });
    const path = ledTo(await links.order(link.slug));
    expect(path).toMatch(PAY_PAGE);
    expect(await detailsOf(path)).toMatchObject({
      amount: 6_000,
      company_id: 1,
      payment_link_id: link.id,
      metadata: { campanha: 'natal' },
      customer: { name: 'João Pereira', email: 'joao@example.com', document: '39053344705' },
    });
    expect(await links.read(link.id)).toMatchObject({ open_count: 1, paid_count: 0, paid_amount: 0, remaining: null });
    await act(path, 'pay');
    expect(await links.read(link.id)).toMatchObject({ open_count: 0, paid_count: 1, paid_amount: 6_000 });
    expect((await gateway.call('GET', path as string)).body).toContain('href="https://loja.com.br/obrigado"');
  });

  it('takes as many units as the link allows', async () => {
    const link = await links.make({
      quantity: { min: 2, max: 5 },
      items: [{ name: 'Par', quantity: 2, price: 1_000 }],
    });
    for (const quantity of ['1', '6', '2.5', 'x', '']) {
      const { status, body } = await links.order(link.slug, { quantity });
      expect(status).toBe(400);
      expect(body).toMatch(/id="quantity-problem"/);
    }
    const details = await detailsOf(ledTo(await links.order(link.slug, { quantity: '3' })));
    expect(details).toMatchObject({ amount: 8_000, items: [{ name: 'Par', quantity: 6, price: 1_000 }] });
  });

  it('takes the amount that the payer writes, within its bounds, as one item', async () => {
    const open_amount = { min: 1_000, max: 50_000, suggested: [2_000, 5_000] };
    const { slug } = await links.make({ items: [], shipping: undefined, open_amount });
    for (const amount of ['9,99', '500,01', 'dez', '', '-20', '10,000']) {
      const { status, body } = await links.order(slug, { amount });
      expect({ amount, status }).toEqual({ amount, status: 400 });
      expect(body).toMatch(/id="amount-problem"/);
    }
    expect((await links.order(slug, { suggested: '777' })).status).toBe(400);
    const amountOf = async (form: Record<string, string>) => detailsOf(ledTo(await links.order(slug, form)));
    expect(await amountOf({ amount: 'R$ 123,45', suggested: '2000' })).toMatchObject({
      amount: 12_345,
      items: [{ name: 'Camiseta azul', quantity: 1, price: 12_345 }],
    });
    expect(await amountOf({ suggested: '2000' })).toMatchObject({ amount: 2_000 });
  });

  it('gives a boleto the terms of the link, and a PIX none', async () => {
    const terms = { fine: { percent: 200 }, interest: { monthly_percent: 100 } };
    const { slug } = await links.make({ ...terms, collect_address: 'never' });
    const boleto = await detailsOf(ledTo(await links.order(slug, { method: 'invoice' })));
    expect(boleto).toMatchObject({ ...terms, payable_days_after_due: 30, discounts: [] });
    expect(await detailsOf(ledTo(await links.order(slug)))).toMatchObject({ payment_type: 'pix', fine: null });
  });

  it('asks whoever chooses the boleto for an address, and sets its due date', async () => {
    const { slug } = await links.make({ due_days: 7 });
    const { status, body } = await links.order(slug, { method: 'invoice' });
    expect(status).toBe(400);
    for (const field of ['zip_code', 'line_1', 'city', 'state']) expect(body).toContain(`id="${field}-problem"`);
    const details = await detailsOf(ledTo(await links.order(slug, { method: 'invoice', ...ADDRESS })));
    const dueIn = (Date.parse(details.due_date) - Date.parse(details.created_at)) / 86_400_000;
    expect(details.payment_type).toBe('invoice');
    expect(Math.round(dueIn)).toBeGreaterThanOrEqual(6);
    const never = await links.make({ collect_address: 'never' });
    expect(ledTo(await links.order(never.slug, { method: 'invoice' }))).toMatch(PAY_PAGE);
    const always = await links.make({ collect_address: 'always', methods: ['pix'] });
    expect((await links.order(always.slug)).status).toBe(400);
    expect(ledTo(await links.order(always.slug, ADDRESS))).toMatch(PAY_PAGE);
  });

  it.each([
    ['name', '', 'Informe o nome.'],
    ['name', 'a\u202eb', 'Escreva o nome'],
    ['name', 'x'.repeat(121), 'Escreva o nome'],
    ['email', 'maria@', 'Confira o e-mail'],
    ['document', '111.111.111-11', 'Confira os números'],
    ['document', '390.533.447-06', 'Confira os números'],
    ['phone', '91234-5678', 'Escreva o DDD'],
    ['phone', '(00) 91234-5678', 'Escreva o DDD'],
    ['method', 'credit', 'Esta forma de pagamento'],
  ])('says beside %s=%j what is wrong, keeps what was typed, stores nothing', async (field, value, words) => {
    const { slug } = await links.make();
    const before = await payments();
    const { status, body } = await links.order(slug, { [field]: value });
    expect(status).toBe(400);
    expect(body).toMatch(new RegExp(`id="${field}-problem">${words}`));
    expect(body).toContain('Confira os campos marcados');
    for (const [name, typed] of Object.entries(FORM))
      if (name !== field && name !== 'method') expect(body).toContain(`value="${typed}"`);
    expect(await payments()).toBe(before);
  });

  it('sent twice makes one payment; sent again with other data asks whether another is wanted', async () => {
    const { slug } = await links.make();
    const key = keyIn(await links.open(slug));
    expect(key).not.toBe('');
    const before = await payments();
    const both = await Promise.all([links.order(slug, { key }), links.order(slug, { key })]);
    expect(new Set(both.map(ledTo)).size).toBe(1);
    expect(ledTo(await links.order(slug, { key }))).toBe(ledTo(both[0]));
    expect(await payments()).toBe(before + 1);
    const other = await links.order(slug, { key, name: 'Outra Pessoa' });
    expect(other.status).toBe(400);
    expect(other.body).toContain('já gerou um pagamento');
    expect(keyIn(other)).not.toBe(key);
    expect(ledTo(await links.order(slug, { key: keyIn(other), name: 'Outra Pessoa' }))).toMatch(PAY_PAGE);
    expect(await payments()).toBe(before + 2);
  });

  it('a stranger’s data do not change what the merchant knows of a customer', async () => {
    const { slug } = await links.make();
    await links.order(slug, { document: '111.444.777-35', name: 'Ana Lima' });
    await links.order(slug, { document: '111.444.777-35', name: 'Outro Nome', email: 'x@example.com' });
    const { data } = (await gateway.get('/customers?document=11144477735')).body;
    expect(data).toMatchObject([{ name: 'Ana Lima', email: 'joao@example.com' }]);
  });

  it('machines that fill in everything make nothing', async () => {
    const { slug } = await links.make();
    const before = await payments();
    expect((await links.order(slug, { website: 'http://spam' })).status).toBe(400);
    expect(await payments()).toBe(before);
  });

  it('other bodies are not read: 415 and 413, as a page', async () => {
    const { slug } = await links.make();
    const json = await gateway.call('POST', `/l/${slug}`, { body: FORM });
    expect(json.status).toBe(415);
    const large = await links.order(slug, { name: 'x'.repeat(20_000) });
    expect(large.status).toBe(413);
    for (const { headers, body } of [json, large]) {
      expect(headers.get('content-type')).toContain('text/html');
      expect(body).toContain('<h1 tabindex="-1">Não foi possível ler os dados</h1>');
      expect(body).toContain(`href="/l/${slug}"`);
    }
  });

  it('without the key of its form, each is an order of its own', async () => {
    const { slug } = await links.make();
    const before = await payments();
    for (let n = 0; n < 2; n++) expect(ledTo(await links.order(slug, { key: '' }))).toMatch(PAY_PAGE);
    expect(await payments()).toBe(before + 2);
  });

  it('a payment whose code cannot be issued now leads to its page all the same', async () => {
    const { slug } = await links.make();
    await gateway.acquirer('POST', '/control/faults', { operation: 'charge', kind: 'error_500', times: 5 });
    const answer = await links.order(slug);
    await gateway.acquirer('DELETE', '/control/faults');
    expect(ledTo(answer)).toMatch(PAY_PAGE);
  });
});

describe('over', () => {
  it('the merchant’s words and name and no form: disabled, expired, sold out', async () => {
    const link = await links.make({ inactive_message: 'Volte em dezembro!' });
    await links.change(link.id, { status: 'DISABLED' });
    const soldOut = await links.make({ stock: 0, inactive_message: 'Volte em dezembro!' });
    const expired = await links.make({
      inactive_message: 'Volte em dezembro!',
      expires_at: new Date(Date.parse((await gateway.get('/sandbox/clock')).body.now) + 60_000).toISOString(),
    });
    await gateway.post('/sandbox/clock', { advance_seconds: 61 });
    const before = await payments();
    for (const { slug } of [link, soldOut, expired]) {
      for (const { status, body } of [await links.open(slug), await links.order(slug)]) {
        expect([200, 400]).toContain(status);
        expect(body).toContain('Volte em dezembro!');
        expect(body).toContain('Loja Demo');
        expect(body).not.toContain('<form');
      }
    }
    expect(await payments()).toBe(before);
  });

  it('of a company that was switched off', async () => {
    const { slug } = await links.make({ company_id: 2 });
    await gateway.database.db.query(`UPDATE companies SET status = 'INACTIVE' WHERE id = 2`);
    expect((await links.open(slug)).body).not.toContain('<form');
    expect((await links.order(slug)).status).toBe(400);
    await gateway.database.db.query(`UPDATE companies SET status = 'ACTIVE' WHERE id = 2`);
  });

  it('a failed payment gives its place back, a refund does not', async () => {
    const link = await links.make({ stock: 2, quantity: { min: 1, max: 2 } });
    const first = ledTo(await links.order(link.slug, { quantity: '1' }));
    await links.change(link.id, { stock: 1 });
    expect(await links.read(link.id)).toMatchObject({ status: 'SOLD_OUT', open_count: 1, remaining: 0 });
    expect((await links.order(link.slug, { quantity: '1' })).status).toBe(400);
    await links.change(link.id, { stock: 2 });
    await act(first, 'cancel');
    expect(await links.read(link.id)).toMatchObject({ status: 'ACTIVE', open_count: 0, remaining: 2 });
    const second = ledTo(await links.order(link.slug, { quantity: '1' }));
    await act(second, 'pay');
    const { id } = await paymentAt(gateway, second);
    await gateway.post('/payments/pix/refund', { transaction_id: id });
    expect(await detailsOf(second)).toMatchObject({ status: 4 });
    expect(await links.read(link.id)).toMatchObject({ status: 'ACTIVE', paid_count: 1, remaining: 1 });
    const tooMany = await links.order(link.slug, { quantity: '2' });
    expect(tooMany.status).toBe(400);
    expect(tooMany.body).toContain('id="quantity-problem"');
  });
});

describe('a bill for one person', () => {
  it('is open to its payer alone while its payment is, and over once it is paid', async () => {
    const link = await links.make({ max_payments: 1 });
    const first = ledTo(await links.order(link.slug));
    expect(await links.read(link.id)).toMatchObject({ status: 'ACTIVE', open_count: 1, remaining: 0 });
    expect((await links.open(link.slug)).body).toContain('Há um pagamento em aberto');
    expect((await links.order(link.slug, { name: 'Outra Pessoa' })).body).toContain('Há um pagamento em aberto');
    await act(first, 'pay');
    expect(await links.read(link.id)).toMatchObject({ status: 'SOLD_OUT', paid_count: 1 });
    expect((await links.open(link.slug)).body).not.toContain('<form');
  });

  it('can be paid anew when its payment has failed', async () => {
    const link = await links.make({ max_payments: 1 });
    const first = ledTo(await links.order(link.slug));
    await act(first, 'cancel');
    expect((await links.open(link.slug)).body).toContain('<form');
    expect(ledTo(await links.order(link.slug))).not.toBe(first);
  });
});

describe('"gerar novo código"', () => {
  const again = (path: string | null) =>
    gateway.call('POST', `${path}/again`, {
      rawBody: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
    });

  it('on the page of a failed payment of a link: a new one for the same order, once', async () => {
    const link = await links.make({ stock: 1 });
    const first = ledTo(await links.order(link.slug));
    expect(ledTo(await again(first))).toBe(first);
    await act(first, 'cancel');
    expect((await gateway.call('GET', first as string)).body).toContain('Gerar novo código');
    const both = await Promise.all([again(first), again(first)]);
    expect(new Set(both.map(ledTo)).size).toBe(1);
    const second = ledTo(both[0]);
    expect(second).toMatch(PAY_PAGE);
    expect(second).not.toBe(first);
    const [before, after] = [await detailsOf(first), await detailsOf(second)];
    expect(after).toMatchObject({ amount: before.amount, retry_of: before.id, payment_link_id: link.id });
    expect(ledTo(await again(first))).toBe(second);
    expect(await links.read(link.id)).toMatchObject({ open_count: 1, remaining: 0 });
  });

  it('leads to the link where somebody else has the last place', async () => {
    const link = await links.make({ stock: 1 });
    const first = ledTo(await links.order(link.slug));
    await act(first, 'cancel');
    await links.order(link.slug);
    expect(ledTo(await again(first))).toBe(`/l/${link.slug}`);
  });

  it('takes a place of the link also when the merchant tries it again', async () => {
    const link = await links.make({ stock: 1 });
    const first = ledTo(await links.order(link.slug));
    await act(first, 'cancel');
    const retry = async () => gateway.post(`/transactions/${(await detailsOf(first)).id}/retry`);
    const second = ledTo(await links.order(link.slug));
    const refused = await retry();
    expectError(refused, { status: 400, code: 'PAYMENT_LINK_UNAVAILABLE' });
    expect(refused.body.details).toEqual({ reason: 'SOLD_OUT' });
    await act(second, 'cancel');
    expect((await retry()).status).toBe(200);
    expect(await links.read(link.id)).toMatchObject({ open_count: 1, remaining: 0 });
  });

  it('is not offered for what came from no link, and does nothing for it', async () => {
    expect((await again('/pay/unknown')).status).toBe(404);
  });
});
