import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConfiguredAcquirer } from '../../../src/rails/acquirers/acquirer-kind.ts';
import { checkLines } from '../../../src/rails/acquirers/check-step.rules.ts';
import { charge, invoiceOf } from '../../../src/rails/acquirers/contract/acquirer-harness.contract.ts';
import { type BankByHand, startByHand } from '../../../src/rails/fake-bank/start-by-hand.ts';
import { kindNamedIn, kindOf } from '../../../src/rails/kinds.ts';
import { fillBankFolder } from '../../support/banks/bank-identities.ts';
import { newReference } from '../acquirers/boleto-bank.ts';

/** By hand: the files that it writes are enough for a client, and a person can pay with curl. */

let folder: string;
let byHand: BankByHand;
let receiver: Server;
const received: string[] = [];

beforeAll(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'vintem-boletos-')), 'fake-bank');
  await fillBankFolder(folder);
  byHand = await startByHand({ folder, port: 0, controlPort: 0, inter: 0, sicoob: 0 });
  const { certificatePem: cert, privateKeyPem: key } = byHand.bank.identities.server;
  receiver = createServer({ cert, key }, async (incoming, reply) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    received.push(body);
    reply.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await byHand?.close();
  receiver?.close();
  await rm(path.dirname(folder), { recursive: true });
});

async function steer(route: string, body: object = {}, method: 'POST' | 'PATCH' = 'POST') {
  const headers = { 'content-type': 'application/json' };
  const answer = await request(`${byHand.controlUrl}${route}`, { method, headers, body: JSON.stringify(body) });
  return [answer.statusCode, await answer.body.text()];
}

async function bankOf(name: 'inter' | 'sicoob') {
  const text = await readFile(path.join(folder, `${name}.json`), 'utf8');
  const kind = kindOf(kindNamedIn(text));
  const access = kind.readAccess(text, 'live', (file) => readFileSync(file));
  return { kind, bank: { name, access, callbackSecret: 's' } };
}

async function chargeAt(client: ConfiguredAcquirer) {
  const result = await charge(client, invoiceOf(newReference()));
  if (result.outcome !== 'accepted') throw new Error(JSON.stringify(result));
  return result.charge;
}

describe.each(['inter', 'sicoob'] as const)('%s', (name) => {
  it('is set up by its file, paid by hand, tells its receiver, and is asked', async () => {
    const { kind, bank } = await bankOf(name);
    const hook = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/${name}`;
    await kind.registerWebhook(bank, hook, false);
    expect(kind.describe(bank.access)).toMatchObject({ profile: name, certificateEnd: expect.any(Date) });
    // A bank validates an address by a call, and makes its certificate for it first.
    await expect.poll(async () => (await checkLines(kind.check(bank, hook))).at(-1)).toMatch(/^webhook: registered/);
    const client = kind.make(bank);
    const charged = await chargeAt(client);
    received.length = 0;
    expect(await steer(`/${name}/charges/${charged.transactionId}/pay`, { amountCents: 99_99 })).toEqual([204, '']);
    // Inter tells of the registration, too.
    expect(client.callback?.read(received.at(-1) ?? '')?.references).toEqual(
      name === 'inter' ? [charged.reference.slice(0, 18)] : [],
    );
    expect(await client.query(charged)).toMatchObject({
      outcome: 'found',
      charge: { status: 'PAID', amountCents: 99_99 },
    });
    await client.close();
  });

  it('is steered over HTTP, and says what it does not understand', async () => {
    expect(await steer(`/${name}/charges/none/pay`)).toEqual([409, expect.stringContaining('none')]);
    expect(await steer(`/${name}/faults`, { operation: 'register', kind: 'lost' })).toEqual([204, '']);
    expect(await steer(`/${name}/faults`, { operation: 'put_cob', kind: 'lost' })).toEqual([400, expect.any(String)]);
    expect(await steer(`/${name}/habits`, { hasPix: false }, 'PATCH')).toEqual([
      200,
      expect.stringContaining('hasPix'),
    ]);
    expect(await steer(`/${name}/habits`, { mood: 'good' }, 'PATCH')).toEqual([400, expect.any(String)]);
    expect(await steer(`/${name}/clock/advance`, { seconds: 60 })).toEqual([204, '']);
  });
});
