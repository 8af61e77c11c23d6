import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BankAccess } from '../../../src/rails/acquirers/bacen-pix/access.ts';
import { type BacenPixClient, createBacenPixClient } from '../../../src/rails/acquirers/bacen-pix/bacen-pix-client.ts';
import type { PayoutCapability, PayoutRequest } from '../../../src/rails/acquirers/payout.ts';
import type { Account } from '../../../src/rails/fake-bank/account.ts';
import { STANDARD_HABITS } from '../../../src/rails/fake-bank/oddities/habits.ts';
import { type FakeBank, startFakeBank } from '../../../src/rails/fake-bank/start-fake-bank.ts';
import { bankIdentities } from '../../support/banks/identities.ts';

/** Sending PIX as Efí has it. */

let bank: FakeBank;
let client: BacenPixClient;
let payouts: PayoutCapability;
beforeAll(async () => {
  bank = await startFakeBank({ identities: await bankIdentities(), habits: { sendingDelayMs: 0 } });
  client = createBacenPixClient({ name: 'efi', access: accessOf(bank), callbackSecret: 'secret', timeoutMs: 20_000 });
  payouts = client.payouts as PayoutCapability;
});
afterEach(() => {
  bank.clearFaults();
  bank.forgetReceived();
  Object.assign(bank.habits, { ...STANDARD_HABITS, sendingDelayMs: 0 });
});
afterAll(async () => {
  await client?.close();
  await bank?.close();
});

function accessOf({ baseUrl, tokenUrl, identities, accounts }: FakeBank): BankAccess {
  const [{ clientId, clientSecret, pixKeys }] = accounts as [Account];
  return {
    profile: 'efi',
    baseUrl,
    tokenUrl,
    clientId,
    clientSecret,
    certificatePem: identities.client.certificatePem,
    privateKeyPem: identities.client.privateKeyPem,
    caPem: identities.authority.certificatePem,
    pixKey: pixKeys[0] as string,
    appKey: null,
    account: null,
  };
}

const request = (changes: Partial<PayoutRequest> = {}): PayoutRequest => ({
  reference: randomBytes(16).toString('hex'),
  amountCents: 12_345,
  description: 'Saque',
  destination: { kind: 'pix_key', keyType: 'cpf', key: '52998224725' },
  sender: { name: 'Loja', document: '11222333000181' },
  isRepeat: false,
  ...changes,
});
const sentBodies = () => bank.received().filter(({ operation }) => operation === 'put_envio');

describe('sending', () => {
  it('a key gets what was asked for, under our reference, and the query tells how it ended', async () => {
    const asked = request();
    expect(await payouts.send(asked)).toMatchObject({ outcome: 'found', payout: { reference: asked.reference } });
    expect(sentBodies()).toMatchObject([
      {
        path: `/gn/pix/${asked.reference}`,
        body: {
          valor: '123.45',
          pagador: { chave: 'pix@fake-bank.example', infoPagador: 'Saque' },
          favorecido: { chave: '52998224725' },
        },
      },
    ]);
    const known = await payouts.query(asked);
    expect(known).toMatchObject({
      outcome: 'found',
      payout: { status: 'PAID', amountCents: 12_345, holder: { document: '***.982.247-**' }, returns: [] },
    });
  });

  it('an account is named as the bank wants it', async () => {
    const destination = {
      kind: 'bank_account',
      ispb: '60701190',
      agency: '1500',
      account: '123456',
      accountType: 'savings',
      holderName: 'Loja Ltda',
      holderDocument: '11222333000181',
    } as const;
    expect((await payouts.send(request({ destination }))).outcome).toBe('found');
    const contaBanco = {
      nome: 'Loja Ltda',
      cnpj: '11222333000181',
      codigoBanco: '60701190',
      agencia: '1500',
      conta: '123456',
      tipoConta: 'svgs',
    };
    expect(sentBodies()[0]?.body).toMatchObject({ favorecido: { contaBanco } });
  });

  it('the same reference twice is one payout', async () => {
    const asked = request();
    await payouts.send(asked);
    await payouts.send({ ...asked, isRepeat: true });
    expect(bank.control.sent().filter(({ idEnvio }) => idEnvio === asked.reference)).toHaveLength(1);
  });

  it('an answer that is lost is unknown, and the query finds it', async () => {
    const asked = request();
    bank.fault({ operation: 'put_envio', kind: 'lost', moment: 'after' });
    expect((await payouts.send(asked)).outcome).toBe('unknown');
    expect(await payouts.query(asked)).toMatchObject({ outcome: 'found', payout: { status: 'PAID' } });
  });

  it('one that never arrived is not found', async () => {
    const asked = request();
    bank.fault({ operation: 'put_envio', kind: 'lost', moment: 'before' });
    expect((await payouts.send(asked)).outcome).toBe('unknown');
    expect(await payouts.query(asked)).toEqual({ outcome: 'not_found' });
  });

  it('a key that nobody has is rejected at the first send, and says that it is dead', async () => {
    const destination = { kind: 'pix_key', keyType: 'email', key: 'nobody@example.com' } as const;
    const answer = await payouts.send(request({ destination }));
    expect(answer).toMatchObject({ outcome: 'rejected', isDestinationDead: true });
    expect(answer).toMatchObject({
      reason: expect.stringContaining('A chave do favorecido não foi encontrada'),
      answered: expect.stringMatching(/^answered 400 /),
    });
    expect(answer).not.toMatchObject({ reason: expect.stringContaining('answered') });
    expect(await payouts.send(request({ destination, isRepeat: true }))).toMatchObject({
      outcome: 'unknown',
      isDestinationDead: true,
    });
  });

  it.each([
    ['HANGS', 'PROCESSING'],
    ['NAO_REALIZADO', 'REFUSED'],
  ] as const)('one that the bank has as %s is %s', async (sendingOutcome, status) => {
    Object.assign(bank.habits, { sendingOutcome });
    const asked = request();
    await payouts.send(asked);
    expect(await payouts.query(asked)).toMatchObject({ outcome: 'found', payout: { status } });
  });

  it('what came back is told, each return by its own id', async () => {
    const asked = request();
    await payouts.send(asked);
    await bank.control.giveBackSent(asked.reference, { amountCents: 2_345 });
    await bank.control.giveBackSent(asked.reference, { amountCents: 10_000 });
    const known = await payouts.query(asked);
    if (known.outcome !== 'found') throw new Error('it was not found');
    expect(known.payout).toMatchObject({ status: 'PAID', returns: [{ amountCents: 2_345 }, { amountCents: 10_000 }] });
    expect(new Set(known.payout.returns.map(({ id }) => id)).size).toBe(2);
  });

  it.each([
    ['garbage', {}],
    ['status', { status: 500 }],
    ['status', { status: 403 }],
  ] as const)('nothing is built on %s %j', async (kind, more) => {
    const asked = request();
    bank.fault({ operation: 'put_envio', kind, moment: 'after', ...more });
    bank.fault({ operation: 'get_envio', kind: 'garbage', times: 9 });
    expect((await payouts.send(asked)).outcome).toBe('unknown');
    bank.clearFaults();
    expect((await payouts.query(asked)).outcome).toBe('found');
  });

  it('a bank whose reads lag shows nothing yet', async () => {
    Object.assign(bank.habits, { readLagMs: 86_400_000 });
    const asked = request();
    await payouts.send(asked);
    expect(await payouts.query(asked)).toEqual({ outcome: 'not_found' });
  });
});

it('the list of a period holds what really left', async () => {
  const from = new Date(Date.now() - 60_000);
  const asked = request({ amountCents: 777 });
  await payouts.send(asked);
  Object.assign(bank.habits, { sendingOutcome: 'NAO_REALIZADO' });
  const refused = request();
  await payouts.send(refused);
  const listed = await payouts.sent?.({ from, to: new Date(Date.now() + 60_000), page: 0 });
  if (listed?.outcome !== 'found') throw new Error('there is no list');
  expect(listed.payouts).toContainEqual(expect.objectContaining({ reference: asked.reference, amountCents: 777 }));
  expect(listed.payouts.map(({ reference }) => reference)).not.toContain(refused.reference);
});

it('a callback names the payout by our reference', () => {
  const reference = randomBytes(16).toString('hex');
  const body = JSON.stringify({ pix: [{ endToEndId: 'E1', gnExtras: { idEnvio: reference } }] });
  expect(client.callback?.read(body)?.references).toEqual([reference]);
});

it('other profiles send nothing', () => {
  const access = { ...accessOf(bank), profile: 'standard' as const };
  expect(createBacenPixClient({ name: 'other', access, callbackSecret: 's' }).payouts).toBeUndefined();
});
