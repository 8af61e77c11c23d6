import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openConfig } from '../../../src/rails/acquirers/acquirer-config.ts';
import { findConfig } from '../../../src/rails/acquirers/configs.sql.ts';
import { toOldPkcs12, toPkcs12 } from '../../../src/rails/fake-bank/pkcs12.ts';
import type { FakeBank } from '../../../src/rails/fake-bank/start-fake-bank.ts';
import { startTestBank } from '../../support/banks/bank-identities.ts';
import { ACCOUNT_FILES } from '../../support/cnab240/accounts.ts';
import { eventually, expectError, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { addOperator, type OperatorCall, openConsoleAsAdmin } from '../../support/operator-calls.ts';
import { orderBody } from '../../support/orders.ts';
import { runCli } from '../cli/run-cli.ts';

/** Banks at the console: what `vintem acquirer` does, as far as it names nothing of the server. */

const reason = 'contrato 12';
const ONLY = /only by the command line/;

let gateway: TestGateway;
let call: OperatorCall;
let bank: FakeBank;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vintem-acquirers-'));
  [gateway, bank] = await Promise.all([startTestGateway({ VINTEM_ROLE: 'api' }), startTestBank()]);
  call = await openConsoleAsAdmin(gateway);
});
afterAll(async () => {
  await gateway.close();
  await bank.close();
  await rm(folder, { recursive: true });
});
afterEach(() => bank.clearFaults());

/** Runs what must leave everything as it is. */
async function changingNothing(work: () => Promise<void>): Promise<void> {
  const read = () => gateway.database.db.query('SELECT * FROM acquirer_configs ORDER BY name');
  const before = await read();
  await work();
  expect(await read()).toEqual(before);
}

const cli = (...args: string[]) => runCli({ DATABASE_URL: gateway.database.url }, ...args);

/** By a file, as whoever has the machine does. */
async function setByCommand(name: string, file: object): Promise<void> {
  const path = join(folder, `${name}.json`);
  await writeFile(path, JSON.stringify(file));
  const { code, err } = await cli('acquirer', 'set', name, '--file', path);
  expect([code, err]).toEqual([0, '']);
}

async function setFakeBank(name: string): Promise<void> {
  const { client, authority } = bank.identities;
  const [account] = bank.accounts;
  await writeFile(join(folder, 'client.pem'), client.certificatePem);
  await writeFile(join(folder, 'client.key'), client.privateKeyPem);
  await writeFile(join(folder, 'ca.pem'), authority.certificatePem);
  await setByCommand(name, {
    kind: 'bacen-pix',
    profile: 'standard',
    base_url: bank.baseUrl,
    token_url: bank.tokenUrl,
    client_id: account?.clientId,
    client_secret: account?.clientSecret,
    pix_key: account?.pixKeys[0],
    certificate_file: 'client.pem',
    private_key_file: 'client.key',
    ca_file: 'ca.pem',
  });
}

async function accessOf(name: string): Promise<Record<string, unknown>> {
  const stored = await findConfig(gateway.database.db, name);
  const config = stored && openConfig(gateway.vintem.deps.destinationKeys, stored);
  return config?.access as Record<string, unknown>;
}

const efi = (changes: object = {}) => ({
  name: 'efi',
  kind: 'bacen-pix',
  profile: 'efi',
  client_id: 'Client_Id_4711abcd',
  client_secret: 'Client_Secret_s3cr3t',
  pix_key: 'loja@example.com',
  reason,
  ...changes,
});

interface Told {
  outcome: string;
  step?: string;
  says?: string;
}
const messagesIn = (text: string): Told[] =>
  text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []));
const check = async (name: string, by = call): Promise<Told[]> => {
  const { status, body } = await by('POST', `/acquirers/${name}/check`);
  expect(status).toBe(200);
  return messagesIn(body);
};

describe('the kinds', () => {
  it('say what each is asked for, and whether its address is known', async () => {
    const { data } = (await call('GET', '/acquirer-kinds')).body;
    const formOf = (kind: string, profile: string) =>
      data
        .find((one: { kind: string }) => one.kind === kind)
        .forms.find((one: { profile: string }) => one.profile === profile);
    expect(data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'bacen-pix',
      'inter-cobranca',
      'sicoob-cobranca',
      'cnab240',
      'manual',
    ]);
    expect(formOf('bacen-pix', 'standard').is_reachable).toBe(false);
    expect(formOf('bacen-pix', 'bb')).toMatchObject({ is_reachable: true });
    expect(formOf('bacen-pix', 'bb').fields).toContainEqual({
      name: 'app_key',
      form: 'text',
      is_required: true,
      choices: [],
    });
    expect(formOf('bacen-pix', 'efi').fields.map(({ name }: { name: string }) => name)).not.toContain('app_key');
    expect(formOf('cnab240', 'bb').fields).toContainEqual({
      name: 'wallet',
      form: 'choice',
      is_required: true,
      choices: ['11', '12', '17'],
    });
  });
});

describe('adding a bank', () => {
  it('stores it encrypted, shows nothing secret again, and logs what may be seen', async () => {
    const { client, authority } = bank.identities;
    const added = await call(
      'POST',
      '/acquirers',
      efi({ certificate: client.certificatePem, private_key: client.privateKeyPem, ca: authority.certificatePem }),
    );
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      name: 'efi',
      kind: 'bacen-pix',
      profile: 'efi',
      by_command_line: [],
      has_webhook: true,
    });
    expect(added.body.certificate.subject).toMatch(/CN=/);
    expect(added.body.settings).toContainEqual({ name: 'client_secret', is_set: true, value: null });
    expect(added.body.settings).toContainEqual({ name: 'client_id', is_set: true, value: '…abcd' });
    expect(await accessOf('efi')).toMatchObject({
      baseUrl: 'https://pix-h.api.efipay.com.br/v2',
      clientSecret: 'Client_Secret_s3cr3t',
      privateKeyPem: client.privateKeyPem,
    });
    const read = (await call('GET', '/acquirers/efi')).body;
    const [logged] = await gateway.database.db.query<{ details: Record<string, unknown> }>(
      "SELECT details FROM audit_log WHERE action = 'acquirer.changed' AND object_id = 'efi'",
    );
    expect(logged?.details).toMatchObject({ is_new: true, reason, kind: 'bacen-pix', client_secret: 'set' });
    const rows = await gateway.database.db.query("SELECT * FROM acquirer_configs WHERE name = 'efi'");
    const log = (await call('GET', '/audit-log')).body;
    expect(log.data).toContainEqual(expect.objectContaining({ action: 'acquirer.changed' }));
    const seen = JSON.stringify([added.body, read, logged, rows, log]);
    const key = client.privateKeyPem.split('\n')[2] ?? '';
    for (const secret of ['s3cr3t', '4711abcd', 'loja@', key])
      expect([secret, seen.includes(secret)]).toEqual([secret, false]);
  });

  it.each([
    ['base_url', 'https://169.254.169.254/'],
    ['base_url', 'https://pix-h.api.efipay.com.br/v2'],
    ['token_url', 'http://127.0.0.1:3000/'],
    ['certificate_file', '/etc/passwd'],
    ['private_key_file', '/etc/passwd'],
    ['ca_file', '/etc/ssl/cert.pem'],
    ['pkcs12_file', 'x.p12'],
    ['inbox', '/var/in'],
    ['outbox', '/var/out'],
    ['send_at', '08:00'],
  ])('says of %s that only the command line sets it (%s)', async (field, value) => {
    await changingNothing(async () => {
      for (const body of [
        efi({ name: 'novo', [field]: value }),
        { ...ACCOUNT_FILES.bb, name: 'novo', reason, [field]: value },
      ]) {
        const answer = await call('POST', '/acquirers', body);
        expectError(answer, invalid(field));
        expect(answer.body.error).toMatch(ONLY);
      }
      const changed = await call('PATCH', '/acquirers/efi', { [field]: value, reason });
      expectError(changed, invalid(field));
      expect(changed.body.error).toMatch(ONLY);
    });
  });

  it.each([
    ['name', { name: 'Efí' }, 'lower case letters'],
    ['name', { name: 'sandbox' }, 'comes with the gateway'],
    ['name', { name: 'efi' }, 'there already'],
    ['kind', { kind: 'outro' }, 'kind'],
    ['profile', { profile: 'nubank' }, 'must be one of standard, efi'],
    ['profile', { profile: 'standard' }, 'only by the command line'],
    ['profile', { profile: 'itau' }, 'only by the command line'],
    ['client_id', { client_id: undefined }, 'is missing'],
    ['client_id', { client_id: 'um dois' }, 'without spaces'],
    ['client_secret', { client_secret: null }, 'is missing'],
    ['pix_key', { pix_key: '' }, 'is missing'],
    ['pix_key', { pix_key: 'x'.repeat(78) }, 'more than 77'],
    ['app_key', { profile: 'bb' }, 'is missing'],
    ['app_key', { app_key: 'x' }, 'has no meaning for efi'],
    ['scopes', { scopes: 'x' }, 'has no meaning for efi'],
    ['certificate', { certificate: 'nada', private_key: 'nada' }, 'no PEM certificate'],
    ['private_key', { certificate: 'nada' }, 'is missing'],
    ['certificate', { private_key: 'nada' }, 'is missing'],
    ['ca', { ca: 'nada' }, 'no PEM certificate'],
    ['pkcs12', { pkcs12: 'bmFkYQ==' }, 'is not PKCS#12'],
    ['pkcs12', { pkcs12: '??' }, 'pkcs12'],
    ['pkcs12_password', { pkcs12_password: 'x' }, 'has no meaning without pkcs12'],
    ['pkcs12', { pkcs12: 'bmFkYQ==', certificate: 'x' }, 'give either'],
    ['reason', { reason: '' }, 'reason'],
  ])('says what is wrong in one field: %s %o', async (field, changes, said) => {
    await changingNothing(async () => {
      const answer = await call('POST', '/acquirers', efi({ name: 'novo', ...changes }));
      expectError(answer, invalid(field));
      expect(answer.body.error).toContain(said);
    });
  });

  it('takes PKCS#12, as new and as old programs write it, and tells a wrong password', async () => {
    const { client, authority } = bank.identities;
    for (const [name, write] of [
      ['novo-p12', toPkcs12],
      ['velho-p12', toOldPkcs12],
    ] as const) {
      const pkcs12 = write(client, authority.certificatePem, 'senha certa').toString('base64');
      expectError(
        await call('POST', '/acquirers', efi({ name, pkcs12, pkcs12_password: 'errada' })),
        invalid('pkcs12_password'),
      );
      const added = await call('POST', '/acquirers', efi({ name, pkcs12, pkcs12_password: 'senha certa' }));
      expect(added.body.certificate).toMatchObject({ not_after: expect.any(String) });
      expect(JSON.stringify(await accessOf(name))).not.toContain('senha certa');
      expect((await accessOf(name))['certificatePem']).toContain('BEGIN CERTIFICATE');
    }
  });

  it('a certificate that ended, and a key of another, are told at their field', async () => {
    const past = { notBefore: new Date('2020-01-01'), notAfter: new Date('2021-01-01') };
    const ended = await bank.issueClientCertificate('velha', past);
    const { client } = bank.identities;
    const add = (certificate: string, private_key: string) =>
      call('POST', '/acquirers', efi({ name: 'novo', certificate, private_key }));
    expectError(await add(ended.certificatePem, ended.privateKeyPem), invalid('certificate'));
    expectError(await add(client.certificatePem, ended.privateKeyPem), invalid('private_key'));
  });

  it('files: the ranges of numbers of two never overlap', async () => {
    const { kind, ...account } = ACCOUNT_FILES.bb;
    const add = (name: string, first: number, last: number) =>
      call('POST', '/acquirers', { ...account, kind, name, our_number_first: first, our_number_last: last, reason });
    expect((await add('bb-um', 1, 100)).status).toBe(201);
    const overlapping = await add('bb-dois', 100, 200);
    expectError(overlapping, invalid('our_number_first'));
    expect(overlapping.body.error).toContain('bb-um');
    expect((await add('bb-dois', 101, 200)).status).toBe(201);
    const change = await call('PATCH', '/acquirers/bb-dois', { our_number_first: 50, reason });
    expectError(change, invalid('our_number_first'));
    expectError(await add('bb-tres', 9, 8), invalid('our_number_last'));
    expectError(
      await call('PATCH', '/acquirers/bb-dois', { beneficiary: { document: '123' }, reason }),
      invalid('beneficiary.document'),
    );
  });
});

describe('changing a bank', () => {
  it('keeps what is not mentioned, takes away what is null, and logs both sides', async () => {
    const { kind, ...account } = ACCOUNT_FILES.sicoob;
    await call('POST', '/acquirers', { ...account, kind, name: 'coop', reason });
    const before = await accessOf('coop');
    const beneficiary = { name: 'Padaria Nova', address: null };
    const changed = await call('PATCH', '/acquirers/coop', {
      beneficiary,
      payment_place: 'Na loja',
      reason: 'mudou de nome',
    });
    expect(changed.status).toBe(200);
    const own = before['beneficiary'] as object;
    expect(await accessOf('coop')).toEqual({
      ...before,
      beneficiary: { ...own, name: 'Padaria Nova', address: null },
      paymentPlace: 'Na loja',
    });
    const [logged] = await gateway.database.db.query<{ details: Record<string, unknown> }>(
      "SELECT details FROM audit_log WHERE object_id = 'coop' ORDER BY id DESC LIMIT 1",
    );
    expect(logged?.details).toEqual({
      is_new: false,
      'beneficiary.name': 'Padaria Nova',
      'beneficiary.name_before': 'Padaria São João Ltda',
      'beneficiary.address': null,
      'beneficiary.address_before': 'Rua das Flores, 10',
      payment_place: 'Na loja',
      payment_place_before: null,
      reason: 'mudou de nome',
    });
    await call('PATCH', '/acquirers/coop', { payment_place: null, reason });
    expect((await accessOf('coop'))['paymentPlace']).toBe(before['paymentPlace']);
    expectError(await call('PATCH', '/acquirers/ninguem', { reason }), { status: 404, code: 'ACQUIRER_NOT_FOUND' });
    for (const name of ['sandbox', '%00', 'x'.repeat(60), '..%2Fefi', 'Coop'])
      expectError(await call('PATCH', `/acquirers/${name}`, { reason }), { status: 404, code: 'ACQUIRER_NOT_FOUND' });
    expectError(await call('GET', '/acquirers/%00'), { status: 404, code: 'ACQUIRER_NOT_FOUND' });
  });

  it('leaves alone what the command line has set: folders, hours, addresses', async () => {
    await setByCommand('pastas', { ...ACCOUNT_FILES.itau, inbox: '/tmp/in', outbox: '/tmp/out', send_at: '18:30' });
    const before = await accessOf('pastas');
    const changed = await call('PATCH', '/acquirers/pastas', { payment_place: 'Na loja', reason });
    expect(changed.body.by_command_line).toEqual(['inbox', 'outbox', 'send_at']);
    expect(await accessOf('pastas')).toEqual({ ...before, paymentPlace: 'Na loja' });

    await setFakeBank('fechado');
    const known = await accessOf('fechado');
    const other = await call('PATCH', '/acquirers/fechado', { client_secret: 'outro segredo', reason });
    expect(other.body.by_command_line).toEqual(['base_url', 'token_url']);
    expect(await accessOf('fechado')).toEqual({ ...known, clientSecret: 'outro segredo' });
    expect(JSON.stringify(other.body)).not.toContain(bank.baseUrl);
    const elsewhere = await call('PATCH', '/acquirers/fechado', { profile: 'efi', reason });
    expectError(elsewhere, invalid('profile'));
    expect(elsewhere.body.error).toMatch(ONLY);
  });

  it('sends nothing of one bank to another', async () => {
    await call('POST', '/acquirers', efi({ name: 'troca' }));
    expectError(await call('PATCH', '/acquirers/troca', { profile: 'bradesco', reason }), invalid('client_id'));
    const whole = { client_id: 'x', client_secret: 'y', pix_key: 'z', reason };
    expect((await call('PATCH', '/acquirers/troca', { profile: 'bradesco', ...whole })).status).toBe(200);
    expect(await accessOf('troca')).toMatchObject({
      profile: 'bradesco',
      baseUrl: 'https://qrpix-h.bradesco.com.br/v2',
    });
  });

  it('never replaces a bank that payments still need by another', async () => {
    await setFakeBank('usado');
    await eventually(() => expect(gateway.vintem.deps.acquirers.find('usado')).not.toBeNull());
    await call('PATCH', '/companies/1/rails', { pix: { acquirer: 'usado' }, reason });
    const order = await gateway.post('/payments/order', orderBody());
    expect(order.status).toBe(200);
    const refused = await call('PATCH', '/acquirers/usado', {
      pix_key: 'outra@example.com',
      client_id: 'outro',
      reason,
    });
    expectError(refused, { status: 400, code: 'BANK_SETUP_REFUSED' });
    expect(refused.body.error).toMatch(/1 payments still need the bank/);
    await call('PATCH', '/companies/1/rails', { pix: { acquirer: null }, reason });
  });
});

describe('checking a bank', () => {
  beforeAll(() => setFakeBank('fake'));

  it('tells the steps of vintem acquirer check', async () => {
    const told = await check('fake');
    expect(told.map(({ step, outcome }) => [step, outcome])).toEqual([
      ['certificate', 'good'],
      ['token', 'good'],
      ['scopes', 'good'],
      ['charges', 'good'],
      ['key', 'good'],
      ['webhook', 'warning'],
      [undefined, 'done'],
    ]);
    const lines = told
      .slice(0, -1)
      .map(({ step, outcome, says }) => `${outcome === 'warning' ? 'warning' : step}: ${says}`);
    const { out } = await cli('acquirer', 'check', 'fake');
    expect(out.trim().split('\n')).toEqual(lines);
  });

  it('tells what fails, in one line and with nothing secret', async () => {
    await call('PATCH', '/acquirers/fake', { client_secret: 'segredo errado', reason });
    const told = await check('fake');
    expect(told.at(-1)).toMatchObject({ outcome: 'failed', says: expect.stringMatching(/the bank gives no token/) });
    expect(JSON.stringify(told)).not.toContain('segredo errado');
    await call('PATCH', '/acquirers/fake', { client_secret: bank.accounts[0]?.clientSecret, reason });
    expect((await check('fake')).at(-1)).toEqual({ outcome: 'done' });
    expectError(await call('POST', '/acquirers/sandbox/check'), { status: 404, code: 'ACQUIRER_NOT_FOUND' });
  });

  it('of a bank that is silent keeps nobody waiting: steps come as they happen, and others have their turns', async () => {
    bank.fault({ operation: 'token', kind: 'slow', delayMs: 5_000, moment: 'before', times: 1 });
    const slow = call('POST', '/acquirers/fake/check');
    await eventually(async () => expect(bank.faults()).toEqual([]));
    expect((await call('POST', '/acquirers/fake/check')).status).toBe(429);
    const busy = await call('PATCH', '/acquirers/fake', { pix_key: 'x', reason });
    expectError(busy, { status: 429, code: 'RATE_LIMITED' });
    expect(busy.headers.get('retry-after')).toBe('5');
    // Another bank, and another operator.
    expect((await check('bb-um')).at(-1)).toEqual({ outcome: 'done' });
    const colleague = await addOperator(gateway, 'FINANCE', 'fin@plataforma.example');
    expect((await check('bb-dois', colleague)).at(-1)).toEqual({ outcome: 'done' });
    expect(messagesIn((await slow).body).at(-1)).toEqual({ outcome: 'done' });
    await eventually(async () => expect((await call('POST', '/acquirers/fake/check')).status).toBe(200));
  });

  it('registers the webhook, logs it, and tells what the bank refuses', async () => {
    const { status, body } = await call('POST', '/acquirers/fake/webhook');
    expect([status, body]).toEqual([200, { origin: new URL(gateway.vintem.deps.config.callbackUrl).origin }]);
    expect((await check('fake')).find(({ step }) => step === 'webhook')).toMatchObject({ outcome: 'good' });
    const logged = await gateway.database.db.query(
      "SELECT actor_kind, details FROM audit_log WHERE action = 'acquirer.webhook_registered'",
    );
    expect(logged).toEqual([{ actor_kind: 'operator', details: body }]);
    bank.fault({ operation: 'put_webhook', kind: 'status', status: 403, moment: 'before', times: 1 });
    const refused = await call('POST', '/acquirers/fake/webhook');
    expectError(refused, { status: 400, code: 'BANK_SETUP_REFUSED' });
    expect(refused.body.message).toContain('did not register the webhook');
    expectError(await call('POST', '/acquirers/bb-um/webhook'), { status: 400, code: 'BANK_SETUP_REFUSED' });
  });
});
