import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from './account.ts';
import type { Identity } from './certificates.ts';
import { toOldPkcs12, toPkcs12 } from './pkcs12.ts';
import { type BankIdentities, createIdentities, type FakeBank, newAccount } from './start-fake-bank.ts';

/** It protects nothing: whoever reads the files can read this line. */
export const PKCS12_PASSWORD = 'fake-bank';
const WEEK_MS = 7 * 86_400_000;

export interface KeptBank {
  identities: BankIdentities;
  account: Account;
}

/**
 * The certificates of the last time, so that a gateway that was set up once need not be again; new ones when there are
 * none, or when they end within a week.
 */
export async function keepIdentities(folder: string): Promise<KeptBank> {
  try {
    return await readKept(folder);
  } catch {
    const account = newAccount();
    return { account, identities: await createIdentities(account.clientId) };
  }
}

async function readKept(folder: string): Promise<KeptBank> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const readIdentity = async (name: string): Promise<Identity> => ({
    certificatePem: await read(`${name}.pem`),
    privateKeyPem: await read(`${name}-key.pem`),
  });
  const { client_id: clientId, client_secret: clientSecret } = JSON.parse(await read('acquirer.json'));
  const identities = {
    authority: await readIdentity('ca'),
    server: await readIdentity('server'),
    client: await readIdentity('client'),
  };
  const firstEnd = Math.min(
    ...Object.values(identities).map(({ certificatePem }) => Date.parse(new X509Certificate(certificatePem).validTo)),
  );
  if (firstEnd < Date.now() + WEEK_MS) throw new Error('the certificates end soon');
  return { identities, account: newAccount({ clientId, clientSecret }) };
}

/** Everything that a client of the bank needs, and what the bank needs to be the same one next time. */
export async function writeFiles(folder: string, bank: FakeBank, controlUrl: string): Promise<void> {
  const { authority, server, client } = bank.identities;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, content: string | Buffer) =>
    writeFile(path.join(folder, name), content, { mode: 0o600 });
  for (const [name, identity] of Object.entries({ ca: authority, server, client })) {
    await write(`${name}.pem`, identity.certificatePem);
    await write(`${name}-key.pem`, identity.privateKeyPem);
  }
  await write('client.p12', toPkcs12(client, authority.certificatePem, PKCS12_PASSWORD));
  await write('client-old.p12', toOldPkcs12(client, authority.certificatePem, PKCS12_PASSWORD));
  await write('control-url', controlUrl);
  const [account] = bank.accounts;
  const shared = {
    kind: 'bacen-pix',
    profile: 'standard',
    base_url: bank.baseUrl,
    token_url: bank.tokenUrl,
    client_id: account?.clientId,
    client_secret: account?.clientSecret,
    pix_key: account?.pixKeys[0],
  };
  const at = (name: string) => path.join(folder, name);
  const pem = { certificate_file: at('client.pem'), private_key_file: at('client-key.pem'), ca_file: at('ca.pem') };
  const old = { pkcs12_file: at('client-old.p12'), pkcs12_password: PKCS12_PASSWORD, ca_file: at('ca.pem') };
  await write('acquirer.json', `${JSON.stringify({ ...shared, ...pem }, null, 2)}\n`);
  await write('acquirer-pkcs12.json', `${JSON.stringify({ ...shared, ...old }, null, 2)}\n`);
}
