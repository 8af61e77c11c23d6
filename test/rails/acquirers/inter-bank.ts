import type { InterAccess } from '../../../src/rails/acquirers/inter-cobranca/access.ts';
import {
  createInterCobrancaClient,
  type InterCobrancaClient,
  type InterCobrancaOptions,
} from '../../../src/rails/acquirers/inter-cobranca/inter-cobranca-client.ts';
import type { BoletoHabits } from '../../../src/rails/fake-bank/boletos/habits.ts';
import { type FakeInter, INTER_SCOPES, startFakeInter } from '../../../src/rails/fake-bank/inter/start-fake-inter.ts';
import { newAccount } from '../../../src/rails/fake-bank/start-fake-bank.ts';
import { bankIdentities } from '../../support/banks/identities.ts';
import { connectionTo, PATIENT_MS } from './boleto-bank.ts';

export async function startInter(habits: Partial<BoletoHabits> = {}): Promise<FakeInter> {
  const account = newAccount({ scopes: INTER_SCOPES });
  return startFakeInter({ identities: await bankIdentities(), accounts: [account], habits });
}

export function interAccess(bank: FakeInter, changes: Partial<InterAccess> = {}): InterAccess {
  return { ...connectionTo(bank, bank), account: null, ...changes };
}

export function interClient(access: InterAccess, changes: Partial<InterCobrancaOptions> = {}): InterCobrancaClient {
  return createInterCobrancaClient({
    name: 'inter',
    access,
    callbackSecret: 'secret-of-the-tests',
    timeoutMs: PATIENT_MS,
    // What is done later is done at once here, unless a test wants it otherwise.
    looksMs: [0, 20, 50, 100],
    firstPauseMs: 50,
    ...changes,
  });
}
