import { expect, it } from 'vitest';
import { createClock } from '../../../../src/rails/fake-bank/clock.ts';
import { createCnabControlServer } from '../../../../src/rails/fake-bank/cnab/control.routes.ts';
import { bankOfTest } from './bank-of-test.ts';
import { remessa, slipOf } from './remessa-builder.ts';

/** Everything that tests do by calling functions, by HTTP. */

function controlled() {
  const clock = createClock();
  const test = bankOfTest('caixa', { clock });
  const server = createCnabControlServer(test.bank, clock);
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await server.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, json: answer.body === '' ? null : answer.json() };
  };
  return { ...test, ask, server };
}

it('a day by curl', async () => {
  const { ask, put } = controlled();
  await ask('POST', '/remessas/expect', { fileNumber: 9 });
  put('day.rem', remessa('caixa', 9, [slipOf('caixa', 0), slipOf('caixa', 1), slipOf('caixa', 2)]));
  expect((await ask('POST', '/remessas/take')).json).toMatchObject({ remessas: [{ isTaken: true, orders: 3 }] });
  expect((await ask('POST', '/titles/100/pay', { isOnline: true })).json).toMatchObject({ status: 'PAID' });
  expect((await ask('POST', '/titles/100/take-back')).json).toMatchObject({ status: 'OPEN' });
  expect((await ask('POST', '/titles/101/write-off')).json).toMatchObject({ status: 'WRITTEN_OFF' });
  expect((await ask('POST', '/titles/101/pay-after-write-off', { amountCents: 1 })).json).toMatchObject({
    paid: { amountCents: 1 },
  });
  expect((await ask('POST', '/titles/102/fee', { amountCents: 5 })).status).toBe(200);
  expect((await ask('POST', '/titles/102/say', { code: '99', motives: ['A1'] })).status).toBe(200);
  expect((await ask('POST', '/strangers', { number: '7', amountCents: 5 })).status).toBe(204);
  expect((await ask('POST', '/close-day')).json).toMatchObject({ retorno: { fileNumber: 1, movements: 10 } });
  expect((await ask('POST', '/close-day')).json).toEqual({ retorno: null });
  expect((await ask('GET', '/files')).json).toMatchObject({ remessas: [{ name: 'day.rem' }], retornos: [{}] });
  expect((await ask('GET', '/titles')).json.titles).toHaveLength(3);
});

it('habits, faults and the clock', async () => {
  const { ask, bank } = controlled();
  expect((await ask('PATCH', '/habits', { feeCents: 0 })).json).toMatchObject({ feeCents: 0, feeTaken: 'apart' });
  expect((await ask('GET', '/habits')).json).toEqual(bank.habits);
  expect((await ask('POST', '/faults', { kind: 'gap' })).json).toMatchObject({ faults: [{ kind: 'gap', times: 1 }] });
  expect((await ask('GET', '/faults')).json.faults).toHaveLength(1);
  expect((await ask('DELETE', '/faults')).status).toBe(204);
  expect(bank.faults()).toEqual([]);
  const { now } = (await ask('POST', '/clock/advance', { seconds: 86_400 })).json;
  expect(Date.parse(now)).toBeGreaterThan(Date.now() + 80_000_000);
});

it.each([
  ['POST', '/titles/none/pay', {}, 409],
  ['POST', '/titles/none/pay', { day: 'tomorrow' }, 400],
  ['POST', '/titles/none/pay', { price: 1 }, 400],
  ['POST', '/titles/none/say', { code: 'A' }, 400],
  ['POST', '/faults', { kind: 'tired' }, 400],
  ['PATCH', '/habits', { mood: 'good' }, 400],
] as const)('%s %s %j is refused in one line', async (method, url, payload, status) => {
  const { ask } = controlled();
  expect(await ask(method, url, payload)).toEqual({ status, json: { error: expect.any(String) } });
});

it('takes JSON only, so that no page that somebody has open can steer it', async () => {
  const { server } = controlled();
  const headers = { 'content-type': 'text/plain' };
  expect((await server.inject({ method: 'POST', url: '/close-day', headers, payload: '{}' })).statusCode).toBe(415);
});
