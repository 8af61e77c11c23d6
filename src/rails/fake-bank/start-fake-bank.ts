import type { Server } from 'node:https';
import { type Account, ALL_SCOPES } from './account.ts';
import { BASE_PATH, createApi } from './api.ts';
import { createBank } from './bank.ts';
import type { CallbackReport } from './callbacks.ts';
import { createAuthority, type Identity, issueCertificate } from './certificates.ts';
import { Control } from './control.ts';
import { newSecret } from './ids.ts';
import type { JournalEntry } from './journal.ts';
import type { Fault, FaultRequest } from './oddities/faults.ts';
import type { Habits } from './oddities/habits.ts';

const HOST = '127.0.0.1';
const TOKEN_LIFE_SECONDS = 3_600;

/** What the bank needs to be recognised by, and to recognise its clients by. */
export interface BankIdentities {
  authority: Identity;
  server: Identity;
  client: Identity;
}

export interface FakeBankOptions {
  /** 0, the default: any free port. */
  port?: number;
  /** Made anew when absent. */
  identities?: BankIdentities;
  accounts?: readonly Account[];
  habits?: Partial<Habits>;
  tokenLifeSeconds?: number;
}

export interface FakeBank {
  baseUrl: string;
  tokenUrl: string;
  port: number;
  identities: BankIdentities;
  /** The first of them is the one that `identities.client` belongs to. */
  accounts: readonly Account[];
  control: Control;
  habits: Habits;
  fault(request: FaultRequest): void;
  faults(): Fault[];
  clearFaults(): void;
  /** What the bank received since it began, or since the list was cleared. */
  received(): JournalEntry[];
  forgetReceived(): void;
  callbacks(): CallbackReport[];
  holdCallbacks(): void;
  releaseCallbacks(): Promise<void>;
  endTokens(): void;
  /** While true, every client certificate is one of a stranger: the handshake fails, and open connections end. */
  refuseCertificates(isRefused: boolean): void;
  issueClientCertificate(commonName: string, validity?: { notBefore?: Date; notAfter?: Date }): Promise<Identity>;
  /** Moves the bank's clock: charges expire, tokens end, the time for returns passes. */
  advance(ms: number): void;
  close(): Promise<void>;
}

/** A bank that speaks Bacen's API Pix, for tests and by hand. Its state is in memory. */
export async function startFakeBank(options: FakeBankOptions = {}): Promise<FakeBank> {
  const accounts = options.accounts ?? [newAccount()];
  const [first] = accounts;
  if (!first) throw new RangeError('a bank without accounts has no clients');
  const identities = options.identities ?? (await createIdentities(first.clientId));
  const { authority } = identities;
  const bank = createBank({
    accounts,
    habits: options.habits ?? {},
    tokenLifeSeconds: options.tokenLifeSeconds ?? TOKEN_LIFE_SECONDS,
    callbackAuthority: authority,
  });
  const api = createApi(bank, identities.server, authority.certificatePem);
  await api.listen({ host: HOST, port: options.port ?? 0 });
  const server = api.server as unknown as Server;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the bank listens on no TCP port');
  const origin = `https://${HOST}:${address.port}`;

  return {
    baseUrl: `${origin}${BASE_PATH}`,
    tokenUrl: `${origin}/oauth/token`,
    port: address.port,
    identities,
    accounts,
    control: new Control(bank),
    habits: bank.habits,
    fault: (request) => bank.faults.add(request),
    faults: () => bank.faults.waiting(),
    clearFaults: () => bank.faults.clear(),
    received: () => bank.journal.entries(),
    forgetReceived: () => bank.journal.clear(),
    callbacks: () => bank.callbacks.reports(),
    holdCallbacks: () => bank.callbacks.hold(),
    releaseCallbacks: () => bank.callbacks.release(),
    endTokens: () => bank.tokens.endAll(),
    refuseCertificates(isRefused) {
      const { certificatePem: cert, privateKeyPem: key } = identities.server;
      // The server's own certificate issued none: trusting only it is trusting nobody.
      server.setSecureContext({ cert, key, ca: isRefused ? cert : authority.certificatePem });
      server.closeAllConnections();
    },
    issueClientCertificate: (commonName, validity = {}) =>
      issueCertificate(authority, { commonName, purpose: 'client', ...validity }, new Date()),
    advance: (ms) => bank.clock.advance(ms),
    async close() {
      bank.returns.close();
      bank.sending.close();
      await Promise.all([api.close(), bank.callbacks.close()]);
    },
  };
}

export function newAccount(changes: Partial<Account> = {}): Account {
  return {
    clientId: 'vintem-test',
    clientSecret: newSecret(),
    scopes: ALL_SCOPES,
    pixKeys: ['pix@fake-bank.example'],
    cnpj: '11222333000181',
    name: 'Loja de Teste',
    city: 'Sao Paulo',
    ...changes,
  };
}

export async function createIdentities(clientId: string): Promise<BankIdentities> {
  const now = new Date();
  const authority = await createAuthority(now);
  const hosts = { names: ['localhost'], addresses: [HOST, '::1'] };
  const [server, client] = await Promise.all([
    issueCertificate(authority, { commonName: 'localhost', purpose: 'server', hosts }, now),
    issueCertificate(authority, { commonName: clientId, purpose: 'client' }, now),
  ]);
  return { authority, server, client };
}
