import { afterAll, beforeAll, expect, it } from 'vitest';
import { createControlServer } from '../../../src/rails/fake-bank/control.routes.ts';
import { startFakeBank } from '../../../src/rails/fake-bank/start-fake-bank.ts';
import { bankIdentities } from '../../support/banks/identities.ts';

/** What a page that somebody has open can send to their own machine without being asked. */

let bank: Awaited<ReturnType<typeof startFakeBank>>;
let control: ReturnType<typeof createControlServer>;
beforeAll(async () => {
  bank = await startFakeBank({ identities: await bankIdentities() });
  control = createControlServer(bank);
});
afterAll(async () => {
  await control?.close();
  await bank?.close();
});

it('the controls take JSON only', async () => {
  const post = (headers: Record<string, string>, payload = '') =>
    control.inject({ method: 'POST', url: '/tokens/end', headers, payload });
  for (const payload of ['', '{}'])
    expect((await post({ 'content-type': 'application/json' }, payload)).statusCode).toBe(204);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect((await post({ 'content-type': type }, '{}')).statusCode).toBe(415);
  expect((await post({})).statusCode).toBe(415);
  expect((await control.inject('/charges')).statusCode).toBe(200);
});
