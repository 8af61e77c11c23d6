import { randomBytes } from 'node:crypto';
import type { Acquirer } from '../../../src/rails/acquirers/acquirer.ts';
import type { Connection } from '../../../src/rails/acquirers/bank-connection/connection.ts';
import type {
  AcquirerHarness,
  MisbehavingOperation,
} from '../../../src/rails/acquirers/contract/acquirer-harness.contract.ts';
import type { RunningBoletoBank } from '../../../src/rails/fake-bank/boletos/boleto-bank.ts';
import { USUAL_BOLETO_HABITS } from '../../../src/rails/fake-bank/boletos/habits.ts';
import type { JournalEntry } from '../../../src/rails/fake-bank/journal.ts';
import type { FaultRequest, Operation } from '../../../src/rails/fake-bank/oddities/faults.ts';
import { Impatience } from './impatience.ts';

/** A busy machine is no bank that hangs. */
export const PATIENT_MS = 20_000;
export const NOBODY_LISTENS = 'https://127.0.0.1:9';

export function newReference(): string {
  return randomBytes(16).toString('hex');
}

export function connectionTo(
  { identities, accounts: [account] }: RunningBoletoBank,
  { baseUrl, tokenUrl }: { baseUrl: string; tokenUrl: string },
): Connection {
  return {
    baseUrl,
    tokenUrl,
    clientId: account?.clientId ?? '',
    clientSecret: account?.clientSecret ?? null,
    certificatePem: identities.client.certificatePem,
    privateKeyPem: identities.client.privateKeyPem,
    caPem: identities.authority.certificatePem,
  };
}

/** Answers without an end or without measure are tried on a server of their own in `bacen-pix-client.test.ts`. */
const FAULTS: Record<string, Omit<FaultRequest, 'operation'>> = {
  timeout_before_accepting: { kind: 'silent' },
  timeout_after_accepting: { kind: 'silent', moment: 'after' },
  error_500: { kind: 'status', status: 500 },
  garbage: { kind: 'garbage' },
  huge_body: { kind: 'garbage', moment: 'after' },
  slow_drip: { kind: 'silent', moment: 'after' },
  connection_reset: { kind: 'lost' },
  refuse: { kind: 'status', status: 400 },
  delay: { kind: 'slow' },
};

export type ClosingAcquirer = Acquirer & { close(): Promise<void> };

export interface BoletoHarnessParts {
  bank: RunningBoletoBank;
  acquirer: ClosingAcquirer;
  unreachable: ClosingAcquirer;
  makeImpatient(impatience: Impatience): ClosingAcquirer;
  /** What the bank is asked for each of what a gateway does. */
  operations: Partial<Record<MisbehavingOperation, readonly Operation[]>>;
  pay(reference: string): Promise<void>;
  /** With all that the bank has received. */
  atTheEnd(received: readonly JournalEntry[]): void;
}

/** A bank for boletos as the contract suite needs it. */
export function boletoHarness(parts: BoletoHarnessParts): AcquirerHarness {
  const { bank, acquirer, unreachable, operations, pay } = parts;
  const impatience = new Impatience();
  const impatient = parts.makeImpatient(impatience);
  return {
    acquirer,
    impatient,
    unreachable,
    newReference,
    // No bank takes a boleto of a few cents.
    refused: (request) => ({ ...request, amountCents: 1 }),
    pay,
    async misbehave(operation, kind, delayMs) {
      const fault = FAULTS[kind];
      const at = operations[operation];
      if (!fault || !at) throw new Error(`the bank cannot ${operation} ${kind}`);
      // A question whose connection breaks is asked twice more over a new one.
      const times = kind === 'connection_reset' && operation === 'query' ? 3 : 1;
      const before = new Set(bank.received());
      impatience.giveUpWhen(() => bank.received().some((entry) => !before.has(entry) && keepsWaiting(entry)));
      bank.fault({ operation: at, times, ...fault, ...(delayMs === undefined ? {} : { delayMs }) });
    },
    async forgetFaults() {
      impatience.forget();
      bank.clearFaults();
      Object.assign(bank.habits, USUAL_BOLETO_HABITS);
    },
    settleRefund: () => Promise.reject(new Error('nothing of a boleto is given back')),
    signNotification: () => {
      throw new Error('its callbacks are opened by their address, not by a signature');
    },
    async close() {
      impatience.forget();
      await Promise.all([acquirer.close(), impatient.close(), unreachable.close()]);
      await bank.close();
      parts.atTheEnd(bank.received());
    },
  };
}

/** Without an answer, or with one that is ready and never sent. */
function keepsWaiting({ fault, status }: JournalEntry): boolean {
  return fault === 'silent before' || fault === 'slow before' || (fault === 'silent after' && status !== null);
}
