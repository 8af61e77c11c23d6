import { Agent, request } from 'undici';
import type { Account } from '../../../src/rails/fake-bank/account.ts';
import type { Identity } from '../../../src/rails/fake-bank/certificates.ts';
import type { FakeBank } from '../../../src/rails/fake-bank/start-fake-bank.ts';

export interface BankAnswer {
  status: number;
  type: string;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
}

type Method = 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';

/** The plainest client of a bank: it shares nothing with the adapter, nor with the bank. */
export interface BankClient {
  ask(method: Method, path: string, body?: unknown, headers?: Record<string, string>): Promise<BankAnswer>;
  token(scope?: string): Promise<string>;
  close(): Promise<void>;
}

export function bankClient(bank: FakeBank, account?: Account, identity?: Identity): BankClient {
  const { clientId, clientSecret } = account ?? (bank.accounts[0] as Account);
  const { certificatePem: cert, privateKeyPem: key } = identity ?? bank.identities.client;
  const agent = new Agent({ connect: { ca: bank.identities.authority.certificatePem, cert, key } });
  let kept: string | undefined;

  async function send(method: Method, url: string, headers: Record<string, string>, body?: string) {
    const answer = await request(url, { dispatcher: agent, method, headers, ...(body === undefined ? {} : { body }) });
    const text = await answer.body.text();
    const type = String(answer.headers['content-type'] ?? '');
    const isJson = type.includes('json');
    return { status: answer.statusCode, type, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  }

  async function token(scope?: string): Promise<string> {
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope ? { scope } : {}) });
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    const { status, body } = await send('POST', bank.tokenUrl, headers, form.toString());
    if (status !== 200) throw new Error(`no token: ${status} ${JSON.stringify(body)}`);
    return body.access_token;
  }

  return {
    token,
    async ask(method, path, body, headers = {}) {
      kept ??= await token();
      const all: Record<string, string> = { authorization: `Bearer ${kept}`, ...headers };
      if (body !== undefined) all['content-type'] = 'application/json';
      return send(method, `${bank.baseUrl}${path}`, all, body === undefined ? undefined : JSON.stringify(body));
    },
    close: () => agent.close(),
  };
}

/** For a token other than the client's own. */
export const withToken = (token: string) => ({ authorization: `Bearer ${token}` });

let lastTxid = 0;

export function newTxid(): string {
  lastTxid += 1;
  return `txid${String(lastTxid).padStart(28, '0')}`;
}

export function chargeBody(bank: FakeBank, reais = '12.34'): Record<string, unknown> {
  return {
    calendario: { expiracao: 1_800 },
    devedor: { cpf: '52998224725', nome: 'João da Silva' },
    valor: { original: reais },
    chave: bank.accounts[0]?.pixKeys[0],
    solicitacaoPagador: 'Pedido 1',
  };
}
