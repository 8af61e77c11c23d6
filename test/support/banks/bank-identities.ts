import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Identity, issueCertificate, keysOf } from '../../../src/rails/fake-bank/certificates.ts';
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
const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
/** What makes them: certificates of another making are of no use. */
const MAKERS = ['certificates', 'start-fake-bank'].map((name) => root(`src/rails/fake-bank/${name}.ts`));
const MADE_BY = MAKERS.reduce((hash, maker) => hash.update(readFileSync(maker)), createHash('sha256')).digest('hex');
/** Neither does one of another worker or run: these keys open nothing. */
const KEPT = root(`node_modules/.cache/test-banks/${MADE_BY.slice(0, 32)}.json`);
const MONTH_MS = 30 * 86_400_000;

async function keptIdentities(): Promise<BankIdentities> {
  try {
    const known = JSON.parse(await readFile(KEPT, 'utf8')) as BankIdentities;
    if (Object.values(known).every(isValidForLong)) return known;
  } catch {
    // There are none, or nobody may read them.
  }
  const made = await createIdentities(newAccount().clientId);
  await keep(made).catch(() => {});
  return made;
}

function isValidForLong({ certificatePem }: Identity): boolean {
  const { validFrom, validTo } = new X509Certificate(certificatePem);
  return Date.parse(validFrom) < Date.now() && Date.parse(validTo) > Date.now() + MONTH_MS;
}

/** Whole or not at all; where nobody may write, nothing is kept. */
async function keep(identities: BankIdentities): Promise<void> {
  const draft = `${KEPT}.${process.pid}`;
  await mkdir(dirname(KEPT), { recursive: true });
  await writeFile(draft, JSON.stringify(identities), { mode: 0o600 });
  await rename(draft, KEPT);
}

export async function bankIdentities(clientId = newAccount().clientId): Promise<BankIdentities> {
  kept ??= keptIdentities();
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
