import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Account } from '../account.ts';
import type { BankParts } from '../bank.ts';
import type { Identity } from '../certificates.ts';
import { createClock } from '../clock.ts';
import { Journal, type JournalEntry } from '../journal.ts';
import { type FaultRequest, Faults } from '../oddities/faults.ts';
import type { BankIdentities } from '../start-fake-bank.ts';
import { Tokens } from '../tokens.ts';
import { type BoletoHabits, USUAL_BOLETO_HABITS } from './habits.ts';
import { type MessageReport, Messenger } from './messenger.ts';

const HOST = '127.0.0.1';
const TOKEN_LIFE_SECONDS = 3_600;

/** What the APIs for boletos have in common. */
export interface BoletoBank extends BankParts {
  habits: BoletoHabits;
  messenger: Messenger;
  /** Reads show the state of this moment. */
  readsAsOf(): Date;
}

export interface BoletoBankOptions {
  /** 0, the default: any free port. */
  port?: number;
  identities: BankIdentities;
  accounts: readonly Account[];
  habits?: Partial<BoletoHabits>;
}

/** Such a bank as whoever steers it sees it. */
export interface RunningBoletoBank {
  origin: string;
  identities: BankIdentities;
  accounts: readonly Account[];
  habits: BoletoHabits;
  fault(request: FaultRequest): void;
  clearFaults(): void;
  received(): JournalEntry[];
  forgetReceived(): void;
  callbacks(): MessageReport[];
  holdCallbacks(): void;
  releaseCallbacks(): Promise<void>;
  endTokens(): void;
  advance(ms: number): void;
  close(): Promise<void>;
}

export function createBoletoBank(
  accounts: readonly Account[],
  authority: Identity,
  habitsAsked: Partial<BoletoHabits> = {},
): BoletoBank {
  const clock = createClock();
  const habits = { ...USUAL_BOLETO_HABITS, ...habitsAsked };
  return {
    clock,
    habits,
    tokens: new Tokens(clock, TOKEN_LIFE_SECONDS),
    faults: new Faults(),
    journal: new Journal(),
    messenger: new Messenger(authority, habits),
    accounts,
    readsAsOf: () => new Date(clock.now().getTime() - habits.readLagMs),
  };
}

export async function listenAsBank(
  bank: BoletoBank,
  api: FastifyInstance,
  { port = 0, identities }: Pick<BoletoBankOptions, 'port' | 'identities'>,
): Promise<RunningBoletoBank> {
  await api.listen({ host: HOST, port });
  const address = api.server.address() as AddressInfo;
  return {
    origin: `https://${HOST}:${address.port}`,
    identities,
    accounts: bank.accounts,
    habits: bank.habits,
    fault: (request) => bank.faults.add(request),
    clearFaults: () => bank.faults.clear(),
    received: () => bank.journal.entries(),
    forgetReceived: () => bank.journal.clear(),
    callbacks: () => bank.messenger.reports(),
    holdCallbacks: () => bank.messenger.hold(),
    releaseCallbacks: () => bank.messenger.release(),
    endTokens: () => bank.tokens.endAll(),
    advance: (ms) => bank.clock.advance(ms),
    async close() {
      await Promise.all([api.close(), bank.messenger.close()]);
    },
  };
}
