import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_DESTINATIONS, MOST_OF_REFUND } from '../../../src/gateway/destinations/destination.ts';
import { createSessionTokens } from '../../../src/parties/accounts/session-tokens.ts';
import { expectError, ISO_UTC, invalid, secretOf } from '../../support/contract.ts';
import { addDestination, allowOthers, KINDS } from '../../support/destinations.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { advance, BOLETO, createPaid, createPayment, openCompany, type TestCompany } from '../../support/money.ts';

const DOCUMENT = '11222333000181';
const OWN = { type: 'pix_key', key_type: 'cnpj', key: '11.222.333/0001-81' };
const ACCOUNT = { ...KINDS.account, holder_document: DOCUMENT };
const NOBODY = 987_654_321;

let gateway: TestGateway;
let shop: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await open();
});
afterAll(() => gateway.close());

/** A company whose document is known here. */
async function open(): Promise<TestCompany> {
  const company = await openCompany(gateway);
  await gateway.database.db.query('UPDATE companies SET document = $2 WHERE id = $1', [company.id, DOCUMENT]);
  return company;
}
const add = (body: object, company = shop) => addDestination(gateway, company, body);
const list = async (company = shop, query = '') =>
  (await gateway.get(`/companies/${company.id}/destinations${query}`, company.session)).body.data;
const remove = (id: number, company = shop) =>
  gateway.call('DELETE', `/companies/${company.id}/destinations/${id}`, { token: company.session });
const stored = async () =>
  (await gateway.database.db.query<{ n: number }>('SELECT count(*) AS n FROM payout_destinations'))[0]?.n;
const newest = async (action: string) =>
  (await gateway.get(`/audit-log?action=${action}&limit=1`, shop.session)).body.data[0];
const refused = (answer: ApiAnswer, field: string) =>
  expectError(answer, { status: 400, code: 'DESTINATION_INVALID', field });

describe('POST /companies/{id}/destinations', () => {
  it('adds a key of the company’s own document, masked from the first answer on', async () => {
    const { status, body } = await add(OWN);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      company_id: shop.id,
      type: 'pix_key',
      key_type: 'cnpj',
      key: '**.222.333/****-**',
      status: 'USABLE',
      is_own: true,
      refund_of: null,
      created_at: expect.stringMatching(ISO_UTC),
      created_by: 'Demo',
      usable_at: body.created_at,
      blocked_at: null,
      block_reason: null,
    });
    expect(await newest('destination.created')).toMatchObject({
      object: { kind: 'destination', id: String(body.id) },
      details: {
        company_id: shop.id,
        type: 'pix_key',
        destination: 'PIX (cnpj) **.222.333/****-**',
        is_own: true,
      },
    });
  });

  it('adds an account, and keys that name nobody', async () => {
    expect((await add(ACCOUNT)).body).toMatchObject({
      type: 'bank_account',
      ispb: '60746948',
      agency: '0123',
      account: '***017X',
      account_type: 'checking',
      holder_name: 'Z*** S***',
      holder_document: '**.222.333/****-**',
      is_own: true,
    });
    for (const [kind, key] of [
      ['email', 'z***@r***.example'],
      ['phone', '+55 ** *****-5678'],
      ['random', '********-****-****-****-********6906'],
    ] as const)
      expect((await add(KINDS[kind])).body).toMatchObject({ key_type: kind, key, is_own: null });
  });

  it('names the one that is there already, however it is typed', async () => {
    const company = await open();
    const first = (await add(OWN, company)).body;
    const again = await add({ ...OWN, key: DOCUMENT }, company);
    refused(again, 'key');
    expect(again.body.details).toEqual({ destination_id: first.id });
    const account = (await add(ACCOUNT, company)).body;
    const typed = await add({ ...ACCOUNT, agency: '0123', account: '08246017x', holder_name: 'Outra' }, company);
    expect(typed.body).toMatchObject({ field: 'account', details: { destination_id: account.id } });
    // Another company of the same merchant has its own; a removed or blocked one is entered anew.
    expect((await add(OWN, await open())).status).toBe(201);
    await remove(first.id, company);
    expect((await add(OWN, company)).status).toBe(201);
    await gateway.database.db.query(
      `UPDATE payout_destinations SET blocked_at = now(), block_reason = 'chave PIX desconhecida' WHERE id = $1`,
      [account.id],
    );
    expect((await add(ACCOUNT, company)).status).toBe(201);
    expect((await list(company)).map((one: { status: string }) => one.status).sort()).toEqual([
      'BLOCKED',
      'USABLE',
      'USABLE',
    ]);
  });

  it('adds one of two that come at the same time', async () => {
    const company = await open();
    const answers = await Promise.all([OWN, OWN, OWN, OWN].map((body) => add(body, company)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    expect(await list(company)).toHaveLength(1);
  });

  it('refuses what names another document, unless the operator allows it', async () => {
    const company = await open();
    refused(await add(KINDS.cpf, company), 'key');
    refused(await add(KINDS.cnpj, company), 'key');
    refused(await add(KINDS.account, company), 'holder_document');
    expect(await list(company)).toEqual([]);
    await allowOthers(gateway, company);
    for (const kind of ['cpf', 'cnpj', 'account'] as const)
      expect((await add(KINDS[kind], company)).body).toMatchObject({ is_own: false });
  });

  it('refuses a wrong shape before all else, and stores nothing', async () => {
    const before = await stored();
    const unknown = { id: NOBODY, session: shop.session };
    const post = (body: object) => addDestination(gateway, unknown, body);
    expectError(await post({}), invalid('type'));
    expectError(await post({ ...OWN, type: 'cash' }), invalid('type'));
    expectError(await post({ ...OWN, key_type: 'evp' }), invalid('key_type'));
    expectError(await post({ type: 'pix_key', key: 'x' }), invalid('key_type'));
    expectError(await post({ ...OWN, key: 5 }), invalid('key'));
    expectError(await post({ ...OWN, key: 'x'.repeat(101) }), invalid('key'));
    expectError(await post({ ...OWN, key: null }), invalid('key'));
    expectError(await post({ ...OWN, agency: '1' }), invalid('agency'));
    expectError(await post({ ...ACCOUNT, key: 'x' }), invalid('key'));
    expectError(await post({ ...ACCOUNT, account_type: 'corrente' }), invalid('account_type'));
    expectError(await post({ ...ACCOUNT, holder_name: 'A\u202eB' }), invalid('holder_name'));
    expectError(await post({ ...OWN, refund_of: 0 }), invalid('refund_of'));
    // Then what exists, then the destination itself.
    expectError(await post({ ...OWN, key: '11222333000182' }), { status: 404, code: 'COMPANY_NOT_FOUND' });
    refused(await add({ ...OWN, key: '11222333000182' }), 'key');
    refused(await add({ ...ACCOUNT, ispb: '123' }), 'ispb');
    expect(await stored()).toBe(before);
  });

  it('stops at so many', async () => {
    const company = await open();
    await gateway.database.db.query(
      `INSERT INTO payout_destinations (merchant_id, company_id, kind, key_type, masked, sealed, fingerprint,
         created_at, created_by, usable_at)
       SELECT merchant_id, id, 'pix_key', 'random', '{"type":"pix_key","key_type":"random","key":"x"}', 'x',
         int8send(n), now(), 'x', now()
       FROM companies, generate_series(1, $2) n WHERE id = $1`,
      [company.id, MOST_DESTINATIONS - 1],
    );
    expect((await add(OWN, company)).status).toBe(201);
    const full = await add(KINDS.email, company);
    expectError(full, { status: 400, code: 'DESTINATION_LIMIT' });
    expect(full.body.details).toEqual({ maximum: MOST_DESTINATIONS });
    expect(await list(company)).toHaveLength(MOST_DESTINATIONS);
    await remove((await list(company))[0].id, company);
    expect((await add(KINDS.email, company)).status).toBe(201);
  });

  it('keeps nobody’s value in clear: it opens with the key alone', async () => {
    const rows = await gateway.database.db.query<{ sealed: string }>('SELECT sealed FROM payout_destinations');
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.every(({ sealed }) => sealed.startsWith('sb1.') || sealed === 'x')).toBe(true);
  });
});

describe('the limit of so many in a minute', () => {
  it('counts what might have been added: a wrong shape and a company that does not exist cost nothing', async () => {
    const limited = await startTestGateway({ RATE_LIMIT_PER_SECOND: '1000' });
    try {
      const company = await openCompany(limited);
      const keys = Array.from({ length: 20 }, (_, index) => ({ ...KINDS.email, key: `a${index}@recebe.example` }));
      for (let tries = 0; tries < 15; tries++) {
        expectError(await addDestination(limited, company, { ...OWN, agency: '1' }), invalid('agency'));
        const nowhere = { ...company, id: NOBODY };
        expectError(await addDestination(limited, nowhere, OWN), { status: 404, code: 'COMPANY_NOT_FOUND' });
      }
      for (const key of keys) expect((await addDestination(limited, company, key)).status).toBe(201);
      expectError(await addDestination(limited, company, OWN), { status: 429, code: 'RATE_LIMITED' });
    } finally {
      await limited.close();
    }
  });
});

describe('the hold', () => {
  it('keeps a new one from being used until it has passed, by the clock of the business', async () => {
    const held = await startTestGateway({ PAYOUT_HOLD_HOURS: '24' });
    try {
      const company = await openCompany(held);
      const { body } = await addDestination(held, company, KINDS.email);
      expect(body.status).toBe('ON_HOLD');
      expect(Date.parse(body.usable_at) - Date.parse(body.created_at)).toBe(86_400_000);
      const [one] = (await held.get(`/companies/${company.id}/destinations`, company.session)).body.data;
      expect(one).toEqual(body);
      await advance(held, 86_401);
      const [later] = (await held.get(`/companies/${company.id}/destinations`, company.session)).body.data;
      expect(later).toEqual({ ...body, status: 'USABLE' });
    } finally {
      await held.close();
    }
  });
});

describe('who may', () => {
  it('a key never, whatever its scopes are; it may read', async () => {
    const scopes = ['read', 'charge', 'refund', 'payout', 'webhooks'];
    const { key } = (await gateway.post('/api-keys', { name: 'tudo', scopes }, shop.session)).body;
    const byKey = { ...shop, session: key };
    expectError(await add(KINDS.email, byKey), { status: 403, code: 'FORBIDDEN' });
    const [one] = await list();
    expectError(await remove(one.id, byKey), { status: 403, code: 'FORBIDDEN' });
    expect(await list(byKey)).toEqual(await list());
  });

  it('whoever logged in a moment ago: an old token is asked for the password', async () => {
    const tokens = createSessionTokens({ secret: await secretOf(gateway, 'jwt'), previous: null }, 3600);
    const [user] = await gateway.database.db.query<{ id: number; version: number }>(
      "SELECT id, version FROM users WHERE email = 'demo@vintem.dev'",
    );
    const tokenOf = (minutesAgo: number) =>
      tokens.issue(
        { userId: user?.id ?? 0, userVersion: user?.version ?? 0 },
        new Date(Date.now() - minutesAgo * 60_000),
      );
    const company = await open();
    const old = { ...company, session: await tokenOf(10.1) };
    expectError(await add(OWN, old), { status: 403, code: 'PASSWORD_NEEDED' });
    expectError(await remove(1, old), { status: 403, code: 'PASSWORD_NEEDED' });
    expect(await list(old)).toEqual([]);
    expect((await add(OWN, { ...company, session: await tokenOf(9.9) })).status).toBe(201);
  });

  it('nobody of another merchant, who learns nothing', async () => {
    const [one] = await list();
    const stranger = { ...shop, session: gateway.otherToken };
    for (const answer of [
      await add(OWN, stranger),
      await remove(one.id, stranger),
      await gateway.get(`/companies/${shop.id}/destinations`, stranger.session),
    ])
      expectError(answer, { status: 404, code: 'COMPANY_NOT_FOUND' });
    const other = await open();
    expectError(await remove(one.id, other), { status: 404, code: 'DESTINATION_NOT_FOUND' });
  });
});

describe('DELETE /companies/{id}/destinations/{destinationId}', () => {
  it('removes it from the list, and keeps the row', async () => {
    const company = await open();
    const { id } = (await add(OWN, company)).body;
    expect((await remove(id, company)).status).toBe(204);
    expect(await list(company)).toEqual([]);
    expectError(await remove(id, company), { status: 404, code: 'DESTINATION_NOT_FOUND' });
    expectError(await remove(NOBODY, company), { status: 404, code: 'DESTINATION_NOT_FOUND' });
    const rows = await gateway.database.db.query('SELECT removed_at FROM payout_destinations WHERE id = $1', [id]);
    expect(rows).toEqual([{ removed_at: expect.any(Date) }]);
    expect(await newest('destination.removed')).toMatchObject({
      details: { company_id: company.id, destination: 'PIX (cnpj) **.222.333/****-**' },
    });
  });

  it('is never refused for a schedule, which says itself why it cannot run', async () => {
    const company = await open();
    const { id } = (await add(OWN, company)).body;
    await gateway.database.db.query(
      `INSERT INTO payout_schedules (company_id, merchant_id, rhythm, destination_id, next_on)
       SELECT id, merchant_id, 'daily', $2, '2099-01-01' FROM companies WHERE id = $1`,
      [company.id, id],
    );
    expect((await remove(id, company)).status).toBe(204);
  });
});

describe('a destination for one refund', () => {
  it('is of a paid boleto of the company, and no payout’s', async () => {
    const company = await open();
    const boleto = await createPaid(gateway, company, 10_000, BOLETO);
    const { status, body } = await add({ ...KINDS.cpf, refund_of: boleto }, company);
    expect(status).toBe(201);
    expect(body).toMatchObject({ refund_of: boleto, is_own: false, key: '***.533.447-**' });
    expect(await list(company)).toEqual([]);
    expect(await list(company, `?refund_of=${boleto}`)).toEqual([body]);
    // What stays for years says nothing of a payer.
    const told = { company_id: company.id, type: 'pix_key', refund_of: boleto };
    expect((await newest('destination.created')).details).toEqual({ ...told, usable_at: body.usable_at });
    // Twice for one refund it is named; for another, and as one of the company's own, nobody minds.
    const again = await add({ ...KINDS.cpf, refund_of: boleto }, company);
    refused(again, 'key');
    expect(again.body.details).toEqual({ destination_id: body.id });
    const another = await createPaid(gateway, company, 5_000, BOLETO);
    expect((await add({ ...KINDS.cpf, refund_of: another }, company)).status).toBe(201);
    await allowOthers(gateway, company);
    expect((await add(KINDS.cpf, company)).status).toBe(201);
    const nth = (n: number) => add({ ...KINDS.email, key: `a${n}@recebe.example`, refund_of: boleto }, company);
    for (let n = 1; n < MOST_OF_REFUND; n++) expect((await nth(n)).status).toBe(201);
    expectError(await nth(MOST_OF_REFUND), { status: 400, code: 'DESTINATION_LIMIT' });
    expect((await remove(body.id, company)).status).toBe(204);
    expect((await add({ ...KINDS.cpf, refund_of: boleto }, company)).status).toBe(201);
  });

  it('is refused for anything else', async () => {
    const company = await open();
    const missing = (answer: ApiAnswer) =>
      expectError(answer, { status: 404, code: 'TRANSACTION_NOT_FOUND', field: 'refund_of' });
    missing(await add({ ...OWN, refund_of: NOBODY }, company));
    missing(await add({ ...OWN, refund_of: await createPaid(gateway, shop, 5_000, BOLETO) }, company));
    const others = await openCompany(gateway, { of: 'partner' });
    missing(await add({ ...OWN, refund_of: await createPaid(gateway, others, 5_000, BOLETO) }, company));
    refused(await add({ ...OWN, refund_of: await createPaid(gateway, company, 5_000) }, company), 'refund_of');
    const id = await createPayment(gateway, company, 5_000, BOLETO);
    refused(await add({ ...OWN, refund_of: id }, company), 'refund_of');
  });
});
