import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Identity } from '../../../src/rails/fake-bank/certificates.ts';
import { type FakeBank, newAccount, startFakeBank } from '../../../src/rails/fake-bank/start-fake-bank.ts';
import { type BankClient, bankClient, chargeBody, newTxid, withToken } from '../../support/banks/bank-client.ts';
import { bankIdentities } from '../../support/banks/bank-identities.ts';
import { eventually } from '../../support/contract.ts';

const DAY_MS = 86_400_000;
const ALL_TIME = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';

const OWN = newAccount();
const OTHER = newAccount({
  clientId: 'vizinha',
  clientSecret: null,
  scopes: ['cob.read'],
  pixKeys: ['vizinha@fake-bank.example'],
});

let bank: FakeBank;
let client: BankClient;
let otherIdentity: Identity;
let neighbour: BankClient;

beforeAll(async () => {
  bank = await startFakeBank({ identities: await bankIdentities(), accounts: [OWN, OTHER] });
  otherIdentity = await bank.issueClientCertificate(OTHER.clientId);
  client = bankClient(bank);
  neighbour = bankClient(bank, OTHER, otherIdentity);
});
beforeEach(() => {
  bank.clearFaults();
  Object.assign(bank.habits, { returnDelayMs: 0, returnOutcome: 'DEVOLVIDO', repeatedTxid: 'revise' });
});
afterAll(async () => {
  await Promise.all([client.close(), neighbour.close(), bank.close()]);
});

async function charged(reais?: string): Promise<string> {
  const txid = newTxid();
  expect((await client.ask('PUT', `/cob/${txid}`, chargeBody(bank, reais))).status).toBe(201);
  return txid;
}

async function paid(reais?: string): Promise<{ txid: string; e2eid: string }> {
  const txid = await charged(reais);
  return { txid, e2eid: String((await bank.control.pay(txid))['endToEndId']) };
}

describe('who is let in', () => {
  it('nobody without a certificate, or with one of another authority, or with one that ended', async () => {
    const past = { notBefore: new Date(Date.now() - 2 * DAY_MS), notAfter: new Date(Date.now() - DAY_MS) };
    const late = bankClient(bank, OWN, await bank.issueClientCertificate(OWN.clientId, past));
    await expect(late.token()).rejects.toThrow();
    const bare = bankClient(bank, OWN, { certificatePem: '', privateKeyPem: '' });
    await expect(bare.token()).rejects.toThrow();
    await Promise.all([late.close(), bare.close()]);

    bank.refuseCertificates(true);
    await expect(client.token()).rejects.toThrow();
    bank.refuseCertificates(false);
    await client.token();
  });

  it('nobody with the wrong secret, or with the certificate of a neighbour', async () => {
    const guess = bankClient(bank, { ...OWN, clientSecret: 'guess' });
    await expect(guess.token()).rejects.toThrow('401');
    const thief = bankClient(bank, OWN, otherIdentity);
    await expect(thief.token()).rejects.toThrow('401');
    await Promise.all([guess.close(), thief.close()]);
  });

  it('a token is good for its scopes, and until it ends', async () => {
    const narrow = await client.token('cob.read pix.read lotecobv.write');
    const { status, body } = await client.ask('PUT', `/cob/${newTxid()}`, chargeBody(bank), withToken(narrow));
    expect([status, body.type]).toEqual([403, 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado']);
    await expect(client.token('lotecobv.write')).rejects.toThrow('invalid_scope');

    const brief = await client.token();
    bank.endTokens();
    const answer = await client.ask('GET', `/cob/${newTxid()}`, undefined, withToken(brief));
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"']);
    client = bankClient(bank);
  });

  it('a receiver sees its own charges only', async () => {
    const { txid } = await paid();
    expect((await neighbour.ask('GET', `/cob/${txid}`)).status).toBe(404);
    expect((await neighbour.ask('GET', `/cob?${ALL_TIME}`)).body.cobs).toEqual([]);
  });
});

describe('a charge', () => {
  it('is created, revised, paid once by its code, and then refuses changes', async () => {
    const txid = await charged();
    const revised = await client.ask('PUT', `/cob/${txid}`, chargeBody(bank, '20.00'));
    expect([revised.status, revised.body.revisao, revised.body.valor.original]).toEqual([201, 1, '20.00']);
    await bank.control.payCode(revised.body.pixCopiaECola);
    await expect(bank.control.payCode(revised.body.pixCopiaECola)).rejects.toThrow('CONCLUIDA');
    const { body } = await client.ask('GET', `/cob/${txid}`);
    expect([body.status, body.pix[0].valor]).toEqual(['CONCLUIDA', '20.00']);
    const changes = [
      await client.ask('PUT', `/cob/${txid}`, chargeBody(bank)),
      await client.ask('PATCH', `/cob/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }),
    ];
    for (const { status, body } of changes) expect([status, body.type]).toEqual([400, expect.stringMatching('CobOpe')]);
  });

  it('can refuse a txid that exists', async () => {
    const txid = await charged();
    bank.habits.repeatedTxid = 'refuse';
    expect((await client.ask('PUT', `/cob/${txid}`, chargeBody(bank))).status).toBe(409);
  });

  it('stays ATIVA when it expires, and is removed by either side', async () => {
    const txid = await charged();
    bank.advance(1_800_000);
    const { body } = await client.ask('GET', `/cob/${txid}`);
    expect(body.status).toBe('ATIVA');
    await expect(bank.control.payCode(body.pixCopiaECola)).rejects.toThrow('expired');
    const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
    const mixed = { ...removal, valor: { original: '1.00' } };
    expect((await client.ask('PATCH', `/cob/${txid}`, mixed)).status).toBe(400);
    expect((await client.ask('PATCH', `/cob/${txid}`, removal)).body.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
    const second = await charged();
    bank.control.remove(second);
    expect((await client.ask('GET', `/cob/${second}`)).body.status).toBe('REMOVIDA_PELO_PSP');
  });

  it('can be paid twice, and with another amount', async () => {
    const txid = await charged('10.00');
    await bank.control.pay(txid, { amountCents: 999 });
    await bank.control.pay(txid, { note: 'de novo' });
    const { body } = await client.ask('GET', `/cob/${txid}`);
    expect(body.pix.map((pix: { valor: string }) => pix.valor)).toEqual(['9.99', '10.00']);
    expect(body.pix[1].infoPagador).toBe('de novo');
  });

  it.each([
    ['an amount of another form', { valor: { original: '12,34' } }, 'cob.valor.original'],
    ['no amount', { valor: { original: '0.00' } }, 'cob.valor.original'],
    ['no time', { calendario: { expiracao: 0 } }, 'cob.calendario.expiracao'],
    ['a time as text', { calendario: { expiracao: '1800' } }, 'cob.calendario.expiracao'],
    ['the key of somebody else', { chave: 'vizinha@fake-bank.example' }, 'cob.chave'],
    ['a debtor without a document', { devedor: { nome: 'João' } }, 'cob.devedor'],
    ['a long text', { solicitacaoPagador: 'x'.repeat(141) }, 'cob.solicitacaoPagador'],
  ])('is refused with %s', async (_what, change, field) => {
    const txid = newTxid();
    const { status, type, body } = await client.ask('PUT', `/cob/${txid}`, { ...chargeBody(bank), ...change });
    expect([status, type]).toEqual([400, 'application/problem+json; charset=utf-8']);
    expect(body.violacoes.map(({ propriedade }: { propriedade: string }) => propriedade)).toContain(field);
    expect((await client.ask('GET', `/cob/${txid}`)).status).toBe(404);
  });
});

describe('a return', () => {
  it('goes on for a while, then is done, fails, or hangs until somebody ends it', async () => {
    const { e2eid } = await paid('10.00');
    const status = async (id: string) => (await client.ask('GET', `/pix/${e2eid}/devolucao/${id}`)).body.status;
    bank.habits.returnOutcome = 'HANGS';
    const { body } = await client.ask('PUT', `/pix/${e2eid}/devolucao/a`, { valor: '10.00' });
    expect([body.status, await status('a')]).toEqual(['EM_PROCESSAMENTO', 'EM_PROCESSAMENTO']);
    expect((await client.ask('PUT', `/pix/${e2eid}/devolucao/b`, { valor: '0.01' })).status).toBe(400);
    await bank.control.settleReturn(e2eid, 'a', 'NAO_REALIZADO');
    expect(await status('a')).toBe('NAO_REALIZADO');
    Object.assign(bank.habits, { returnOutcome: 'DEVOLVIDO', returnDelayMs: 20 });
    expect((await client.ask('PUT', `/pix/${e2eid}/devolucao/b`, { valor: '4.00' })).body.status).toBe(
      'EM_PROCESSAMENTO',
    );
    await eventually(async () => expect(await status('b')).toBe('DEVOLVIDO'));
  });

  it('is refused beyond the payment, after 90 days, under a used id, and of an unknown payment', async () => {
    const { e2eid } = await paid('10.00');
    const give = async (id: string, valor: string) =>
      (await client.ask('PUT', `/pix/${e2eid}/devolucao/${id}`, { valor })).status;
    expect([await give('a', '6.00'), await give('b', '4.01'), await give('a', '1.00')]).toEqual([201, 400, 400]);
    bank.habits.repeatedReturnId = 'answer';
    expect(await give('a', '6.00')).toBe(201);
    bank.habits.repeatedReturnId = 'refuse';
    bank.advance(90 * DAY_MS + 1);
    client = bankClient(bank);
    expect(await give('c', '1.00')).toBe(400);
    const unknown = `E${'9'.repeat(31)}`;
    expect((await client.ask('PUT', `/pix/${unknown}/devolucao/a`, { valor: '1.00' })).status).toBe(404);
  });

  it('comes unasked (MED), with its nature', async () => {
    const { e2eid } = await paid('10.00');
    await client.ask('PUT', `/pix/${e2eid}/devolucao/a`, { valor: '4.00' });
    await bank.control.med(e2eid, { nature: 'MED_OPERACIONAL', reason: 'Falha operacional.' });
    const { body } = await client.ask('GET', `/pix/${e2eid}`);
    expect(body.devolucoes).toMatchObject([
      { valor: '4.00', natureza: 'ORIGINAL', status: 'DEVOLVIDO' },
      { valor: '6.00', natureza: 'MED_OPERACIONAL', status: 'DEVOLVIDO', motivo: 'Falha operacional.' },
    ]);
    await expect(bank.control.med(e2eid)).rejects.toThrow();
  });
});

describe('lists', () => {
  it('come in pages, filtered', async () => {
    const from = new Date((await client.ask('GET', `/cob/${await charged()}`)).body.calendario.criacao);
    bank.advance(1_000);
    const payments = [await paid(), await paid(), await paid()];
    await client.ask('PUT', `/pix/${payments[1]?.e2eid}/devolucao/a`, { valor: '1.00' });
    const range = `inicio=${new Date(from.getTime() + 1).toISOString()}&fim=2099-01-01T00:00:00Z`;
    const page = async (query: string) => (await client.ask('GET', `/pix?${range}${query}`)).body;
    const second = await page('&paginacao.itensPorPagina=2&paginacao.paginaAtual=1');
    expect(second.pix.map((pix: { endToEndId: string }) => pix.endToEndId)).toEqual([payments[2]?.e2eid]);
    expect(second.parametros.paginacao).toEqual({
      paginaAtual: 1,
      itensPorPagina: 2,
      quantidadeDePaginas: 2,
      quantidadeTotalDeItens: 3,
    });
    expect((await page('&devolucaoPresente=true')).pix).toHaveLength(1);
    expect((await page(`&txid=${payments[0]?.txid}`)).pix).toHaveLength(1);
    expect((await page('&cpf=11144477735')).pix).toHaveLength(0);
    const charges = await client.ask('GET', `/cob?${range}&status=CONCLUIDA`);
    expect(charges.body.cobs).toHaveLength(3);
  });

  it.each([
    'fim=2099-01-01T00:00:00Z',
    'inicio=2026-01-02T00:00:00Z&fim=2026-01-01T00:00:00Z',
    `${ALL_TIME}&cpf=52998224725&cnpj=11222333000181`,
    `${ALL_TIME}&paginacao.itensPorPagina=1001`,
    `${ALL_TIME}&paginacao.paginaAtual=-1`,
  ])('refuse %s', async (query) => {
    for (const [path, type] of [
      ['/pix', 'PixConsultaInvalida'],
      ['/cob', 'CobConsultaInvalida'],
    ]) {
      const { status, body } = await client.ask('GET', `${path}?${query}`);
      expect([status, body.type]).toEqual([400, `https://pix.bcb.gov.br/api/v2/error/${type}`]);
    }
  });
});

describe('faults', () => {
  it('lose an answer before or after the work', async () => {
    for (const moment of ['before', 'after'] as const) {
      const txid = newTxid();
      bank.fault({ operation: 'put_cob', kind: 'lost', moment });
      await expect(client.ask('PUT', `/cob/${txid}`, chargeBody(bank))).rejects.toThrow();
      expect((await client.ask('GET', `/cob/${txid}`)).status).toBe(moment === 'before' ? 404 : 200);
      expect(bank.faults()).toEqual([]);
    }
  });

  it('answer with another status, as often as asked, with Retry-After', async () => {
    const txid = await charged();
    bank.fault({ operation: 'any', kind: 'status', status: 429, retryAfterSeconds: 7, times: 2 });
    bank.fault({ operation: 'get_cob', kind: 'status', moment: 'after' });
    bank.fault({ operation: 'get_cob', kind: 'token_ended' });
    bank.fault({ operation: 'get_cob', kind: 'garbage', moment: 'after' });
    const statuses = [];
    for (let time = 0; time < 4; time += 1) statuses.push(await client.ask('GET', `/cob/${txid}`));
    expect(statuses.map(({ status }) => status)).toEqual([429, 429, 503, 401]);
    expect(statuses[0]?.headers['retry-after']).toBe('7');
    client = bankClient(bank);
    expect((await client.ask('GET', `/cob/${txid}`)).body).toContain('<html>');
    expect((await client.ask('GET', `/cob/${txid}`)).status).toBe(200);
  });

  it('are noted with what was received, without secrets', async () => {
    bank.forgetReceived();
    const issued = await client.token();
    bank.fault({ operation: 'get_cob', kind: 'lost' });
    await expect(client.ask('GET', `/cob/${newTxid()}`)).rejects.toThrow();
    const [token, lost] = bank.received();
    expect(token).toMatchObject({ operation: 'token', method: 'POST', path: '/oauth/token', status: 200 });
    expect(lost).toMatchObject({ operation: 'get_cob', status: null, fault: 'lost before' });
    const text = JSON.stringify(bank.received());
    for (const secret of [OWN.clientSecret, issued]) expect(text).not.toContain(secret);
  });
});
