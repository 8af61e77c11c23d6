import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPkcs12 } from '../../../src/rails/acquirers/certificates/read-pkcs12.ts';
import { runCli } from './run-cli.ts';

const CLI = fileURLToPath(new URL('../../../dist/doors/cli/vintem.js', import.meta.url));
const TXID = 'cobrancaPagaComUmComando00000001';

let dataDir: string;
let folder: string;
let bank: ChildProcess;
let started: { base_url: string; token_url: string; control_url: string; acquirer_file: string };

async function startBank(): Promise<void> {
  const args = [CLI, 'fake-bank', '--port', '0', '--control-port', '0', '--json'];
  bank = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], DATA_DIR: dataDir } });
  if (!bank.stdout) throw new Error('no output');
  const [line] = await once(createInterface(bank.stdout), 'line');
  started = JSON.parse(line);
}

async function stopBank(): Promise<unknown> {
  if (bank.exitCode !== null) return bank.exitCode;
  bank.kill('SIGTERM');
  return (await once(bank, 'exit'))[0];
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'vintem-fake-bank-'));
  folder = path.join(dataDir, 'fake-bank');
  await startBank();
});
afterAll(async () => {
  await stopBank();
  await rm(dataDir, { recursive: true });
});

const cli = (...args: string[]) => runCli({ DATA_DIR: dataDir }, 'fake-bank', ...args);
const fileOf = (name: string) => readFile(path.join(folder, name));

async function charge(): Promise<string> {
  const file = JSON.parse((await readFile(started.acquirer_file)).toString());
  const [cert, key, ca] = await Promise.all(
    [file.certificate_file, file.private_key_file, file.ca_file].map((name) => readFile(name)),
  );
  const agent = new Agent({ connect: { cert, key, ca } });
  const { client_id, client_secret } = file;
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString();
  const formType = { 'content-type': 'application/x-www-form-urlencoded' };
  const token = await request(file.token_url, { dispatcher: agent, method: 'POST', headers: formType, body: form });
  const { access_token } = (await token.body.json()) as { access_token: string };
  const answer = await request(`${file.base_url}/cob/${TXID}`, {
    dispatcher: agent,
    method: 'PUT',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ calendario: {}, valor: { original: '10.00' }, chave: file.pix_key }),
  });
  const { pixCopiaECola } = (await answer.body.json()) as { pixCopiaECola: string };
  await agent.close();
  return pixCopiaECola;
}

it('makes a file that a client needs nothing else for, and lets anybody pay', async () => {
  const code = await charge();
  const byCode = await cli('pay', code);
  expect([byCode.code, byCode.out]).toEqual([0, expect.stringMatching(/^paid R\$ 10\.00: E\w{31}\n$/)]);
  const again = await cli('pay', code);
  expect([again.code, again.err]).toEqual([1, 'vintem: the charge is CONCLUIDA\n']);
  const byTxid = await cli('pay', TXID, '--amount', '9.99', '--json');
  const { endToEndId, valor } = JSON.parse(byTxid.out);
  expect(valor).toBe('9.99');
  expect((await cli('med', endToEndId, '--amount', '1.00')).code).toBe(0);
  const { body } = await request(`${started.control_url}/charges`);
  expect(await body.json()).toMatchObject({
    charges: [{ txid: TXID, pix: [{}, { devolucoes: [{ valor: '1.00', natureza: 'MED_FRAUDE' }] }] }],
  });
});

it('is steered over HTTP, and says what it does not understand', async () => {
  const steer = async (route: string, body?: object, method: 'POST' | 'PATCH' = 'POST') => {
    const { statusCode, body: text } = await request(`${started.control_url}${route}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return [statusCode, await text.text()];
  };
  expect(await steer('/faults', { operation: 'put_cob', kind: 'lost', moment: 'after' })).toEqual([
    201,
    expect.stringContaining('"times":1'),
  ]);
  expect(await steer('/faults', { operation: 'put_cob', kind: 'tired' })).toEqual([400, expect.any(String)]);
  expect(await steer('/habits', { returnOutcome: 'HANGS' }, 'PATCH')).toEqual([200, expect.stringContaining('HANGS')]);
  expect(await steer('/habits', { mood: 'good' }, 'PATCH')).toEqual([400, expect.any(String)]);
  expect(await steer('/charges/none/pay')).toEqual([409, '{"error":"no such charge: none"}']);
  for (const route of ['/tokens/end', '/certificates/refuse', '/certificates/accept', '/callbacks/hold'])
    expect(await steer(route)).toEqual([204, '']);
  expect(await steer('/clock/advance', { seconds: 60 })).toEqual([204, '']);
});

it('is the same bank the next time, with PKCS#12 files old and new', async () => {
  const before = { ca: await fileOf('ca.pem'), acquirer: JSON.parse((await fileOf('acquirer.json')).toString()) };
  expect(await stopBank()).toBe(0);
  const nobody = await cli('pay', TXID);
  expect([nobody.code, nobody.err]).toEqual([1, expect.stringMatching(/^vintem: no fake bank runs here .+\n$/)]);
  await startBank();
  expect(await fileOf('ca.pem')).toEqual(before.ca);
  const after = JSON.parse((await fileOf('acquirer.json')).toString());
  expect(after.client_secret).toBe(before.acquirer.client_secret);
  for (const name of ['client.p12', 'client-old.p12'])
    expect(readPkcs12(await fileOf(name), 'fake-bank').certificatePem.trim()).toBe(
      (await fileOf('client.pem')).toString().trim(),
    );
});

it.each([
  [['pay', TXID, '--amount', '9'], /--amount must look like 12\.34/],
  [['play'], /Unknown command play/],
  [['--port', 'x'], /--port must be a whole number/],
])('refuses %j in one line', async (args, message) => {
  const { code, err } = await cli(...args);
  expect([code, err]).toEqual([1, expect.stringMatching(message)]);
  expect(err.trimEnd()).not.toContain('\n');
});
