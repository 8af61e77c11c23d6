import type { Acquirer, CallHeaders, ChargeResult } from '../acquirer.ts';
import type { BankCalls } from '../bank-connection/bank-calls.ts';
import type { BankToken } from '../bank-connection/bank-token.ts';
import { isSecretOf } from '../bank-connection/callback-secret.ts';
import { openConnection } from '../bank-connection/open-connection.ts';
import type { StartLimit } from '../time-limit.ts';
import type { SicoobAccess } from './access.ts';
import { changeDueDate, writeOff } from './change-boleto.ts';
import { queryBoleto } from './find-boleto.ts';
import { listReceived } from './list-received.ts';
import { PaidSlips } from './paid-slips.ts';
import { registerBoleto } from './register-boleto.ts';
import type { Sicoob } from './sicoob.ts';
import { readCallback } from './sicoob-cobranca.wire.ts';
import { orderProblem } from './sicoob-order.wire.ts';

/** A question may need a file that the bank makes first. */
const DEFAULT_TIMEOUT_MS = 15_000;
const LOOKS_MS = [500, 1_000, 2_000, 4_000];

export interface SicoobCobrancaOptions {
  name: string;
  access: SicoobAccess;
  /** What the address of its callbacks ends in. */
  callbackSecret: string;
  timeoutMs?: number;
  startLimit?: StartLimit;
  callHeaders?: CallHeaders;
  now?: () => Date;
  looksMs?: readonly number[];
}

/** Boletos at a cooperative of Sicoob, each with a PIX code where the account has a key. */
export interface SicoobCobrancaClient extends Acquirer {
  readonly calls: BankCalls;
  readonly token: BankToken;
  close(): Promise<void>;
}

export function createSicoobCobrancaClient({
  name,
  access,
  callbackSecret,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  startLimit,
  callHeaders,
  now = () => new Date(),
  looksMs = LOOKS_MS,
}: SicoobCobrancaOptions): SicoobCobrancaClient {
  const { baseUrl, clientId, scopes } = access;
  const { calls, inTime, ...connection } = openConnection({
    access,
    token: { authentication: 'id-only', encoding: 'form', scopes },
    errors: ['mensagens'],
    around: () => ({ baseUrl, query: {}, headers: { client_id: clientId } }),
    timeoutMs,
    startLimit,
    callHeaders,
  });
  const sicoob: Sicoob = { name, access, calls, now, looksMs, paidSlips: new PaidSlips() };
  const once = shareByReference();
  return {
    name,
    timeoutMs,
    charges: {
      invoice: (request) =>
        once(request.reference, () => inTime((deadline) => registerBoleto(sicoob, request, deadline))),
    },
    query: (charge) => inTime((deadline) => queryBoleto(sicoob, charge, deadline)),
    cancel: (charge) => inTime((deadline) => writeOff(sicoob, charge, deadline)),
    changeDueDate: (charge, dueDate) => inTime((deadline) => changeDueDate(sicoob, charge, dueDate, deadline)),
    bringsPix: true,
    termsProblem: orderProblem,
    received: (asked) => inTime((deadline) => listReceived(sicoob, asked, deadline)),
    callback: { isSecret: isSecretOf(callbackSecret), read: readCallback },
    ...connection,
    calls,
  };
}

/** The bank would take an order as often as it comes: whoever sends the one that is on its way waits for its answer. */
function shareByReference() {
  const underWay = new Map<string, Promise<ChargeResult>>();
  return (reference: string, send: () => Promise<ChargeResult>): Promise<ChargeResult> => {
    const sent = underWay.get(reference) ?? send().finally(() => underWay.delete(reference));
    underWay.set(reference, sent);
    return sent;
  };
}
