import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetLinkTries } from '../../../src/gateway/payment-links/forget-link-tries.ts';
import { textOf } from '../../ground/brazil/readers.ts';
import { expectError, invalid } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { cookieOf, FORM, ledTo, linksOf, paymentAt } from '../../support/links.ts';

/** Who is led on by a link to the payment of somebody, and what they see of that person. */

const THROUGH_LINK = /^\/pay\/\d{8}-[2-9A-Z]{10}-[\w-]{32}$/;
const BOLETO = {
  method: 'invoice',
  zip_code: '01310-100',
  line_1: 'Rua das Flores, 77',
  city: 'São Paulo',
  state: 'SP',
};
const OF_THE_PAYER = ['João', 'Pereira', '39053344705', '390.533.447-05', 'Flores', 'joao@example.com'];

let gateway: TestGateway;
let links: ReturnType<typeof linksOf>;
beforeAll(async () => {
  // Addresses are told apart by a proxy that the test plays.
  gateway = await startTestGateway({ TRUST_PROXY: '1' });
  links = linksOf(gateway);
});
afterAll(() => gateway.close());

const as = (cookie: string) => ({ headers: { cookie }, redirect: 'manual' as const });
const typeDocument = (slug: string, document: string, address = '198.51.100.1') =>
  gateway.call('POST', `/l/${slug}/payer`, {
    rawBody: new URLSearchParams({ document }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
    redirect: 'manual',
  });
const wholeTokenOf = async (path: string | null) => {
  const { id } = await paymentAt(gateway, path);
  const [row] = await gateway.database.db.query<{ public_token: string }>(
    'SELECT public_token FROM payments WHERE id = $1',
    [id],
  );
  return row?.public_token ?? '';
};
async function slip(path: string, cookie?: string): Promise<string> {
  const response = await fetch(`${gateway.url}/public/boleto/${path.split('/').at(-1)}/boleto.pdf`, {
    headers: cookie === undefined ? {} : { cookie },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  return textOf(Buffer.from(await response.arrayBuffer()));
}
const billWith = async (form: Record<string, string> = {}) => {
  const link = await links.make({ max_payments: 1 });
  const ordered = await links.order(link.slug, form);
  return { link, path: ledTo(ordered) as string, cookie: cookieOf(ordered) };
};

describe('a bill with an open payment', () => {
  it('leads a stranger nowhere: the page says that a payment is open and until when, and nothing of its payer', async () => {
    const { link, path } = await billWith();
    const { expires_at } = (await gateway.get(`/transactions/${(await paymentAt(gateway, path)).id}`)).body;
    for (const answer of [await links.open(link.slug), await links.order(link.slug, { name: 'Outra Pessoa' })]) {
      expect(ledTo(answer)).toBeNull();
      expect(answer.body).toContain('Há um pagamento em aberto');
      expect(answer.body).toContain(`datetime="${expires_at}"`);
      for (const words of [...OF_THE_PAYER, path.split('/').at(-1) ?? '', await wholeTokenOf(path)])
        expect(answer.body).not.toContain(words);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  it('leads the browser that ordered on, by a cookie that no script reads and no other page sends', async () => {
    const { link, path, cookie } = await billWith();
    expect(path).toMatch(THROUGH_LINK);
    expect(ledTo(await gateway.call('GET', `/l/${link.slug}`, as(cookie)))).toBe(path);
    const [header] = (await links.order((await links.make()).slug)).headers.getSetCookie();
    expect(header).toMatch(/^vintem_link_[\w-]+=\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
  });

  it('not by the cookie of another payment, nor by one that was changed', async () => {
    const { link, cookie } = await billWith();
    const other = await billWith();
    const name = cookie.split('=')[0];
    const value = (text: string) => text.slice(text.indexOf('=') + 1);
    const forged = [
      other.cookie,
      `${name}=${value(other.cookie)}`,
      `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`,
      cookie.replace(/\.(\d{10})\./, (_, end) => `.${Number(end) + 1}.`),
      `${name}=`,
    ];
    for (const wrong of forged) {
      const answer = await gateway.call('GET', `/l/${link.slug}`, as(wrong));
      expect({ wrong, path: ledTo(answer) }).toEqual({ wrong, path: null });
      expect(answer.body).toContain('Há um pagamento em aberto');
    }
  });

  it('leads whoever types the payer’s document on, and knows that browser from then on', async () => {
    const { link, path } = await billWith();
    const wrong = await typeDocument(link.slug, '529.982.247-25');
    expect(wrong.status).toBe(403);
    expect(wrong.body).toContain('Este não é o CPF ou CNPJ');
    expect((await typeDocument(link.slug, '')).body).toContain('Informe o CPF ou CNPJ.');
    const right = await typeDocument(link.slug, '390.533.447-05');
    expect(ledTo(right)).toBe(path);
    expect(ledTo(await gateway.call('GET', `/l/${link.slug}`, as(cookieOf(right))))).toBe(path);
  });

  it('five tries an hour of each link and address, the right one too late as well; what is no document costs none', async () => {
    const { link } = await billWith();
    const other = await billWith();
    for (let n = 0; n < 3; n++) expect((await typeDocument(link.slug, '123')).status).toBe(400);
    for (let n = 0; n < 5; n++) expect((await typeDocument(link.slug, '529.982.247-25')).status).toBe(403);
    const refused = await typeDocument(link.slug, FORM['document'] as string);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect(ledTo(refused)).toBeNull();
    expect(ledTo(await typeDocument(other.link.slug, FORM['document'] as string))).not.toBeNull();
    expect(ledTo(await typeDocument(link.slug, FORM['document'] as string, '198.51.100.2'))).not.toBeNull();
    // An hour of real time later, without waiting for it: the tries are from before.
    await gateway.database.db.query(
      `UPDATE payment_link_tries SET tried_at = ARRAY(SELECT t - interval '1 hour' FROM unnest(tried_at) t),
         last_tried_at = last_tried_at - interval '1 hour'`,
    );
    expect(ledTo(await typeDocument(link.slug, FORM['document'] as string))).not.toBeNull();
  });

  it('tries that count no more are deleted', async () => {
    const { link } = await billWith();
    await typeDocument(link.slug, '529.982.247-25', '198.51.100.9');
    const left = async () => {
      const rows = await gateway.database.db.query(`SELECT FROM payment_link_tries WHERE address = '198.51.100.9'`);
      return rows.length;
    };
    const forget = (aheadMs: number) =>
      forgetLinkTries({
        db: gateway.database.db,
        clock: { realNow: () => new Date(Date.now() + aheadMs) } as never,
      });
    await forget(3_500_000);
    expect(await left()).toBe(1);
    await forget(3_600_001);
    expect(await left()).toBe(0);
  });

  it('the form that began to pay it, sent again, leads to its payment; another form does not', async () => {
    const link = await links.make({ max_payments: 1 });
    const key = /name="key" value="([0-9a-f]{32})"/.exec((await links.open(link.slug)).body)?.[1] ?? '';
    const path = ledTo(await links.order(link.slug, { key }));
    expect(ledTo(await links.order(link.slug, { key }))).toBe(path);
    expect(ledTo(await links.order(link.slug, { key, name: 'Outra Pessoa' }))).toBeNull();
    expect(ledTo(await links.order(link.slug, { key: 'f'.repeat(32) }))).toBeNull();
  });
});

describe('what was reached through a link shows its payer to the payer alone', () => {
  it('page and slip: masked for everybody who was given the address, whole for the browser that ordered', async () => {
    const { path, cookie } = await billWith(BOLETO);
    const page = (await gateway.call('GET', path)).body as string;
    const stranger = await slip(path);
    for (const words of OF_THE_PAYER) {
      expect(page).not.toContain(words);
      expect(stranger).not.toContain(words);
    }
    expect(stranger).toContain('J*** P***');
    expect(stranger).toContain('CPF: ***.533.447-**');
    const own = await slip(path, cookie);
    for (const words of ['João Pereira', '390.533.447-05', 'Rua das Flores, 77']) expect(own).toContain(words);
    // Again, after the payer has seen the whole one: what was drawn for one is not shown to the other.
    expect(await slip(path)).toContain('J*** P***');
  });

  it('the address that the merchant hands out stays whole, and nothing on the way from the link tells it', async () => {
    const { path } = await billWith(BOLETO);
    const token = await wholeTokenOf(path);
    const { boleto_url, payment_url } = (await gateway.get(`/transactions/${(await paymentAt(gateway, path)).id}`))
      .body;
    expect([boleto_url, payment_url]).toEqual([expect.stringContaining(token), expect.stringContaining(token)]);
    expect(await slip(`/pay/${token}`)).toContain('João Pereira');
    for (const part of ['', '/status']) {
      const { body } = await gateway.call('GET', path + part);
      expect(typeof body === 'string' ? body : JSON.stringify(body)).not.toContain(token);
    }
    const events = await fetch(`${gateway.url}${path}/events`);
    expect(events.status).toBe(200);
    await events.body?.cancel();
  });

  it('a wrong proof is an address of nobody', async () => {
    const { path } = await billWith(BOLETO);
    const wrong = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
    const address = wrong.split('/').at(-1);
    for (const at of [
      wrong,
      `${wrong}/status`,
      `/public/boleto/${address}/boleto.pdf`,
      `/public/pix/${address}/qr.png`,
    ])
      expect({ at, status: (await gateway.call('GET', at)).status }).toEqual({ at, status: 404 });
  });

  it('"gerar novo código" leads the payer’s browser to the new payment, known again; others see it masked', async () => {
    const link = await links.make();
    const ordered = await links.order(link.slug, BOLETO);
    const path = ledTo(ordered) as string;
    const again = (cookie?: string): Promise<ApiAnswer> =>
      gateway.call('POST', `${path}/again`, {
        rawBody: '',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie ? { cookie } : {}) },
        redirect: 'manual',
      });
    await gateway.post(`/sandbox/transactions/${(await paymentAt(gateway, path)).id}/cancel`);
    const own = await again(cookieOf(ordered));
    const next = ledTo(own) as string;
    expect(next).toMatch(THROUGH_LINK);
    expect(await slip(next, cookieOf(own))).toContain('João Pereira');
    const other = await again();
    expect(ledTo(other)).toBe(next);
    expect(other.headers.get('set-cookie')).toBeNull();
  });

  it('of too many links a browser forgets the oldest', async () => {
    const old = Array.from({ length: 25 }, (_, n) => `vintem_link_old-${n}=x`);
    const { slug } = await links.make();
    const answer = await gateway.call('POST', `/l/${slug}`, {
      rawBody: new URLSearchParams(FORM).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: `vintem_lang=en; ${old.join('; ')}` },
      redirect: 'manual',
    });
    const ended = answer.headers.getSetCookie().filter((cookie) => cookie.includes('Max-Age=0'));
    expect(ended.map((cookie) => cookie.split('=')[0])).toEqual(old.slice(0, 6).map((cookie) => cookie.split('=')[0]));
  });
});

describe('the cookie where the installation is public', () => {
  it('is sent over https alone, and no other host can set it', async () => {
    const https = await startTestGateway({ PUBLIC_URL: 'https://pay.example.com' });
    const its = linksOf(https);
    const [header] = (await its.order((await its.make()).slug)).headers.getSetCookie();
    expect(header).toMatch(/^__Host-vintem_link_[\w-]+=\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/);
    await https.close();
  });
});

describe('the slug', () => {
  it('of a bill is made longer by six random characters', async () => {
    const [one, other] = [
      await links.make({ slug: 'aluguel', max_payments: 1 }),
      await links.make({ slug: 'aluguel', max_payments: 1 }),
    ];
    for (const { slug } of [one, other]) {
      expect(slug).toMatch(/^aluguel-[a-z2-9]{6}$/);
      expect((await links.open(slug)).status).toBe(200);
    }
    expect(one.slug).not.toBe(other.slug);
    const long = await links.make({ slug: 'x'.repeat(40), max_payments: 1 });
    expect(long.slug).toHaveLength(47);
    expect((await links.open(long.slug)).status).toBe(200);
  });

  it('of a link that everybody may know never becomes that of a bill', async () => {
    for (const changes of [{ slug: 'rifa' }, { max_payments: 5 }]) {
      const { id, ...link } = await links.make(changes);
      const refused = await links.change(id, { title: 'Outra', max_payments: 1 });
      expectError(refused, invalid('max_payments'));
      expect((await gateway.get(`/payment-links/${id}`)).body).toEqual({ id, ...link });
      expect((await links.change(id, { max_payments: 2 })).status).toBe(200);
    }
    const bill = await links.make({ slug: 'aluguel', max_payments: 1 });
    expect((await links.change(bill.id, { max_payments: 1, title: 'Outra' })).body.max_payments).toBe(1);
    expect((await links.change(bill.id, { max_payments: null })).body.max_payments).toBeNull();
  });

  it('"taken" is told about the merchant’s own links only', async () => {
    await links.make({ slug: 'natal' });
    const again = await links.create({ slug: 'natal' });
    expect(again).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', field: 'slug' } });
    const { companies } = (await gateway.get('/auth', gateway.otherToken)).body.response;
    const theirs = await gateway.post(
      '/payment-links',
      {
        company_id: companies[0].id,
        title: 'Outro',
        slug: 'natal',
        items: [{ name: 'Copo', quantity: 1, price: 4_000 }],
      },
      gateway.otherToken,
    );
    expect(theirs.status).toBe(201);
    expect(theirs.body.slug).toMatch(/^natal-[a-z2-9]{6}$/);
  });
});
