import { parsePix } from 'pix-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/rails/fake-bank/journal.ts';
import { type FakeBank, startFakeBank } from '../../../src/rails/fake-bank/start-fake-bank.ts';
import { findBacenDocument } from '../../support/banks/bacen-document.ts';
import { type BankClient, bankClient, chargeBody, newTxid, withToken } from '../../support/banks/bank-client.ts';
import { bankIdentities } from '../../support/banks/identities.ts';

const ALL_TIME = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00-03:00';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const PAYMENT_ID = expect.stringMatching(/^E[0-9A-Z]{8}\d{12}[A-Za-z0-9]{11}$/);
const RETURN_ID = expect.stringMatching(/^D[0-9A-Z]{8}\d{12}[A-Za-z0-9]{11}$/);

const document = findBacenDocument();
let bank: FakeBank;
let client: BankClient;
let txid: string;
let e2eid: string;

/** Every operation, with its successes and its refusals. */
async function useEverything(): Promise<void> {
  const key = encodeURIComponent(bank.accounts[0]?.pixKeys[0] ?? '');
  const company = { ...chargeBody(bank), devedor: { cnpj: '12ABC34501DE35', nome: 'Empresa SA' } };
  const bare = { calendario: {}, valor: { original: '1.00' }, chave: bank.accounts[0]?.pixKeys[0] };
  const [removed, plain] = [newTxid(), newTxid()];
  await client.ask('PUT', `/cob/${txid}`, { ...company, infoAdicionais: [{ nome: 'Pedido', valor: '1' }] });
  await client.ask('PUT', `/cob/${removed}`, chargeBody(bank));
  await client.ask('PUT', `/cob/${plain}`, bare);
  await client.ask('PATCH', `/cob/${plain}`, { valor: { original: '2.00' } });
  await client.ask('PATCH', `/cob/${removed}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  await client.ask('PATCH', `/cob/${removed}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  await client.ask('PUT', `/cob/${newTxid()}`, { valor: { original: 'x' } });
  await client.ask('GET', `/cob/${newTxid()}`);
  e2eid = String((await bank.control.pay(txid, { note: 'Obrigado' }))['endToEndId']);
  await client.ask('PUT', `/pix/${e2eid}/devolucao/1`, { valor: '1.00', descricao: 'Parte' });
  bank.habits.returnOutcome = 'HANGS';
  await client.ask('PUT', `/pix/${e2eid}/devolucao/2`, { valor: '2.00' });
  await client.ask('PUT', `/pix/${e2eid}/devolucao/2`, { valor: '2.00' });
  await client.ask('PUT', `/pix/${e2eid}/devolucao/3`, { valor: '3.00', natureza: 'ORIGINAL' });
  await bank.control.settleReturn(e2eid, '3', 'NAO_REALIZADO');
  await bank.control.med(e2eid, { amountCents: 100 });
  for (const id of ['1', '2', '3', '4']) await client.ask('GET', `/pix/${e2eid}/devolucao/${id}`);
  for (const id of [e2eid, `E${'0'.repeat(31)}`]) await client.ask('GET', `/pix/${id}`);
  await client.ask('GET', `/cob/${txid}`);
  for (const query of [ALL_TIME, `${ALL_TIME}&status=CONCLUIDA&locationPresente=true&paginacao.itensPorPagina=1`])
    await client.ask('GET', `/cob?${query}`);
  for (const query of [ALL_TIME, `${ALL_TIME}&devolucaoPresente=true&txIdPresente=true&paginacao.paginaAtual=0`])
    await client.ask('GET', `/pix?${query}`);
  await client.ask('PUT', `/webhook/${key}`, { webhookUrl: 'https://loja.example/pix' });
  await client.ask('PUT', `/webhook/${key}`, {});
  await client.ask('GET', `/webhook/${key}`);
  await client.ask('DELETE', `/webhook/${key}`);
  await client.ask('DELETE', `/webhook/${key}`);
  await client.ask('PUT', `/cob/${newTxid()}`, chargeBody(bank), withToken(await client.token('cob.read')));
  bank.fault({ operation: 'any', kind: 'status', status: 503 });
  await client.ask('GET', `/cob/${txid}`);
}

function answersOf(operation: JournalEntry['operation'], status: number): unknown[] {
  return bank
    .received()
    .filter((entry) => entry.operation === operation && entry.status === status)
    .map(({ answer }) => answer);
}

beforeAll(async () => {
  bank = await startFakeBank({ identities: await bankIdentities(), habits: { returnDelayMs: 0 } });
  client = bankClient(bank);
  txid = newTxid();
  await useEverything();
});
afterAll(async () => {
  await Promise.all([client.close(), bank.close()]);
});

describe('by hand, from what the document says', () => {
  it('a charge', () => {
    const [created] = answersOf('put_cob', 201);
    expect(created).toEqual({
      calendario: { criacao: TIME, expiracao: 1_800 },
      txid,
      revisao: 0,
      loc: { id: 1, txid, location: expect.any(String), tipoCob: 'cob', criacao: TIME },
      location: expect.stringMatching(/^fake-bank\.example\/qr\/v2\/[0-9a-f]{32}$/),
      status: 'ATIVA',
      devedor: { cnpj: '12ABC34501DE35', nome: 'Empresa SA' },
      valor: { original: '12.34' },
      chave: 'pix@fake-bank.example',
      solicitacaoPagador: 'Pedido 1',
      infoAdicionais: [{ nome: 'Pedido', valor: '1' }],
      pixCopiaECola: expect.any(String),
    });
    const { pixCopiaECola, location } = created as Record<string, string>;
    expect(parsePix(pixCopiaECola as string)).toMatchObject({
      type: 'DYNAMIC',
      url: location,
      merchantName: 'Loja de Teste',
      merchantCity: 'Sao Paulo',
    });
    expect(answersOf('get_cob', 200)).toMatchObject([{ txid, status: 'CONCLUIDA', pix: [{ endToEndId: e2eid }] }]);
    expect(answersOf('patch_cob', 200)).toMatchObject([
      { revisao: 1, valor: { original: '2.00' }, calendario: { expiracao: 86_400 } },
      { revisao: 1, status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
    ]);
  });

  it('a payment and its returns', () => {
    const horario = { solicitacao: TIME };
    const done = { solicitacao: TIME, liquidacao: TIME };
    const asked = { rtrId: RETURN_ID, natureza: 'ORIGINAL' };
    expect(answersOf('get_pix', 200)).toEqual([
      {
        endToEndId: PAYMENT_ID,
        txid,
        valor: '12.34',
        componentesValor: { original: { valor: '12.34' } },
        chave: 'pix@fake-bank.example',
        horario: TIME,
        infoPagador: 'Obrigado',
        pagador: { cnpj: '12ABC34501DE35', nome: 'Empresa SA' },
        devolucoes: [
          { ...asked, id: '1', valor: '1.00', descricao: 'Parte', horario: done, status: 'DEVOLVIDO' },
          { ...asked, id: '2', valor: '2.00', horario, status: 'EM_PROCESSAMENTO' },
          { ...asked, id: '3', valor: '3.00', horario, status: 'NAO_REALIZADO', motivo: expect.any(String) },
          {
            id: expect.stringMatching(/^[a-zA-Z0-9]{1,35}$/),
            rtrId: RETURN_ID,
            valor: '1.00',
            natureza: 'MED_FRAUDE',
            horario: done,
            status: 'DEVOLVIDO',
          },
        ],
      },
    ]);
  });

  it('a problem', () => {
    const problems = bank.received().filter(({ status }) => (status ?? 0) >= 400);
    expect(problems.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
      'patch_cob 400',
      'put_cob 400',
      'get_cob 404',
      'put_devolucao 400',
      'get_devolucao 404',
      'get_pix 404',
      'put_webhook 400',
      'delete_webhook 404',
      'put_cob 403',
      'get_cob 503',
    ]);
    for (const { answer, answerType, status } of problems) {
      expect(answerType).toMatch(/^application\/problem\+json/);
      expect(answer).toMatchObject({
        type: expect.stringMatching(/^https:\/\/pix\.bcb\.gov\.br\/api\/v2\/error\/\w+$/),
        title: expect.any(String),
        status,
        detail: expect.any(String),
      });
    }
  });

  it('a webhook', () => {
    expect(answersOf('get_webhook', 200)).toEqual([
      { webhookUrl: 'https://loja.example/pix', chave: 'pix@fake-bank.example', cnpj: '11222333000181', criacao: TIME },
    ]);
    expect([...answersOf('put_webhook', 200), ...answersOf('delete_webhook', 204)]).toEqual([null, null]);
  });
});

describe.runIf(document)('against Bacen’s document (needs BACEN_PIX_DOCUMENT)', () => {
  const entries = () => bank.received().filter(({ operation }) => operation !== 'token');

  it('every answer is one that the document knows', () => {
    expect(entries().length).toBeGreaterThanOrEqual(30);
    for (const entry of entries()) expect(document?.objectionsToAnswer(entry), nameOf(entry)).toEqual([]);
  });

  it('every request that was accepted is one that the document knows', () => {
    for (const entry of entries().filter(({ status }) => (status ?? 500) < 300))
      expect(document?.objectionsToRequest(entry), nameOf(entry)).toEqual([]);
  });

  it('the body of a callback too', async () => {
    const { chave, pagador, ...pix } = (await client.ask('GET', `/pix/${e2eid}`)).body;
    expect(document?.objectionsToSchema('Pix', pix)).toEqual([]);
    expect([chave, pagador.nome]).toEqual(['pix@fake-bank.example', 'Empresa SA']);
  });

  it('notices what is wrong', () => {
    const [created] = entries() as [JournalEntry];
    const without = (name: string) => ({ ...(created.answer as object), [name]: undefined });
    const spoilt: Partial<JournalEntry>[] = [
      { answer: JSON.parse(JSON.stringify(without('txid'))) },
      { answer: { ...(created.answer as object), status: 'PAGA' } },
      { status: 202 },
      { answerType: 'text/html' },
    ];
    for (const change of spoilt) expect(document?.objectionsToAnswer({ ...created, ...change })).not.toEqual([]);
    const requests: Partial<JournalEntry>[] = [
      { body: { ...(created.body as object), valor: {} } },
      { body: { ...(created.body as object), valor: { original: '1.00', moeda: 'BRL' } } },
      { body: { ...(created.body as object), devedor: { cpf: '529.982.247-25', nome: 'Maria' } } },
      { headers: { 'content-type': 'text/plain' } },
      { query: { other: '1' } },
      { path: '/cob/short' },
      { method: 'DELETE' },
    ];
    for (const change of requests) expect(document?.objectionsToRequest({ ...created, ...change })).not.toEqual([]);
  });
});

function nameOf({ method, path, status }: JournalEntry): string {
  return `${method} ${path} ${status}`;
}
