import { expect, it } from 'vitest';
import { type BankHttp, deadlineIn, type HttpAnswer } from './bank-http.ts';
import { keepToken, type TokenParts } from './bank-token.ts';

const PARTS: Omit<TokenParts, 'http'> = {
  access: { tokenUrl: 'https://bank.example/token', clientId: 'id', clientSecret: 'secret' },
  style: { authentication: 'basic', encoding: 'form', scopes: 'cob.read' },
  errors: ['problem'],
  timeoutMs: 5_000,
};

/** A token endpoint that gives `t1`, `t2`, … until it is told to say something else. */
function bankOf(expiresIn: unknown) {
  const bank = { asked: 0, nowMs: 0, says: null as HttpAnswer | null };
  const granted = () => ({
    access_token: `t${bank.asked}`,
    ...(expiresIn === undefined ? {} : { expires_in: expiresIn }),
  });
  const http: BankHttp = {
    async send() {
      bank.asked++;
      return bank.says ?? { isClear: true, statusCode: 200, retryAfter: null, body: granted() };
    },
    close: async () => {},
  };
  const token = keepToken({ ...PARTS, http }, () => bank.nowMs);
  return { bank, token, get: (timeoutMs = 5_000) => token.get(deadlineIn(timeoutMs)) };
}

it.each([
  [300, 270],
  ['300', 270],
  [600, 540],
  [3_600, 3_540],
  [undefined, 270],
])('a life of %s s: renewed when a tenth of it, at most a minute, is left', async (expiresIn, renewedAfter) => {
  const { bank, get } = bankOf(expiresIn);
  expect(await get()).toMatchObject({ ok: true, token: 't1' });
  bank.nowMs = renewedAfter * 1_000 - 1;
  expect(await get()).toMatchObject({ ok: true, token: 't1' });
  bank.nowMs++;
  expect(await get()).toMatchObject({ ok: true, token: 't2' });
  expect(bank.asked).toBe(2);
});

it('is good until its end while the bank gives no other', async () => {
  const { bank, get } = bankOf(300);
  await get();
  bank.says = { isClear: false, reason: 'ECONNREFUSED' };
  bank.nowMs = 299_999;
  expect(await get()).toMatchObject({ ok: true, token: 't1' });
  bank.nowMs = 300_000;
  expect(await get()).toMatchObject({ ok: false, reason: 'no token: ECONNREFUSED' });
});

it('one that the bank does not take any more is not used again, whatever was said of its life', async () => {
  const { token, get } = bankOf(300);
  await get();
  token.discard('another');
  expect(await get()).toMatchObject({ token: 't1' });
  token.discard('t1');
  expect(await get()).toMatchObject({ token: 't2' });
});

it.each([429, 503])('after %d the bank is not asked for as long as it says', async (statusCode) => {
  const { bank, get } = bankOf(300);
  bank.says = { isClear: true, statusCode, retryAfter: '30', body: {} };
  for (const _ of ['first', 'repeat']) expect(await get()).toMatchObject({ ok: false });
  expect(bank.asked).toBe(1);
});

it('a bank that gives no token for what is only useful is asked without it, from then on', async () => {
  const scopes: (string | null)[] = [];
  const http: BankHttp = {
    async send({ body }) {
      const scope = new URLSearchParams(body ?? '').get('scope');
      scopes.push(scope);
      const isRefused = scope?.includes('cobv.read');
      return isRefused
        ? { isClear: true, statusCode: 400, retryAfter: null, body: { error: 'invalid_scope' } }
        : { isClear: true, statusCode: 200, retryAfter: null, body: { access_token: 't1' } };
    },
    close: async () => {},
  };
  const token = keepToken({ ...PARTS, style: { ...PARTS.style, extraScopes: 'cobv.read' }, http }, () => 0);
  expect(await token.get(deadlineIn(5_000))).toMatchObject({ ok: true, token: 't1' });
  token.discard('t1');
  expect(await token.get(deadlineIn(5_000))).toMatchObject({ ok: true });
  expect(scopes).toEqual(['cob.read cobv.read', 'cob.read', 'cob.read']);
});
