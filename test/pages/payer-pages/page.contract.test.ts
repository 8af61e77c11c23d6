import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildServer } from '../../../src/doors/http/server.ts';
import { createSessionTokens } from '../../../src/parties/accounts/session-tokens.ts';
import { eventually, expectError, withValue } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody, orderBody } from '../../support/orders.ts';

const NOT_FOUND = { status: 404, code: 'TRANSACTION_NOT_FOUND' };
/** Everything of the payer's that an order holds. */
const PERSONAL = [
  'Maria da Silva',
  'maria@example.com',
  '52998224725',
  '529.982.247-25',
  '987654321',
  '98765-4321',
  'Rua das Flores',
];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ PUBLIC_URL: 'http://pay.example.test' });
});
afterAll(() => gateway.close());

type Created = Record<string, string> & { id: number };

async function create(body: unknown = orderBody()): Promise<Created> {
  return (await gateway.post('/payments/order', body)).body.transaction;
}
const pathOf = ({ payment_url }: Created) => new URL(payment_url as string).pathname;
/** As a payer's browser does: no login. */
const open = (path: string, headers: Record<string, string> = {}) => gateway.call('GET', path, { headers });
const statusOf = async (payment: Created) => (await open(`${pathOf(payment)}/status`)).body;

async function created(state: string): Promise<Created> {
  const { db } = gateway.database;
  const set = (payment: Created, assignment: string) =>
    db.query(`UPDATE payments SET ${assignment} WHERE id = $1`, [payment.id]);
  const payment = await create(
    state === 'refused' ? withValue(orderBody(), 'customer.email', 'recusado@vintem.dev') : orderBody(),
  );
  const act = (action: string) => gateway.post(`/sandbox/transactions/${payment.id}/${action}`);
  if (state === 'preparing') await set(payment, 'response_data_subacquirer_integration = NULL');
  if (state === 'checking') await set(payment, `expires_at = expires_at - interval '31 minutes'`);
  if (state === 'cancelled') await act('cancel');
  if (['paid', 'partly-refunded', 'refunded'].includes(state)) await act('pay');
  if (state === 'partly-refunded')
    await gateway.post('/payments/pix/refund', { transaction_id: payment.id, amount: 33.34 });
  if (state === 'refunded') await gateway.post('/payments/pix/refund', { transaction_id: payment.id });
  return payment;
}

describe('the address of the page', () => {
  it('is in the order’s answer and in the details, on PUBLIC_URL', async () => {
    const payment = await create();
    expect(payment.payment_url).toMatch(/^http:\/\/pay\.example\.test\/pay\/[\w-]{32}$/);
    expect(payment.pix_qr_code_url).toContain(pathOf(payment).split('/').at(-1));
    expect((await gateway.get(`/transactions/${payment.id}`)).body.payment_url).toBe(payment.payment_url);
  });

  it('is there for a boleto and for what was refused, too', async () => {
    for (const payment of [await create(boletoBody()), await created('refused')]) {
      expect((await open(pathOf(payment))).status).toBe(200);
    }
  });
});

describe('what stands on it', () => {
  it('PIX: code, button, picture, amount, payee and order, all without script', async () => {
    const payment = await create();
    const { status, headers, body } = await open(pathOf(payment));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(body).toMatch(
      new RegExp(`<textarea[^>]* readonly [^>]*>${payment.pix_qr_code?.replaceAll('*', '\\*')}</textarea>`),
    );
    expect(body).toMatch(/<button[^>]*>.*Copiar código PIX.*<\/button>/);
    expect(body).toContain(`<img src="${new URL(payment.pix_qr_code_url as string).pathname}"`);
    for (const words of [
      'R$\u00a0100,00',
      'Loja Demo',
      '11.222.333/0001-81',
      payment.order_number,
      'Aguardando pagamento',
    ]) {
      expect(body).toContain(words);
    }
    expect(body).toMatch(/data-left="1[78]\d\d"/);
    expect(body).toContain('<noscript><meta http-equiv="refresh" content="15"></noscript>');
  });

  it('boleto: the line in groups, the document, the due date and how long it may take', async () => {
    const payment = await create(boletoBody({ payment: { type: 'invoice', installments: 1, due_date: undefined } }));
    const { body } = await open(pathOf(payment));
    expect(body).toMatch(/>\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}<\/textarea>/);
    expect(body.replaceAll(/\D/g, '')).toContain(payment.boleto_digitable_line);
    expect(body).toContain(new URL(payment.boleto_url as string).pathname);
    expect(body).toContain((payment.due_date as string).split('-').reverse().join('/'));
    expect(body).toContain('3 dias úteis');
    expect(body).not.toContain('data-left');
  });

  it.each([
    ['preparing', 'Gerando o código', 'Preparing the code'],
    ['waiting', 'Aguardando pagamento', 'Awaiting payment'],
    ['checking', 'Não pague de novo', 'Do not pay again'],
    ['paid', 'Pagamento recebido', 'Payment received'],
    ['cancelled', 'A cobrança foi cancelada', 'The charge was cancelled'],
    ['refused', 'O pagamento foi recusado', 'The payment was refused'],
    ['partly-refunded', 'parte devolvida', 'partly refunded'],
    ['refunded', 'Pagamento devolvido', 'Payment refunded'],
  ])('%s: says "%s" and "%s", and nothing of the payer', async (state, portuguese, english) => {
    const payment = await created(state);
    const pages = { 'pt-BR': await open(pathOf(payment)), en: await open(`${pathOf(payment)}?lang=en`) };
    for (const [language, { status, body }] of Object.entries(pages)) {
      expect(status).toBe(200);
      expect(body).toContain(`<html lang="${language}">`);
      expect(body).toContain(language === 'en' ? english : portuguese);
      expect(body).not.toContain(language === 'en' ? portuguese : english);
      for (const secret of PERSONAL) expect(body).not.toContain(secret);
      expect(body).not.toContain('pay.example.test');
      // Asks for money only while it can be paid.
      expect(body.includes(String(payment.pix_qr_code))).toBe(state === 'waiting');
      expect(body.match(/<h1/g)).toHaveLength(1);
    }
  });

  it('a language it does not know is Portuguese, and each page leads to the other', async () => {
    const path = pathOf(await create());
    expect((await open(`${path}?lang=xx`)).body).toContain('<html lang="pt-BR">');
    expect((await open(`${path}?lang=en&lang=en`)).body).toContain('<html lang="pt-BR">');
    expect((await open(path)).body).toContain(`href="${path}?lang=en"`);
    expect((await open(`${path}?lang=en`)).body).toContain(`href="${path}" hreflang="pt-BR"`);
  });

  it('names contain anything and stay text', async () => {
    const hostile = `"><script>alert(1)</script>'\`&amp;</textarea></title>`;
    const payment = await create(withValue(orderBody(), 'items[0].name', hostile));
    const { db } = gateway.database;
    const [before] = await db.query<{ name: string }>('SELECT name FROM companies WHERE id = $1', [payment.company_id]);
    await db.query('UPDATE companies SET name = $2 WHERE id = $1', [payment.company_id, hostile]);
    try {
      for (const path of [pathOf(payment), `${pathOf(payment)}?lang=en`]) {
        const { body } = await open(path);
        expect(body).toContain(
          '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&#96;&amp;amp;&lt;/textarea&gt;&lt;/title&gt;',
        );
        expect(body).not.toContain('<script>alert');
        expect(body.match(/<\/textarea>/g)).toHaveLength(1);
        expect(body.match(/<\/title>/g)).toHaveLength(1);
      }
    } finally {
      await db.query('UPDATE companies SET name = $2 WHERE id = $1', [payment.company_id, before?.name]);
    }
  });

  it('an order of a hundred long items is still a small page', async () => {
    const items = Array(100).fill({ name: 'Ç'.repeat(200), quantity: 1, price: 100 });
    const payment = await create(
      orderBody({ items, shipping: { name: 'Digital', price: 0 }, subtotal: 10_000, total: 10_000 }),
    );
    const { body } = await open(pathOf(payment));
    expect(body).toContain('e mais 95 itens');
    expect(Buffer.byteLength(body)).toBeLessThan(12_000);
  });
});

describe('its headers', () => {
  it('allow files of ours and nothing else, are kept by nobody and tell nobody', async () => {
    const { headers } = await open(pathOf(await create()));
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "form-action 'self'; frame-ancestors 'self'; base-uri 'none'",
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/\S/);
  });

  it('nothing is written into the page that the policy would refuse', async () => {
    for (const state of ['waiting', 'paid', 'checking']) {
      const { body } = await open(pathOf(await created(state)));
      expect(body).not.toMatch(
        /<style|\sstyle=|\son\w+=|<script(?![^>]* src="\/pay\/assets\/)|javascript:|https?:\/\//,
      );
    }
  });

  it('plain http is not asked to be https, here or in the interface', async () => {
    for (const path of [pathOf(await create()), '/healthz']) {
      expect((await open(path)).headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
    }
  });

  it('its files are named by what they hold, compressed, and may be kept for good', async () => {
    const { body } = await open(pathOf(await create()));
    const files = [...body.matchAll(/(?:href|src)="(\/pay\/assets\/[^"]+)"/g)].map(([, file]) => file as string);
    expect(new Set(files.map((file) => file.split('.').at(-1)))).toEqual(new Set(['svg', 'css', 'js']));
    for (const file of files) {
      expect(file).toMatch(/-[\w-]{8}\.(svg|css|js)$/);
      for (const encoding of ['br', 'gzip']) {
        const response = await fetch(gateway.url + file, { headers: { 'accept-encoding': encoding } });
        expect(response.status).toBe(200);
        expect(response.headers.get('content-encoding')).toBe(encoding);
        expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect((await response.text()).length).toBeGreaterThan(100);
      }
    }
    for (const guess of ['pay.js', '..%2fmanifest.json', '%2e%2e%2f%2e%2e%2fstamp.json', 'pay.js.br']) {
      expectError(await open(`/pay/assets/${guess}`), { status: 404, code: 'ROUTE_NOT_FOUND' });
    }
  });
});

describe('an address that leads nowhere', () => {
  it('is a page that says so, in both languages', async () => {
    const path = pathOf(await create());
    for (const guess of [
      `${path}A`,
      path.slice(0, -1),
      path.toUpperCase().replace('/PAY', '/pay'),
      '/pay/x',
      '/pay/%00',
      '/pay/😀',
    ]) {
      const answer = await open(guess);
      expect(answer.status).toBe(404);
      expect(answer.body).toContain('Link não encontrado');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect((await open(`${guess}?lang=en`)).body).toContain('Link not found');
      for (const part of ['status', 'events']) expectError(await open(`${guess}/${part}`), NOT_FOUND);
      expectError(await gateway.call('POST', `${guess}/simulate`), NOT_FOUND);
    }
  });

  it('is such a page also when it is longer than any address of ours', async () => {
    for (const path of ['/pay/', '/l/']) {
      const long = path + 'a'.repeat(300);
      const answer = await open(long);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.body).toContain('Link não encontrado');
      expect(answer.body).toContain(`href="${long}?lang=en"`);
    }
  });

  it('is looked for like one that leads somewhere, whatever it is made of', async () => {
    const { db } = gateway.vintem.deps;
    const ask = db.query.bind(db);
    const count = async (path: string) => {
      let questions = 0;
      db.query = ((sql: string, params?: readonly unknown[]) => {
        if (sql.includes('public_token = $1')) questions += 1;
        return ask(sql, params);
      }) as typeof db.query;
      await open(path).finally(() => {
        db.query = ask;
      });
      return questions;
    };
    const found = pathOf(await created('paid'));
    for (const path of [found, '/pay/x', '/pay/%00', `/pay/${'A'.repeat(32)}`])
      expect([path, await count(path)]).toEqual([path, 1]);
  });
});

describe('the state of the page', () => {
  it('is the same whoever owns the payment, with any login or none', async () => {
    const payment = await create();
    const own = await gateway.get(`${pathOf(payment)}/status`);
    const other = await gateway.get(`${pathOf(payment)}/status`, gateway.otherToken);
    for (const answer of [own, other]) expect(answer.body).toMatchObject({ state: 'waiting', version: 'waiting 0' });
    expect(own.headers.get('cache-control')).toBe('no-store');
  });

  it('turns with the payment', async () => {
    const payment = await create();
    expect(await statusOf(payment)).toMatchObject({ state: 'waiting', seconds_left: expect.any(Number) });
    await gateway.post(`/sandbox/transactions/${payment.id}/pay`);
    expect(await statusOf(payment)).toEqual({ state: 'paid', version: 'paid 0', seconds_left: null });
    await gateway.post('/payments/pix/refund', { transaction_id: payment.id, amount: 1.5 });
    expect(await statusOf(payment)).toEqual({
      state: 'partly-refunded',
      version: 'partly-refunded 150',
      seconds_left: null,
    });
  });

  it('asked for, it draws the next look at the acquirer forward: money nobody told us of is seen', async () => {
    const payment = await create();
    await gateway.post(`/sandbox/transactions/${payment.id}/pay`, { notify: false });
    expect((await statusOf(payment)).state).toBe('waiting');
    await eventually(async () => expect((await statusOf(payment)).state).toBe('paid'));
  });

  it('but only once in fifteen seconds, only PIX, and beside the timetable', async () => {
    const { db } = gateway.database;
    const [pix, boleto] = [await create(), await create(boletoBody())];
    const look = async ({ id }: Created) => {
      const [row] = await db.query<{ next_check_at: Date; checks_done: number }>(
        'SELECT next_check_at, checks_done FROM payment_checks WHERE payment_id = $1',
        [id],
      );
      return row as { next_check_at: Date; checks_done: number };
    };
    // Leased, so that nobody looks meanwhile.
    const prepare = (payment: Created, drawnSecondsAgo: number) =>
      db.query(
        `UPDATE payment_checks SET checks_done = 3, next_check_at = $2, drawn_at = $3, check_leased_until = $2
         WHERE payment_id = $1`,
        [payment.id, new Date(Date.now() + 600_000), new Date(Date.now() - drawnSecondsAgo * 1_000)],
      );
    // Fourteen seconds ago stay fourteen.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await prepare(pix, 14);
    await prepare(boleto, 3_600);
    for (const payment of [pix, boleto]) await statusOf(payment);
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const payment of [pix, boleto])
      expect((await look(payment)).next_check_at.getTime()).toBeGreaterThan(Date.now() + 500_000);
    await prepare(pix, 16);
    await statusOf(pix);
    await eventually(async () => expect((await look(pix)).next_check_at.getTime()).toBeLessThanOrEqual(Date.now()));
    expect((await look(pix)).checks_done).toBe(2);
  });
});

describe('the payer of the sandbox', () => {
  it('pays by a button on the page, by the way of every payment', async () => {
    const payment = await create();
    expect((await open(pathOf(payment))).body).toContain(`action="${pathOf(payment)}/simulate"`);
    const answer = await gateway.call('POST', `${pathOf(payment)}/simulate`);
    expect(answer).toMatchObject({ status: 200, body: { state: 'paid' } });
    expect((await gateway.get(`/transactions/${payment.id}`)).body).toMatchObject({ status: 2 });
    expect((await open(pathOf(payment))).body).not.toContain('/simulate');
  });

  it('without script: a form that leads back to the page', async () => {
    const payment = await create();
    const response = await fetch(`${gateway.url}${pathOf(payment)}/simulate?lang=en`, {
      method: 'POST',
      headers: { accept: 'text/html,*/*', 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
      redirect: 'manual',
    });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`${pathOf(payment)}?lang=en`);
    expect((await open(pathOf(payment))).body).toContain('Pagamento recebido');
  });

  it('is not there in live: no route, no panel, no word of a test', async () => {
    const payment = await create();
    const tokens = createSessionTokens({ secret: 'x'.repeat(48), previous: null }, 60);
    const parts = { tokens, sandbox: null, isMigrated: async () => true, isStopping: () => false };
    const { deps } = gateway.vintem;
    const live = await buildServer(
      { ...deps, config: { ...deps.config, mode: 'live', publicUrl: 'https://pay.example.com' } },
      parts,
    );
    try {
      const page = await live.inject(pathOf(payment));
      expect(page.statusCode).toBe(200);
      expect(page.body).not.toMatch(/simulate|Ambiente de testes/);
      expect(page.headers['content-security-policy']).toContain('upgrade-insecure-requests');
      const simulated = await live.inject({ method: 'POST', url: `${pathOf(payment)}/simulate` });
      expect(simulated.statusCode).toBe(404);
      expect(simulated.json().code).toBe('ROUTE_NOT_FOUND');
      expect((await gateway.get(`/transactions/${payment.id}`)).body.status).toBe(1);
    } finally {
      await live.close();
    }
  });

  it.each([[{ hello: 1 }], ['x'.repeat(5_000)]])('a body is not read: %#', async (body) => {
    const payment = await create();
    const answer = await gateway.call('POST', `${pathOf(payment)}/simulate`, { body });
    expect([200, 413]).toContain(answer.status);
  });
});

describe('nobody meets a dead end', () => {
  it('who asks too often, or while the database is away, reads a page with a way on', async () => {
    const limited = await startTestGateway({ RATE_LIMIT_PER_SECOND: '1000', TRUST_PROXY: '1' }, gateway.database);
    try {
      const path = pathOf(await create());
      const ask = (address: string) => limited.call('GET', path, { headers: { 'x-forwarded-for': address } });
      // The second in which limits count does not end.
      vi.useFakeTimers({ toFake: ['Date'] });
      for (let n = 0; n < 100; n++) expect((await ask('192.0.2.77')).status).toBe(200);
      const refused = await ask('192.0.2.77');
      expect(refused.status).toBe(429);
      expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(refused.body).toContain('Um momento, por favor');
      expect(refused.body).toContain(`href="${path}"`);
      expect((await ask('192.0.2.78')).status).toBe(200);
    } finally {
      vi.useRealTimers();
      await limited.close();
    }
  });
});
