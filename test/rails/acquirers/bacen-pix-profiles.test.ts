import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BankAccess } from '../../../src/rails/acquirers/bacen-pix/access.ts';
import { type BacenPixClient, createBacenPixClient } from '../../../src/rails/acquirers/bacen-pix/bacen-pix-client.ts';
import { readWebhook, writeWebhook } from '../../../src/rails/acquirers/bacen-pix/bank-webhook.ts';
import { PROFILES, type Profile, type ProfileName } from '../../../src/rails/acquirers/bacen-pix/profiles.ts';
import { deadlineIn } from '../../../src/rails/acquirers/bank-connection/bank-http.ts';
import { orderOf } from '../../../src/rails/acquirers/contract/acquirer-harness.contract.ts';
import { findBacenDocument, type SentRequest } from '../../support/banks/bacen-document.ts';

/**
 * What each bank is sent, word for word. A server that answers nothing of use writes down what arrives: the profile is
 * all that may make a difference.
 */

const TXID = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const E2EID = 'E1234567820261115120000000000000';
const ID = 'd0000000000000000000000000000001';
const KEY = 'loja@example.com';
const ALL_SCOPES = 'cob.read+cob.write+pix.read+pix.write+webhook.read+webhook.write+cobv.read+cobv.write';
const BASIC = `Basic ${Buffer.from('id-1:s3cret').toString('base64')}`;

const document = findBacenDocument();

interface Seen {
  line: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

const seen: Seen[] = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { method, url, headers } = request;
  seen.push({ line: `${method} ${url}`, headers, body });
  const isToken = url?.includes('token') ?? false;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(isToken ? '{"access_token":"t0ken","expires_in":3600}' : '{}');
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  seen.length = 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function clientOf(profile: ProfileName, changes: Partial<BankAccess> = {}): BacenPixClient {
  const access = accessOf(profile, changes);
  return createBacenPixClient({ name: 'bank', access, callbackSecret: 'x', timeoutMs: 20_000 });
}

function accessOf(profile: ProfileName, changes: Partial<BankAccess> = {}): BankAccess {
  return {
    profile,
    baseUrl: `${origin}/base`,
    tokenUrl: new URL(tokenPathOf(profile), origin).href,
    clientId: 'id-1',
    clientSecret: 's3cret',
    pixKey: KEY,
    certificatePem: null,
    privateKeyPem: null,
    caPem: null,
    appKey: 'app-1',
    account: null,
    ...changes,
  };
}

function tokenPathOf(profile: ProfileName): string {
  const address = PROFILES[profile].token.live ?? '/token';
  return address.startsWith('/') ? address : new URL(address).pathname;
}

interface Expected {
  live: string | null;
  test: string | null;
  token: string | null;
  tokenBody: string;
  basic: boolean;
  json?: boolean;
  /** The parts of the addresses that differ. */
  cob?: string;
  patch?: string;
  pix?: string;
  query?: string;
  headers?: Record<string, unknown>;
  instants?: 'seconds';
}

const FORM = `grant_type=client_credentials&scope=${ALL_SCOPES}`;

const BANKS: Record<ProfileName, Expected> = {
  standard: { live: null, test: null, token: null, tokenBody: FORM, basic: true },
  efi: {
    live: 'https://pix.api.efipay.com.br/v2',
    test: 'https://pix-h.api.efipay.com.br/v2',
    token: 'https://pix.api.efipay.com.br/oauth/token',
    tokenBody: '{"grant_type":"client_credentials"}',
    basic: true,
    json: true,
  },
  itau: {
    live: 'https://secure.api.itau/pix_recebimentos/v2',
    test: null,
    token: 'https://sts.itau.com.br/as/token.oauth2',
    tokenBody: 'grant_type=client_credentials&client_id=id-1&client_secret=s3cret',
    basic: false,
    headers: { 'x-correlationid': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/) },
  },
  bb: {
    live: 'https://api-pix.bb.com.br/pix/v2',
    test: 'https://api-pix.hm.bb.com.br/pix/v2',
    token: 'https://oauth.bb.com.br/oauth/token',
    tokenBody: FORM,
    basic: true,
    query: 'gw-dev-app-key=app-1',
  },
  santander: {
    live: 'https://trust-pix.santander.com.br/api',
    test: 'https://trust-pix-h.santander.com.br/api',
    token: 'https://trust-pix.santander.com.br/oauth/token?grant_type=client_credentials',
    tokenBody: 'grant_type=client_credentials&client_id=id-1&client_secret=s3cret',
    basic: false,
    cob: '/v1',
    patch: '/v2',
    pix: '/v1',
    instants: 'seconds',
  },
  bradesco: {
    live: 'https://qrpix.bradesco.com.br/v2',
    test: 'https://qrpix-h.bradesco.com.br/v2',
    token: 'https://qrpix.bradesco.com.br/oauth/token',
    tokenBody: 'grant_type=client_credentials',
    basic: true,
  },
  sicoob: {
    live: 'https://api.sicoob.com.br/pix/api/v2',
    test: null,
    token: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
    tokenBody: `${FORM}&client_id=id-1`,
    basic: false,
    headers: { client_id: 'id-1' },
  },
  inter: {
    live: 'https://cdpj.partners.bancointer.com.br/pix/v2',
    test: null,
    token: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
    tokenBody: `${FORM}&client_id=id-1&client_secret=s3cret`,
    basic: false,
    headers: { 'x-conta-corrente': undefined },
  },
  sicredi: {
    live: 'https://api-pix.sicredi.com.br/api',
    test: 'https://api-pix-h.sicredi.com.br/api',
    token: 'https://api-pix.sicredi.com.br/oauth/token',
    tokenBody: FORM,
    basic: true,
    cob: '/v3',
    patch: '/v3',
    pix: '/v2',
  },
};

describe.each(Object.entries(BANKS) as [ProfileName, Expected][])('%s', (name, expected) => {
  const paid = { reference: TXID, transactionId: TXID, endToEndId: E2EID };
  const withQuery = (path: string) => (expected.query ? `${path}?${expected.query}` : path);

  test('its addresses', () => {
    const { base, token }: Profile = PROFILES[name];
    expect(base).toEqual({ live: expected.live, test: expected.test });
    expect(token.live && base.live && new URL(token.live, base.live).href).toBe(expected.token);
  });

  test('a token is asked for once, in the way of this bank', async () => {
    const client = clientOf(name);
    await client.query(paid);
    await client.query(paid);
    const tokens = seen.filter(({ line }) => line.startsWith('POST'));
    expect(tokens).toHaveLength(1);
    expect(tokens[0]?.body).toBe(expected.tokenBody);
    expect(tokens[0]?.headers['content-type']).toBe(
      expected.json ? 'application/json' : 'application/x-www-form-urlencoded',
    );
    expect(tokens[0]?.headers.authorization).toBe(expected.basic ? BASIC : undefined);
    await client.close();
  });

  test('charge, query, cancel, return and list', async () => {
    const client = clientOf(name);
    await client.charges.pix?.(orderOf(TXID));
    await client.query(paid);
    await client.cancel(paid);
    await client.refunds?.send({
      reference: ID,
      charge: paid,
      amountCents: 5,
      description: 'defeito',
      isRepeat: false,
    });
    await client.refunds?.query({ reference: ID, charge: paid });
    await client.received?.({
      from: new Date('2026-11-14T03:00:00.000Z'),
      to: new Date('2026-11-15T02:59:59.999Z'),
      page: 2,
      isReturnedOnly: true,
    });
    await client.close();

    const [, ...calls] = seen;
    const { cob = '', patch = '', pix = '' } = expected;
    const fraction = (digits: string) => (expected.instants === 'seconds' ? '' : `.${digits}`);
    const period =
      `inicio=2026-11-14T03%3A00%3A00${fraction('000')}Z&fim=2026-11-15T${fraction('999') === '' ? '03%3A00%3A00' : '02%3A59%3A59.999'}Z` +
      '&txIdPresente=true&devolucaoPresente=true&paginacao.paginaAtual=2&paginacao.itensPorPagina=100';
    expect(calls.map(({ line }) => line)).toEqual([
      withQuery(`PUT /base${cob}/cob/${TXID}`),
      withQuery(`GET /base${cob}/cob/${TXID}`),
      withQuery(`PATCH /base${patch}/cob/${TXID}`),
      withQuery(`PUT /base${pix}/pix/${E2EID}/devolucao/${ID}`),
      withQuery(`GET /base${pix}/pix/${E2EID}/devolucao/${ID}`),
      `GET /base${pix}/pix?${period}${expected.query ? `&${expected.query}` : ''}`,
    ]);
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      calendario: { expiracao: 1800 },
      devedor: { cpf: '52998224725', nome: 'João da Conceição' },
      valor: { original: '123.45' },
      chave: KEY,
      solicitacaoPagador: 'Pedido 42',
    });
    expect(JSON.parse(calls[2]?.body ?? '')).toEqual({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
    expect(JSON.parse(calls[3]?.body ?? '')).toEqual({ valor: '0.05', descricao: 'defeito' });
    for (const { headers } of calls) {
      expect(headers.authorization).toBe('Bearer t0ken');
      for (const [header, value] of Object.entries(expected.headers ?? {})) expect(headers[header]).toEqual(value);
    }
  });
});

describe.runIf(document)('against Bacen’s document (needs BACEN_PIX_DOCUMENT)', () => {
  test.each(Object.keys(PROFILES) as ProfileName[])('knows every request that %s gets', async (name) => {
    const access = accessOf(name, { account: '123456' });
    const client = createBacenPixClient({ name: 'bank', access, callbackSecret: 'x', timeoutMs: 20_000 });
    const paid = { reference: TXID, transactionId: TXID, endToEndId: E2EID };
    const company = { name: 'Loja & Filhos '.repeat(30), document: '12ABC34501DE35', email: 'a@b.c', address: null };
    const period = { from: new Date('2026-11-14T03:00:00.000Z'), to: new Date('2026-11-15T02:59:59.999Z'), page: 0 };
    await client.charges.pix?.(orderOf(TXID));
    await client.charges.pix?.(orderOf(TXID, { isRepeat: true }));
    await client.charges.pix?.(orderOf(TXID, { payer: company, description: 'x'.repeat(500), amountCents: 1 }));
    await client.query(paid);
    await client.cancel(paid);
    for (const description of ['defeito', 'y'.repeat(500), '', null])
      await client.refunds?.send({ reference: ID, charge: paid, amountCents: 123_456, description, isRepeat: false });
    await client.refunds?.query({ reference: ID, charge: paid });
    for (const isReturnedOnly of [true, false]) await client.received?.({ ...period, isReturnedOnly });
    for (const isAsked of [true, false])
      await writeWebhook(client.calls, access, 'https://loja.example/x', isAsked, deadlineIn(5_000));
    await readWebhook(client.calls, access, deadlineIn(5_000));
    await client.close();
    const [, ...calls] = seen;
    expect(calls).toHaveLength(15);
    for (const call of calls)
      expect([call.line, document?.objectionsToRequest(withoutWays(call, name))[0]]).toEqual([call.line, undefined]);
  });
});

/** What the document can know of: without the place of the bank's interface, and without what it wants besides. */
function withoutWays({ line, headers, body }: Seen, name: ProfileName): SentRequest {
  const { versions, query: extra }: Profile = PROFILES[name];
  const [method = '', address = ''] = line.split(' ');
  const { pathname, searchParams } = new URL(address, origin);
  const versioned = new RegExp(`^/base(${[...new Set(Object.values(versions))].join('|')})(?=/)`);
  const query = Object.fromEntries([...searchParams].filter(([parameter]) => !(parameter in extra)));
  const type = headers['content-type'];
  return {
    method,
    path: pathname.replace(versioned, ''),
    query,
    headers: typeof type === 'string' ? { 'content-type': type } : {},
    body: body === '' ? null : JSON.parse(body),
  };
}

test('a company is charged by its CNPJ, and an account is named where the bank wants one', async () => {
  const client = clientOf('inter', { account: '123456' });
  await client.charges.pix?.(
    orderOf(TXID, { payer: { name: 'Loja', document: '11222333000181', email: 'a@b.c', address: null } }),
  );
  await client.close();
  expect(JSON.parse(seen.at(-1)?.body ?? '').devedor).toEqual({ cnpj: '11222333000181', nome: 'Loja' });
  expect(seen.at(-1)?.headers['x-conta-corrente']).toBe('123456');
});
