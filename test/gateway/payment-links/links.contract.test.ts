import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, ISO_UTC, invalid, withoutValue, withValue } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { linkBody, linksOf } from '../../support/links.ts';
import { orderBody } from '../../support/orders.ts';

let gateway: TestGateway;
let links: ReturnType<typeof linksOf>;
beforeAll(async () => {
  gateway = await startTestGateway({ PUBLIC_URL: 'http://pay.example.test', SANDBOX_CLOCK: 'on' });
  links = linksOf(gateway);
});
afterAll(() => gateway.close());

const stored = async () => (await gateway.get('/payment-links')).body.total;
const advance = (seconds: number) => gateway.post('/sandbox/clock', { advance_seconds: seconds });
const now = async () => new Date((await gateway.get('/sandbox/clock')).body.now);
const later = async (seconds: number) => new Date((await now()).getTime() + seconds * 1_000).toISOString();

describe('POST /payment-links', () => {
  it('answers all that was sent, and what follows from it', async () => {
    const sent = linkBody({
      description: 'Tamanhos P a GG\nAlgodão',
      slug: 'camiseta-azul',
      quantity: { min: 1, max: 5 },
      max_payments: 50,
      stock: 120,
      expires_at: '2030-12-24T23:59:59-03:00',
      due_days: 5,
      fine: { percent: 200 },
      interest: { daily_amount: 1 },
      payable_days_after_due: 15,
      collect_address: 'always',
      success_url: 'https://loja.com.br/obrigado?x=1',
      inactive_message: 'Esgotado!',
      metadata: { campanha: 'natal' },
    });
    const { status, body } = await gateway.post('/payment-links', sent);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...sent,
      expires_at: '2030-12-25T02:59:59.000Z',
      open_amount: null,
      id: expect.stringMatching(/^pl_[a-z0-9]{20}$/),
      url: 'http://pay.example.test/l/camiseta-azul',
      status: 'ACTIVE',
      paid_count: 0,
      paid_amount: 0,
      open_count: 0,
      remaining: 50,
      created_at: expect.stringMatching(ISO_UTC),
      updated_at: expect.stringMatching(ISO_UTC),
    });
    expect((await gateway.get(`/payment-links/${body.id}`)).body).toEqual(body);
  });

  it('takes the terms of its boletos as an order does, changes and removes them', async () => {
    for (const [field, terms] of [
      ['fine.percent', { fine: { percent: 201 } }],
      ['fine', { fine: { percent: 1, amount: 1 } }],
      ['fine', { fine: { percent: 1 }, methods: ['pix'] }],
      ['interest.daily_amount', { interest: { daily_amount: 3 } }],
      ['payable_days_after_due', { payable_days_after_due: 121 }],
      ['discounts', { discounts: [{ until: '2099-01-01', percent: 500 }] }],
    ] as const)
      expectError(await links.create(terms), invalid(field));
    const { id } = await links.make({ fine: { percent: 200 } });
    expectError(await links.change(id, { interest: { monthly_percent: 101 } }), invalid('interest.monthly_percent'));
    expectError(await links.change(id, { discounts: [] }), invalid('discounts'));
    const changed = await links.change(id, { interest: { monthly_percent: 100 }, payable_days_after_due: 5 });
    const terms = { fine: { percent: 200 }, interest: { monthly_percent: 100 }, payable_days_after_due: 5 };
    expect(changed).toMatchObject({ status: 200, body: terms });
    const none = { fine: null, interest: null, payable_days_after_due: null };
    expect(await links.change(id, none)).toMatchObject({ status: 200, body: none });
    expect(await links.read(id)).toMatchObject(none);
  });

  it('has null for what was left out, both methods and a slug of its own', async () => {
    const { body } = await links.create({ methods: undefined, shipping: undefined });
    expect(body).toMatchObject({
      description: null,
      methods: ['pix', 'invoice'],
      shipping: null,
      open_amount: null,
      quantity: null,
      max_payments: null,
      stock: null,
      expires_at: null,
      due_days: null,
      collect_address: 'boleto',
      success_url: null,
      inactive_message: null,
      metadata: {},
      remaining: null,
      slug: expect.stringMatching(/^[a-z0-9]{10}$/),
    });
  });

  it('takes an open amount instead of items; its bounds have defaults', async () => {
    const open = await links.create({ items: undefined, shipping: undefined, open_amount: { suggested: [2_000] } });
    expect(open.body).toMatchObject({ items: [], open_amount: { min: 500, max: 9_999_999_999, suggested: [2_000] } });
    expect((await links.create({ items: [], open_amount: {} })).status).toBe(201);
  });

  it.each([
    ['no company', withoutValue(linkBody(), 'company_id'), 'company_id'],
    ['no title', withoutValue(linkBody(), 'title'), 'title'],
    ['a blank title', linkBody({ title: ' \u200b ' }), 'title'],
    ['a title of two lines', linkBody({ title: 'a\nb' }), 'title'],
    ['a description that turns the line around', linkBody({ description: 'a\u202eb' }), 'description'],
    ['an unknown method', linkBody({ methods: ['pix', 'credit'] }), 'methods[1]'],
    ['no method', linkBody({ methods: [] }), 'methods'],
    ['a method twice', linkBody({ methods: ['pix', 'pix'] }), 'methods'],
    ['no items and no open amount', linkBody({ items: [] }), 'items'],
    ['neither of them named', withoutValue(linkBody(), 'items'), 'items'],
    ['both of them', linkBody({ open_amount: { min: 500 } }), 'open_amount'],
    ['a price that is no integer', withValue(linkBody(), 'items[0].price', 10.5), 'items[0].price'],
    [
      'more than any order may cost',
      linkBody({ quantity: { max: 999_999 }, items: [{ name: 'x', quantity: 1, price: 99_999 }] }),
      'items',
    ],
    ['a quantity upside down', linkBody({ quantity: { min: 3, max: 2 } }), 'quantity.min'],
    ['a quantity of an open amount', linkBody({ items: [], open_amount: {}, quantity: { max: 2 } }), 'quantity'],
    ['an open amount upside down', linkBody({ items: [], open_amount: { min: 900, max: 800 } }), 'open_amount.min'],
    [
      'a suggestion out of bounds',
      linkBody({ items: [], open_amount: { min: 900, suggested: [1_000, 800] } }),
      'open_amount.suggested[1]',
    ],
    ['an end in the past', linkBody({ expires_at: '2020-01-01T00:00:00Z' }), 'expires_at'],
    ['an end that is no time', linkBody({ expires_at: 'amanhã' }), 'expires_at'],
    ['a slug of other letters', linkBody({ slug: 'Camiseta' }), 'slug'],
    ['a slug with markup', linkBody({ slug: '<script>' }), 'slug'],
    ['a short slug', linkBody({ slug: 'ab' }), 'slug'],
    ['no payments at all', linkBody({ max_payments: 0 }), 'max_payments'],
    ['a stock below nothing', linkBody({ stock: -1 }), 'stock'],
    ['a return address without https', linkBody({ success_url: 'http://loja.com.br' }), 'success_url'],
    ['a return address that is a script', linkBody({ success_url: 'javascript:alert(1)' }), 'success_url'],
    ['a return address with a password', linkBody({ success_url: 'https://a:b@loja.com.br' }), 'success_url'],
    ['an address rule nobody knows', linkBody({ collect_address: 'pix' }), 'collect_address'],
    ['a due date too far', linkBody({ due_days: 181 }), 'due_days'],
    ['a metadata key without text', linkBody({ metadata: { '': 'x' } }), 'metadata'],
  ])('400: %s', async (_, body, field) => {
    const before = await stored();
    expectError(await gateway.post('/payment-links', body), invalid(field));
    expect(await stored()).toBe(before);
  });

  it.each([
    [
      'items and shipping',
      linkBody({ items: [{ name: 'x', quantity: 1, price: 400 }], shipping: { name: 'y', price: 99 } }),
      'items',
    ],
    ['an open amount', linkBody({ items: [], shipping: undefined, open_amount: { min: 499 } }), 'open_amount.min'],
  ])('400: %s below 500 cents, and 500 is enough', async (_, body, field) => {
    expectError(await gateway.post('/payment-links', body), { status: 400, code: 'AMOUNT_BELOW_MINIMUM', field });
    const enough = withValue(body, 'shipping', { name: 'y', price: 100 });
    expect((await gateway.post('/payment-links', enough)).status).toBe(201);
  });

  it('takes the least of several units for the minimum', async () => {
    const items = [{ name: 'Adesivo', quantity: 1, price: 100 }];
    expectError(await links.create({ items, shipping: undefined, quantity: { min: 4, max: 9 } }), {
      status: 400,
      code: 'AMOUNT_BELOW_MINIMUM',
      field: 'items',
    });
    expect((await links.create({ items, shipping: undefined, quantity: { min: 5, max: 9 } })).status).toBe(201);
  });

  it('leads back to the developer’s own machine in the sandbox', async () => {
    for (const success_url of ['http://localhost:5173/ok', 'http://127.0.0.1:8080', 'https://x.localhost/'])
      expect((await links.create({ success_url })).status).toBe(201);
    expectError(await links.create({ success_url: 'http://localhost.example.com' }), invalid('success_url'));
  });

  it('the end is judged by the business clock; a date is the end of that day in São Paulo', async () => {
    const soon = await later(60);
    await advance(3_600);
    expectError(await links.create({ expires_at: soon }), invalid('expires_at'));
    expect((await links.create({ expires_at: '2031-01-31' })).body.expires_at).toBe('2031-02-01T02:59:59.999Z');
  });

  it('a slug is taken once in the installation; what another merchant has taken is not told', async () => {
    const first = await links.make({ slug: 'so-um' });
    expectError(await links.create({ slug: 'so-um' }), invalid('slug'));
    const foreign = { ...linkBody({ slug: 'so-um' }), company_id: 3 };
    const { status, body } = await gateway.post('/payment-links', foreign, gateway.otherToken);
    expect({ status, slug: body.slug }).toEqual({ status: 201, slug: expect.stringMatching(/^so-um-\w{6}$/) });
    expect((await links.read(first.id)).slug).toBe('so-um');
  });

  it('another merchant’s company and one that does not exist are 404 alike', async () => {
    for (const company_id of [3, 987_654_321])
      expectError(await links.create({ company_id }), { status: 404, code: 'COMPANY_NOT_FOUND' });
  });

  it('needs the JWT, as do all of them', async () => {
    for (const [method, path] of [
      ['POST', ''],
      ['GET', ''],
      ['GET', '/pl_x'],
      ['PATCH', '/pl_x'],
    ] as const)
      expectError(await gateway.call(method, `/payment-links${path}`), { status: 401, code: 'UNAUTHORIZED' });
  });
});

describe('PATCH /payment-links/{id}', () => {
  it('changes what it names and nothing else; null takes away', async () => {
    const { id } = await links.make({ description: 'um', stock: 3, max_payments: 9, expires_at: '2031-01-01' });
    const before = await links.read(id);
    await advance(5);
    const changes = {
      title: 'Outra',
      description: null,
      status: 'DISABLED',
      max_payments: null,
      stock: 0,
      expires_at: null,
      success_url: 'https://loja.com.br/',
      inactive_message: 'Volte em dezembro',
    };
    const { status, body } = await links.change(id, changes);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, ...changes, remaining: 0, updated_at: expect.stringMatching(ISO_UTC) });
    expect(body.updated_at > (before as unknown as { updated_at: string }).updated_at).toBe(true);
    expect((await links.change(id, {})).body).toEqual({ ...body, updated_at: expect.any(String) });
    expect((await links.change(id, { status: 'ACTIVE' })).body.status).toBe('SOLD_OUT');
    expect((await links.change(id, { stock: null })).body.status).toBe('ACTIVE');
  });

  it.each([
    ['price', { items: [{ name: 'x', quantity: 1, price: 900 }] }, 'items'],
    ['open amount', { open_amount: { min: 900 } }, 'open_amount'],
    ['shipping', { shipping: { name: 'x', price: 0 } }, 'shipping'],
    ['slug', { slug: 'outro-nome' }, 'slug'],
    ['company', { company_id: 2 }, 'company_id'],
    ['methods', { methods: ['pix'] }, 'methods'],
    ['quantity', { quantity: { max: 3 } }, 'quantity'],
    ['metadata', { metadata: {} }, 'metadata'],
    ['something unknown', { titel: 'x' }, 'titel'],
    ['a status that follows', { status: 'EXPIRED' }, 'status'],
    ['no title', { title: '' }, 'title'],
    ['an end in the past', { expires_at: '2020-01-01' }, 'expires_at'],
    ['a return address', { success_url: 'ftp://loja' }, 'success_url'],
    ['no payments', { max_payments: 0 }, 'max_payments'],
  ])('400: %s', async (_, change, field) => {
    const { id } = await links.make();
    const before = await links.read(id);
    expectError(await links.change(id, { title: 'Outra', ...change }), invalid(field));
    expect(await links.read(id)).toEqual(before);
  });
});

describe('[errors] ids that are nobody’s', () => {
  it.each(['pl_00000000000000000000', 'pl_', '1', 'PL_X', '%00', "pl_x'--"])('%s is 404', async (id) => {
    const unknown = { status: 404, code: 'PAYMENT_LINK_NOT_FOUND' };
    expectError(await gateway.get(`/payment-links/${id}`), unknown);
    expectError(await links.change(id, { title: 'x' }), unknown);
  });
});

describe('GET /payment-links', () => {
  it('lists the newest first, by company and by the status that it shows', async () => {
    const company_id = 2;
    const list = async (query = '') => (await gateway.get(`/payment-links?company_id=2&limit=100${query}`)).body;
    const active = await links.make({ company_id });
    const disabled = await links.make({ company_id });
    await links.change(disabled.id, { status: 'DISABLED' });
    const expired = await links.make({ company_id, expires_at: await later(60) });
    const soldOut = await links.make({ company_id, stock: 0 });
    await advance(61);
    const all = await list();
    expect(all).toMatchObject({ total: 4, page: 1, lastPage: 1, itemsPerPage: 100 });
    expect(all.data.map(({ id }: { id: string }) => id)).toEqual([soldOut.id, expired.id, disabled.id, active.id]);
    expect(all.data.map(({ status }: { status: string }) => status)).toEqual([
      'SOLD_OUT',
      'EXPIRED',
      'DISABLED',
      'ACTIVE',
    ]);
    for (const { id, status } of all.data)
      expect((await list(`&status=${status}`)).data.map((link: { id: string }) => link.id)).toEqual([id]);
    expect((await gateway.get('/payment-links?company_id=2&limit=2&page=2')).body).toMatchObject({
      total: 4,
      lastPage: 2,
      data: [{ id: disabled.id }, { id: active.id }],
    });
  });
});

describe('payment_link_id of an order', () => {
  const order = (payment_link_id: string, changes = {}) =>
    gateway.post('/payments/order', orderBody({ payment_link_id, ...changes }));

  it('counts where it names a link of that company, and is never refused', async () => {
    const link = await links.make({ max_payments: 2, stock: 3 });
    for (let count = 1; count <= 3; count += 1) {
      const { status, body } = await order(link.id);
      expect({ status, success: body.success }).toEqual({ status: 200, success: true });
      expect((await gateway.get(`/transactions/${body.transaction.id}`)).body.payment_link_id).toBe(link.id);
    }
    // Two of the link's item in each.
    expect(await links.read(link.id)).toMatchObject({ open_count: 3, remaining: 0, status: 'SOLD_OUT' });
    await links.change(link.id, { status: 'DISABLED' });
    expect((await order(link.id)).body.success).toBe(true);
    expect((await links.read(link.id)).open_count).toBe(4);
  });

  it('counts what was paid for a boleto, without its discount', async () => {
    const link = await links.make();
    const discounts = [{ until: (await later(86_400)).slice(0, 10), amount: 700 }];
    const { body } = await order(link.id, { payment: { type: 'invoice', installments: 1, discounts } });
    await gateway.post(`/sandbox/transactions/${body.transaction.id}/pay`, {});
    expect(await links.read(link.id)).toMatchObject({ paid_count: 1, paid_amount: 9_300 });
  });

  it('stays free text, and counts for nobody else’s link', async () => {
    const link = await links.make();
    const foreign = { ...linkBody(), company_id: 3 };
    const theirs = (await gateway.post('/payment-links', foreign, gateway.otherToken)).body;
    expect((await order(link.id, { access_token: 'est_demo_marketplace' })).body.success).toBe(true);
    expect((await order(theirs.id)).body.success).toBe(true);
    expect((await order('minha campanha')).body.success).toBe(true);
    expect(await links.read(link.id)).toMatchObject({ open_count: 0, paid_count: 0 });
    expect((await gateway.get(`/payment-links/${theirs.id}`, gateway.otherToken)).body.open_count).toBe(0);
  });
});
