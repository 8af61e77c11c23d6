import { randomBytes } from 'node:crypto';
import type { BankAccess } from '../../../src/rails/acquirers/bacen-pix/access.ts';
import {
  type BacenPixClient,
  type BacenPixOptions,
  createBacenPixClient,
} from '../../../src/rails/acquirers/bacen-pix/bacen-pix-client.ts';
import type { Habits } from '../../../src/rails/fake-bank/oddities/habits.ts';
import { type FakeBank, startFakeBank } from '../../../src/rails/fake-bank/start-fake-bank.ts';
import { bankIdentities } from '../../support/banks/identities.ts';

/** A busy machine is no bank that hangs. */
const PATIENT_MS = 20_000;

/** Returns that are settled in the answer, as the contract suite expects them unless it asks for others. */
export const PROMPT: Partial<Habits> = { returnDelayMs: 0 };

export function accessTo(bank: FakeBank, changes: Partial<BankAccess> = {}): BankAccess {
  const [account] = bank.accounts;
  return {
    profile: 'standard',
    baseUrl: bank.baseUrl,
    tokenUrl: bank.tokenUrl,
    clientId: account?.clientId ?? '',
    clientSecret: account?.clientSecret ?? '',
    pixKey: account?.pixKeys[0] ?? '',
    certificatePem: bank.identities.client.certificatePem,
    privateKeyPem: bank.identities.client.privateKeyPem,
    caPem: bank.identities.authority.certificatePem,
    appKey: null,
    account: null,
    ...changes,
  };
}

export function clientOf(
  access: BankAccess,
  limits: Pick<BacenPixOptions, 'timeoutMs' | 'startLimit'> = { timeoutMs: PATIENT_MS },
): BacenPixClient {
  return createBacenPixClient({ name: 'bank', access, callbackSecret: 'secret-of-the-tests', ...limits });
}

export function newReference(): string {
  return randomBytes(16).toString('hex');
}

export async function startPromptBank(habits: Partial<Habits> = {}): Promise<FakeBank> {
  return startFakeBank({ identities: await bankIdentities(), habits: { ...PROMPT, ...habits } });
}

/** The id of the payment that a charge received. */
export function endToEndIdOf(bank: FakeBank, txid: string): string {
  const { pix } = bank.control.charge(txid) as { pix: { endToEndId: string }[] };
  const [first] = pix;
  if (!first) throw new Error(`nobody paid ${txid}`);
  return first.endToEndId;
}
