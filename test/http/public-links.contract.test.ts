import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rasterise, readSymbols, textOf } from '../brazil/programs.ts';
import { eventually, expectError, withValue } from '../support/contract.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { boletoBody, orderBody, orderOf } from '../support/orders.ts';

const DOTS_PER_INCH = 200;
const NOT_FOUND = { status: 404, code: 'TRANSACTION_NOT_FOUND' };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

async function create(body: unknown) {
  return (await gateway.post('/payments/order', body)).body.transaction as Record<string, string>;
}
/** As a payer's browser does: no login, no headers. */
async function open(link: string | undefined): Promise<{ type: string | null; bytes: Buffer; headers: Headers }> {
  const { pathname, search } = new URL(link as string);
  const response = await fetch(gateway.url + pathname + search);
  expect(response.status).toBe(200);
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}
const pathOf = (link: string | undefined) => new URL(link as string).pathname;

describe('[interface: POST /payments/order, pix_qr_code_url] the picture of the code', () => {
  it('is a PNG that reads as exactly pix_qr_code, for who has no login', async () => {
    const { pix_qr_code, pix_qr_code_url } = await create(orderBody());
    const { type, bytes, headers } = await open(pix_qr_code_url);
    expect(type).toBe('image/png');
    expect(await readSymbols(bytes)).toEqual([pix_qr_code]);
    // Merchants show it on their own pages.
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('stays the same in the details, and after the payment', async () => {
    const { id, pix_qr_code, pix_qr_code_url } = await create(orderBody());
    await gateway.post(`/sandbox/transactions/${id}/pay`);
    expect((await gateway.get(`/transactions/${id}`)).body).toMatchObject({ pix_qr_code, pix_qr_code_url });
    expect(await readSymbols((await open(pix_qr_code_url)).bytes)).toEqual([pix_qr_code]);
  });
});

describe('[interface: POST /payments/order, boleto_url] the document', () => {
  const readBarcode = async (link: string | undefined) => {
    const { type, bytes } = await open(link);
    expect(type).toBe('application/pdf');
    return readSymbols(await rasterise(bytes, DOTS_PER_INCH));
  };

  it('is a PDF whose bars read as boleto_barcode, for who has no login', async () => {
    const { boleto_url, boleto_barcode } = await create(boletoBody());
    expect(await readBarcode(boleto_url)).toContain(boleto_barcode);
  });

  it('carries the line to type, the amount, the due date and the names', async () => {
    const { boleto_url, boleto_digitable_line = '', due_date = '' } = await create(boletoBody());
    const text = await textOf((await open(boleto_url)).bytes);
    expect(text.replaceAll(/\D/g, '')).toContain(boleto_digitable_line);
    expect(text).toContain('100,00');
    expect(text).toContain(due_date.split('-').reverse().join('/'));
    expect(text).toContain('Loja Demo');
    expect(text).toContain('Maria da Silva');
    expect(text).toContain('529.982.247-25');
  });

  const crowded = {
    ...orderOf(9_999_999_900, { payment: { type: 'invoice', installments: 1 } }),
    items: Array(100).fill({ name: 'M'.repeat(200), quantity: 1, price: 99_999_999 }),
  };
  it.each([
    ['all that fits', withValue(crowded, 'customer.name', 'W'.repeat(120))],
    [
      'letters no font of ours has, and control characters',
      withValue(boletoBody(), 'customer.name', '王 😀 Ωμέγα\r\n\t\u0007 \u202eSilva'),
    ],
  ])('can be read with %s', { concurrent: true }, async (_, body) => {
    const { boleto_url, boleto_barcode } = await create(body);
    expect(await readBarcode(boleto_url)).toContain(boleto_barcode);
  });

  it.each([undefined, {}, { city: 'Recife' }, { line_1: '', line_2: '' }].map((address) => ({ address })))(
    'can be drawn for the address $address',
    async ({ address }) => {
      const { boleto_url } = await create(withValue(boletoBody(), 'customer.address', address));
      expect(await textOf((await open(boleto_url)).bytes)).toContain('Maria da Silva');
    },
  );
});

describe('[creating: public links] the token in the address is all there is', () => {
  it('is long, random and no one else’s', async () => {
    const links = await Promise.all(Array.from({ length: 10 }, () => create(orderBody())));
    const tokens = links.map(({ pix_qr_code_url }) =>
      pathOf(pix_qr_code_url)
        .split('/')
        .find((part) => part.length >= 22),
    );
    expect(tokens).not.toContain(undefined);
    expect(new Set(tokens).size).toBe(10);
    for (const { id, order_number, pix_qr_code_url } of links) {
      expect(pix_qr_code_url).not.toContain(`/${id}/`);
      expect(pix_qr_code_url).not.toContain(order_number);
    }
  });

  it('one that was guessed, cut or altered finds nothing', async () => {
    const pix = pathOf((await create(orderBody())).pix_qr_code_url);
    const boleto = pathOf((await create(boletoBody())).boleto_url);
    for (const path of [pix, boleto]) {
      const token = path.split('/').find((part) => part.length >= 22) as string;
      const swapped = token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
      const guesses = [
        swapped,
        token.slice(1),
        `${token}A`,
        token.toUpperCase(),
        'x',
        '1',
        '%00',
        "'--",
        '..%2f',
        '😀',
        'a'.repeat(64),
        '%25',
      ];
      for (const guess of guesses) {
        if (guess === token) continue;
        expectError(await gateway.call('GET', path.replace(token, guess)), NOT_FOUND);
      }
    }
  });

  it('one of a PIX payment opens no boleto, and the other way round', async () => {
    const pix = pathOf((await create(orderBody())).pix_qr_code_url);
    const boleto = pathOf((await create(boletoBody())).boleto_url);
    const tokenOf = (path: string) => path.split('/').find((part) => part.length >= 22) as string;
    expectError(await gateway.call('GET', pix.replace(tokenOf(pix), tokenOf(boleto))), NOT_FOUND);
    expectError(await gateway.call('GET', boleto.replace(tokenOf(boleto), tokenOf(pix))), NOT_FOUND);
  });

  it('a refused payment has nothing to show', async () => {
    const refused = withValue(orderBody(), 'customer.email', 'recusado@vintem.dev');
    const { id } = await create(refused);
    expect((await gateway.get(`/transactions/${id}`)).body).toMatchObject({ status: 3, pix_qr_code: null, pix_qr_code_url: null });
  });
});

describe('[availability: public links] strangers ask as often as they like', () => {
  let limited: TestGateway;
  beforeAll(async () => {
    limited = await startTestGateway({ RATE_LIMIT_PER_SECOND: '1000', TRUST_PROXY: '1' }, gateway.database);
  });
  afterAll(() => limited.close());

  /** Without a network in between, so that even a busy machine takes them all within a second. */
  const ask = async (link: string | undefined, address: string) => {
    const headers = { 'x-forwarded-for': address };
    const answer = await limited.vintem.app.inject({ method: 'GET', url: pathOf(link), headers });
    const body = answer.statusCode === 200 ? answer.rawPayload.toString('base64') : answer.json();
    return { status: answer.statusCode, headers: new Headers(answer.headers as Record<string, string>), body };
  };
  const countOf = (answers: { status: number }[], status: number) => answers.filter((answer) => answer.status === status).length;

  it('one boleto is drawn once for all who open it, and anew when its state changes', async () => {
    const { id, boleto_url } = await create(boletoBody());
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(boleto_url, '192.0.2.1')));
    expect(countOf(answers, 200)).toBe(40);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    await gateway.post(`/sandbox/transactions/${id}/pay`);
    await eventually(async () => expect((await gateway.get(`/transactions/${id}`)).body.status).toBe(2));
    const paid = await ask(boleto_url, '192.0.2.1');
    expect(paid.body).not.toBe(answers[0]?.body);
    expect((await ask(boleto_url, '192.0.2.1')).body).toBe(paid.body);
  });

  it.each(['pix_qr_code_url', 'boleto_url'] as const)('%s: 10 drawings a second and address, then 429', async (link) => {
    const payments = await Promise.all(Array.from({ length: 40 }, () => create(link === 'boleto_url' ? boletoBody() : orderBody())));
    const answers = await Promise.all(payments.map((payment) => ask(payment[link], '192.0.2.2')));
    expect(countOf(answers, 200)).toBeGreaterThanOrEqual(10);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expectError(answer, { status: 429, code: 'RATE_LIMITED' });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect((await ask(payments[0]?.[link], '192.0.2.3')).status).toBe(200);
  });

  it('100 answers a second and address, then 429', async () => {
    const { pix_qr_code_url } = await create(orderBody());
    await ask(pix_qr_code_url, '192.0.2.4');
    const answers = await Promise.all(Array.from({ length: 400 }, () => ask(pix_qr_code_url, '192.0.2.4')));
    expect(countOf(answers, 200)).toBeGreaterThanOrEqual(99);
    expect(countOf(answers, 429)).toBeGreaterThan(0);
    expect(countOf(answers, 200) + countOf(answers, 429)).toBe(400);
  });
});
