import type { SicoobAccess } from '../../../src/rails/acquirers/sicoob-cobranca/access.ts';
import {
  createSicoobCobrancaClient,
  type SicoobCobrancaClient,
  type SicoobCobrancaOptions,
} from '../../../src/rails/acquirers/sicoob-cobranca/sicoob-cobranca-client.ts';
import type { BoletoHabits } from '../../../src/rails/fake-bank/boletos/habits.ts';
import {
  type FakeSicoob,
  SICOOB_SCOPES,
  startFakeSicoob,
} from '../../../src/rails/fake-bank/sicoob/start-fake-sicoob.ts';
import { newAccount } from '../../../src/rails/fake-bank/start-fake-bank.ts';
import { bankIdentities } from '../../support/banks/identities.ts';
import { connectionTo, PATIENT_MS } from './boleto-bank.ts';

export async function startSicoob(habits: Partial<BoletoHabits> = {}): Promise<FakeSicoob> {
  const account = newAccount({ scopes: SICOOB_SCOPES, clientSecret: null });
  return startFakeSicoob({ identities: await bankIdentities(), accounts: [account], habits });
}

export function sicoobAccess(bank: FakeSicoob, changes: Partial<SicoobAccess> = {}): SicoobAccess {
  const scopes = SICOOB_SCOPES.join(' ');
  return { ...connectionTo(bank, bank), clientNumber: 172_278, accountNumber: 700_011, scopes, ...changes };
}

export function sicoobClient(access: SicoobAccess, changes: Partial<SicoobCobrancaOptions> = {}): SicoobCobrancaClient {
  return createSicoobCobrancaClient({
    name: 'sicoob',
    access,
    callbackSecret: 'secret-of-the-tests',
    timeoutMs: PATIENT_MS,
    // Files are made at once here, unless a test wants it otherwise.
    looksMs: [0, 20, 50],
    ...changes,
  });
}
