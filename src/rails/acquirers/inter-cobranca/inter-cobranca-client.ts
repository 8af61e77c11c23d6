import type { Acquirer, CallHeaders } from '../acquirer.ts';
import type { BankCalls } from '../bank-connection/bank-calls.ts';
import type { BankToken } from '../bank-connection/bank-token.ts';
import { isSecretOf } from '../bank-connection/callback-secret.ts';
import { openConnection } from '../bank-connection/open-connection.ts';
import type { StartLimit } from '../time-limit.ts';
import type { InterAccess } from './access.ts';
import { cancelCobranca, changeDueDate, withRefusedChange } from './change-cobranca.ts';
import { queryCobranca } from './find-cobranca.ts';
import type { Inter } from './inter.ts';
import { readCallback } from './inter-cobranca.wire.ts';
import { orderProblem } from './inter-order.wire.ts';
import { listReceived } from './list-received.ts';
import { registerCobranca } from './register-cobranca.ts';

/** The looks at a new slip, and the calls before them. */
const DEFAULT_TIMEOUT_MS = 15_000;
/** Less than 8 s in all, and few: the bank counts a hundred and twenty questions a minute. */
const LOOKS_MS = [500, 1_000, 2_000, 4_000];
/** The bank counts by the minute, and does not say when the next one begins. */
const FIRST_PAUSE_MS = 5_000;

export const SCOPES = ['boleto-cobranca.read', 'boleto-cobranca.write'] as const;

export interface InterCobrancaOptions {
  name: string;
  access: InterAccess;
  /** What the address of its callbacks ends in. */
  callbackSecret: string;
  timeoutMs?: number;
  startLimit?: StartLimit;
  callHeaders?: CallHeaders;
  now?: () => Date;
  looksMs?: readonly number[];
  firstPauseMs?: number;
}

/** Boletos at Inter, each with a PIX code where the account has a key. */
export interface InterCobrancaClient extends Acquirer {
  readonly calls: BankCalls;
  readonly token: BankToken;
  close(): Promise<void>;
}

export function createInterCobrancaClient({
  name,
  access,
  callbackSecret,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  startLimit,
  callHeaders,
  now = () => new Date(),
  looksMs = LOOKS_MS,
  firstPauseMs = FIRST_PAUSE_MS,
}: InterCobrancaOptions): InterCobrancaClient {
  const { baseUrl, account } = access;
  const headers: Record<string, string> = account === null ? {} : { 'x-conta-corrente': account };
  const { calls, inTime, ...connection } = openConnection({
    access,
    token: { authentication: 'body', encoding: 'form', scopes: SCOPES.join(' ') },
    errors: ['titled'],
    around: () => ({ baseUrl, query: {}, headers }),
    timeoutMs,
    firstPauseMs,
    startLimit,
    callHeaders,
  });
  const inter: Inter = { name, account, calls, now, looksMs };
  return {
    name,
    timeoutMs,
    charges: { invoice: (request) => inTime((deadline) => registerCobranca(inter, request, deadline)) },
    query: (charge) =>
      inTime(async (deadline) =>
        withRefusedChange(inter, charge, await queryCobranca(inter, charge, deadline), deadline),
      ),
    cancel: (charge) => inTime((deadline) => cancelCobranca(inter, charge, deadline)),
    changeDueDate: (charge, dueDate) => inTime((deadline) => changeDueDate(inter, charge, dueDate, deadline)),
    bringsPix: true,
    termsProblem: orderProblem,
    received: (asked) => inTime((deadline) => listReceived(inter, asked, deadline)),
    callback: { isSecret: isSecretOf(callbackSecret), read: readCallback },
    ...connection,
    calls,
  };
}
