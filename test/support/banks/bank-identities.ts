import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issueCertificate, keysOf } from '../../../src/rails/fake-bank/certificates.ts';
import {
  type BankIdentities,
  createIdentities,
  type FakeBank,
  type FakeBankOptions,
  newAccount,
  startFakeBank,
} from '../../../src/rails/fake-bank/start-fake-bank.ts';

/** Keys take seconds of a processor to make, and no bank minds that another one has the same. */
let kept: Promise<BankIdentities> | null = null;

export async function bankIdentities(clientId = newAccount().clientId): Promise<BankIdentities> {
  kept ??= createIdentities(newAccount().clientId);
  const { authority, server, client } = await kept;
  if (clientId === newAccount().clientId) return { authority, server, client };
  const request = { commonName: clientId, purpose: 'client' } as const;
  return { authority, server, client: await issueCertificate(authority, request, new Date(), keysOf(client)) };
}

/** A bank with the keys of the others. */
export async function startTestBank(options: Omit<FakeBankOptions, 'identities'> = {}): Promise<FakeBank> {
  return startFakeBank({ ...options, identities: await bankIdentities(options.accounts?.[0]?.clientId) });
}

/** What a bank finds that was started in this folder before. */
export async function fillBankFolder(folder: string): Promise<void> {
  const { authority, server, client } = await bankIdentities();
  const { clientId: client_id, clientSecret: client_secret } = newAccount();
  await mkdir(folder, { recursive: true });
  const write = (name: string, content: string) => writeFile(join(folder, name), content);
  for (const [name, identity] of Object.entries({ ca: authority, server, client })) {
    await write(`${name}.pem`, identity.certificatePem);
    await write(`${name}-key.pem`, identity.privateKeyPem);
  }
  await write('acquirer.json', JSON.stringify({ client_id, client_secret }));
}
