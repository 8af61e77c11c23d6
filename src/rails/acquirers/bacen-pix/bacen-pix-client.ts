import { randomUUID } from 'node:crypto';
import type { Acquirer, CallHeaders, ChargeAtAcquirer, ChargeRequest, ReceivedPage } from '../acquirer.ts';
import { isSuccess, misread, unclear } from '../bank-connection/bank-answers.ts';
import type { Deadline } from '../bank-connection/bank-http.ts';
import type { BankToken } from '../bank-connection/bank-token.ts';
import { isSecretOf } from '../bank-connection/callback-secret.ts';
import { type OpenConnection, openConnection } from '../bank-connection/open-connection.ts';
import type { PayoutCapability } from '../payout.ts';
import type { StartLimit } from '../time-limit.ts';
import type { BankAccess } from './access.ts';
import { readCallback, readListing } from './bacen-pix.wire.ts';
import { type Bank, type PixCall, type PixCalls, surroundings } from './bank.ts';
import { COB, COBV, cancelCob, changeCobv, putCob, queryCob } from './cobs.ts';
import { queryDevolucao, sendDevolucao } from './devolucoes.ts';
import { COBV_SCOPES, type Profile, profileOf, SCOPES, type SendingStyle } from './profiles.ts';
import { listSent, queryPayout, sendPayout } from './sending.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
/** Bacen's default, which every bank takes. */
const PAYMENTS_PER_PAGE = 100;

export interface BacenPixOptions {
  name: string;
  access: BankAccess;
  /** What the address of its callbacks ends in. */
  callbackSecret: string;
  /** For one question, however many calls it takes. */
  timeoutMs?: number;
  startLimit?: StartLimit;
  callHeaders?: CallHeaders;
}

/** PIX by any bank that speaks Bacen's API Pix. */
export interface BacenPixClient extends Acquirer {
  readonly calls: PixCalls;
  readonly token: BankToken;
  close(): Promise<void>;
}

export function createBacenPixClient({
  name,
  access,
  callbackSecret,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  startLimit,
  callHeaders,
}: BacenPixOptions): BacenPixClient {
  const profile = profileOf(access.profile);
  const { calls, inTime, ...connection } = openConnection<PixCall>({
    access,
    token: {
      ...profile.token,
      scopes: profile.token.sendsScopes ? SCOPES.join(' ') : null,
      ...(profile.hasCobv && { extraScopes: COBV_SCOPES.join(' ') }),
    },
    errors: profile.errors,
    around: (call) => surroundings(call, access, profile, randomUUID),
    timeoutMs,
    startLimit,
    callHeaders,
  });
  const bank: Bank = { name, access, profile, calls };

  return {
    name,
    timeoutMs,
    charges: { pix: (request) => inTime((deadline) => putCob(bank, COB, request, deadline)) },
    query: (charge) => inTime((deadline) => queryCob(bank, COB, charge, deadline)),
    cancel: (charge) => inTime((deadline) => cancelCob(bank, COB, charge, deadline)),
    ...(profile.hasCobv && {
      slipPix: {
        charge: (request: ChargeRequest) => inTime((deadline) => putCob(bank, COBV, request, deadline)),
        query: (charge: ChargeAtAcquirer) => inTime((deadline) => queryCob(bank, COBV, charge, deadline)),
        cancel: (charge: ChargeAtAcquirer) => inTime((deadline) => cancelCob(bank, COBV, charge, deadline)),
        change: (request: ChargeRequest) => inTime((deadline) => changeCobv(bank, request, deadline)),
      },
    }),
    refunds: {
      send: (request) => inTime((deadline) => sendDevolucao(bank, request, deadline)),
      query: (refund) => inTime((deadline) => queryDevolucao(bank, refund, deadline)),
    },
    ...(profile.sending && { payouts: sendingOf(bank, profile.sending, inTime) }),
    received: (asked) => inTime((deadline) => listReceived(bank, asked, deadline)),
    callback: { isSecret: isSecretOf(callbackSecret), read: readCallback },
    ...connection,
    calls,
  };
}

function sendingOf(bank: Bank, style: SendingStyle, inTime: OpenConnection<PixCall>['inTime']): PayoutCapability {
  return {
    isKeyedByReference: true,
    send: (request) => inTime((deadline) => sendPayout(bank, style, request, deadline)),
    query: (payout) => inTime((deadline) => queryPayout(bank, style, payout, deadline)),
    sent: (question) => inTime((deadline) => listSent(bank, style, question, deadline)),
  };
}

async function listReceived(
  bank: Bank,
  { from, to, page, isReturnedOnly }: Parameters<NonNullable<Acquirer['received']>>[0],
  deadline: Deadline,
): Promise<ReceivedPage> {
  const isInSeconds = bank.profile.instants === 'seconds';
  const query = {
    inicio: instantToWire(from, bank.profile),
    fim: instantToWire(isInSeconds ? endOfSecond(to) : to, bank.profile),
    txIdPresente: 'true',
    ...(isReturnedOnly ? { devolucaoPresente: 'true' } : {}),
    'paginacao.paginaAtual': String(page),
    'paginacao.itensPorPagina': String(PAYMENTS_PER_PAGE),
  };
  const answer = await bank.calls.send(
    { class: 'queries', method: 'GET', resource: 'pix', path: '/pix', query },
    deadline,
  );
  if (!answer.isClear) return unclear(answer);
  if (!isSuccess(answer)) return unclear(answer);
  const reading = readListing(answer.body);
  if (!reading.ok) return misread(answer, reading.field);
  const { payments, pages, count, oddItems } = reading.value;
  const isLast = pages === null ? count < PAYMENTS_PER_PAGE : page + 1 >= pages;
  // Where the question was longer by part of a second, what lies beyond is left out again.
  const within = isInSeconds ? payments.filter(({ paidAt }) => paidAt <= to) : payments;
  return { outcome: 'found', payments: within, isLast, oddItems };
}

/** A second that is cut off would end before its last payments. */
function endOfSecond(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / 1_000) * 1_000);
}

function instantToWire(at: Date, { instants }: Profile): string {
  return instants === 'milliseconds' ? at.toISOString() : at.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
