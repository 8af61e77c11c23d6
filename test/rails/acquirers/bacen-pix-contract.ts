import { describe, expect } from 'vitest';
import type { Acquirer } from '../../../src/rails/acquirers/acquirer.ts';
import type { BankAccess } from '../../../src/rails/acquirers/bacen-pix/access.ts';
import type { BacenPixClient } from '../../../src/rails/acquirers/bacen-pix/bacen-pix-client.ts';
import { PROFILES, type ProfileName, profileOf } from '../../../src/rails/acquirers/bacen-pix/profiles.ts';
import { describeAcquirerContract } from '../../../src/rails/acquirers/contract/acquirer.contract.ts';
import type { MisbehavingOperation } from '../../../src/rails/acquirers/contract/acquirer-harness.contract.ts';
import type { JournalEntry } from '../../../src/rails/fake-bank/journal.ts';
import type { FaultRequest, Operation } from '../../../src/rails/fake-bank/oddities/faults.ts';
import type { Habits } from '../../../src/rails/fake-bank/oddities/habits.ts';
import type { FakeBank } from '../../../src/rails/fake-bank/start-fake-bank.ts';
import { type BacenDocument, findBacenDocument } from '../../support/banks/bacen-document.ts';
import { accessTo, clientOf, newReference, PROMPT, startPromptBank } from './bacen-pix-bank.ts';
import { Impatience } from './impatience.ts';

const SLOW = 'slow before';
const NOBODY_LISTENS = 'https://127.0.0.1:9';

const MONEY_OUT = {
  refund: 'put_devolucao',
  query_refund: 'get_devolucao',
  payout: 'put_envio',
  query_payout: 'get_envio',
} as const;

/** What a gateway does, as the bank calls it: of charges to be paid at once, and of those with a due date. */
const OPERATIONS: Record<'cob' | 'cobv', Partial<Record<MisbehavingOperation, Operation>>> = {
  cob: { charge: 'put_cob', query: 'get_cob', cancel: 'patch_cob', ...MONEY_OUT },
  cobv: { charge: 'put_cobv', query: 'get_cobv', cancel: 'patch_cobv', ...MONEY_OUT },
};

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
  reject: { kind: 'status', status: 400 },
  lag: { kind: 'status', status: 404 },
};

const document = findBacenDocument();

/** What the standard allows and this one does not do is tried in `bacen-pix-client.test.ts`. */
const HABITS: Partial<Habits> = { repeatedTxid: 'refuse', repeatedReturnId: 'refuse' };

const SETTINGS = { appKey: 'app-key', account: '12345-6' };

/** The same bank in the clothes of another: what a profile says of it is true of it. */
async function startBankLike(name: ProfileName): Promise<FakeBank> {
  const { copyAndPaste, token } = profileOf(name);
  const bank = await startPromptBank({ ...HABITS, codeMember: copyAndPaste });
  if (token.authentication === 'id-only') for (const account of bank.accounts) account.clientSecret = null;
  return bank;
}

/** Where resources are numbered apart, the number is no part of the base. */
function accessLike(profile: ProfileName, bank: FakeBank): BankAccess {
  const baseUrl = profileOf(profile).versions.cob === '' ? bank.baseUrl : new URL(bank.baseUrl).origin;
  return accessTo(bank, { profile, ...SETTINGS, baseUrl });
}

/** A few at a time: each file of tests runs beside the others, and most of the time is spent waiting for answers. */
const FILE_OF: Record<ProfileName, 1 | 2 | 3> = {
  standard: 1,
  efi: 1,
  itau: 1,
  bb: 2,
  santander: 2,
  bradesco: 2,
  sicoob: 3,
  inter: 3,
  sicredi: 3,
};

export function describeBanks(file: 1 | 2 | 3): void {
  const profiles = (Object.keys(PROFILES) as ProfileName[]).filter((name) => FILE_OF[name] === file);
  describe.each(profiles)('as %s', (profile) => describeBank(profile, 'cob'));
}

/** PIX codes for the slips of others, as charges with a due date. */
export function describeDueCharges(profiles: readonly ProfileName[]): void {
  describe.each(profiles)('charges with a due date as %s', (profile) => describeBank(profile, 'cobv'));
}

/** The codes for slips, seen as an acquirer of their own: they must do what every acquirer does. */
function viewOf(client: BacenPixClient, kind: 'cob' | 'cobv'): Acquirer {
  const { slipPix } = client;
  if (kind === 'cob') return client;
  if (!slipPix) throw new Error('the profile has no charges with a due date');
  return { ...client, charges: { invoice: slipPix.charge }, query: slipPix.query, cancel: slipPix.cancel };
}

function describeBank(profile: ProfileName, chargeKind: 'cob' | 'cobv'): void {
  describeAcquirerContract(`bacen-pix ${chargeKind}`, async () => {
    const bank = await startBankLike(profile);
    const access = accessLike(profile, bank);
    const acquirer = clientOf(access);
    const impatience = new Impatience();
    const impatient = clientOf(access, { startLimit: impatience.startLimit });
    const unreachable = clientOf({ ...access, baseUrl: NOBODY_LISTENS, tokenUrl: NOBODY_LISTENS });
    return {
      acquirer: viewOf(acquirer, chargeKind),
      impatient: viewOf(impatient, chargeKind),
      unreachable: viewOf(unreachable, chargeKind),
      isSlipPix: chargeKind === 'cobv',
      newReference,
      refused: (request) => ({ ...request, amountCents: 0 }),
      pay: async (txid) => {
        await bank.control.pay(txid);
      },
      async misbehave(operation, kind, delayMs) {
        if (kind === 'processing') {
          Object.assign(bank.habits, { returnOutcome: 'HANGS', sendingOutcome: 'HANGS' });
          return;
        }
        const fault = FAULTS[kind];
        if (!fault) throw new Error(`the fake bank cannot ${kind}`);
        const at = OPERATIONS[chargeKind][operation];
        if (!at) throw new Error(`the fake bank of this profile has no ${operation}`);
        // A question whose connection breaks is asked twice more over a new one.
        const times = kind === 'connection_reset' && at.startsWith('get_') ? 3 : 1;
        const before = new Set(bank.received());
        impatience.giveUpWhen(() => bank.received().some((entry) => !before.has(entry) && keepsWaiting(entry)));
        bank.fault({ operation: at, times, ...fault, ...(delayMs === undefined ? {} : { delayMs }) });
      },
      async forgetFaults() {
        impatience.forget();
        bank.clearFaults();
        Object.assign(bank.habits, { returnOutcome: 'DEVOLVIDO', sendingOutcome: 'REALIZADO', ...PROMPT, ...HABITS });
      },
      async settleRefund(id, status) {
        const outcome = status === 'REFUNDED' ? 'DEVOLVIDO' : 'NAO_REALIZADO';
        for (const charge of bank.control.charges() as { pix?: Received[] }[]) {
          const payment = charge.pix?.find(({ devolucoes }) => devolucoes?.some((one) => one.id === id));
          if (payment) return bank.control.settleReturn(payment.endToEndId, id, outcome);
        }
        throw new Error(`the bank knows no return ${id}`);
      },
      payouts: {
        deadKey: { kind: 'pix_key', keyType: 'email', key: 'nobody@padaria.example' },
        pay: async (reference) => {
          await bank.control.endSent(reference, 'REALIZADO');
        },
        fail: async (reference) => {
          await bank.control.endSent(reference, 'NAO_REALIZADO');
        },
        giveBack: async (reference, amountCents) => {
          await bank.control.giveBackSent(reference, { amountCents });
        },
      },
      signNotification: () => {
        throw new Error('its callbacks are opened by their address, not by a signature');
      },
      async close() {
        impatience.forget();
        await Promise.all([acquirer.close(), impatient.close(), unreachable.close()]);
        await bank.close();
        if (document && profile === 'standard') holdAgainst(document, bank.received());
      },
    };
  });
}

/** Without an answer, or with one that is ready and never sent. */
function keepsWaiting({ fault, status }: JournalEntry): boolean {
  return fault === 'silent before' || fault === SLOW || (fault === 'silent after' && status !== null);
}

interface Received {
  endToEndId: string;
  devolucoes?: { id: string }[];
}

/** Everything that the adapter sent for the whole suite, and everything that it was answered. */
function holdAgainst(bacen: BacenDocument, entries: readonly JournalEntry[]): void {
  // What a fault or a missing token ends before its body is read cannot be judged.
  const isRead = ({ fault, status }: JournalEntry) => status !== 401 && (!fault?.endsWith(' before') || fault === SLOW);
  const calls = entries.filter(({ operation }) => operation !== 'token');
  const objections = [
    ...calls.filter(isRead).flatMap((entry) => bacen.objectionsToRequest(entry)),
    ...calls.filter(({ fault }) => !fault?.startsWith('garbage')).flatMap((entry) => bacen.objectionsToAnswer(entry)),
  ];
  expect([objections, calls.length > 0]).toEqual([[], true]);
}
