import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type {
  Acquirer,
  CallHeaders,
  ChargeAtAcquirer,
  ChargeRequest,
  ChargeResult,
  QueryResult,
  ReceivedPage,
  RefundAtAcquirer,
  RefundRequest,
  RefundResult,
} from '../acquirer.ts';
import { describeCertificate } from '../certificates/describe-certificate.ts';
import type { BankAccess } from './access.ts';
import {
  cobToWire,
  devolucaoToWire,
  readCallback,
  readCob,
  readDevolucao,
  readListing,
  TXID,
} from './bacen-pix.wire.ts';
import { type Answer, type BankCalls, type Call, createBankCalls } from './bank-calls.ts';
import { type Deadline, deadlineIn, openBankHttp } from './bank-http.ts';
import { type BankToken, keepToken } from './bank-token.ts';
import { type Profile, profileOf } from './profiles.ts';

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
  callHeaders?: CallHeaders;
}

/** PIX by any bank that speaks Bacen's API Pix. */
export interface BacenPixClient extends Acquirer {
  readonly calls: BankCalls;
  readonly token: BankToken;
  close(): Promise<void>;
}

interface Bank {
  name: string;
  access: BankAccess;
  profile: Profile;
  calls: BankCalls;
}

export function createBacenPixClient({
  name,
  access,
  callbackSecret,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  callHeaders,
}: BacenPixOptions): BacenPixClient {
  const profile = profileOf(access.profile);
  const http = openBankHttp(access, callHeaders);
  const token = keepToken(access, profile, http, timeoutMs);
  const calls = createBankCalls({ access, profile, http, token, uuid: randomUUID });
  const bank: Bank = { name, access, profile, calls };
  const inTime = <Result>(ask: (deadline: Deadline) => Promise<Result>) => ask(deadlineIn(timeoutMs));

  return {
    name,
    timeoutMs,
    charges: { pix: (request) => inTime((deadline) => chargePix(bank, request, deadline)) },
    query: (charge) => inTime((deadline) => queryCob(bank, charge, deadline)),
    cancel: (charge) => inTime((deadline) => cancelCob(bank, charge, deadline)),
    refunds: {
      send: (request) => inTime((deadline) => sendDevolucao(bank, request, deadline)),
      query: (refund) => inTime((deadline) => queryDevolucao(bank, refund, deadline)),
    },
    received: (asked) => inTime((deadline) => listReceived(bank, asked, deadline)),
    callback: { isSecret: (text) => timingSafeEqual(hashOf(text), hashOf(callbackSecret)), read: readCallback },
    ...(access.certificatePem && { certificateEndsAt: describeCertificate(access.certificatePem).notAfter }),
    ping: () => inTime(async (deadline) => (await token.get(deadline)).ok),
    calls,
    token,
    close: () => http.close(),
  };
}

/** Equally long, whatever came, as the comparison needs it. */
function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function cobCall(method: 'GET' | 'PUT' | 'PATCH', txid: string, body?: object): Call {
  const resource = method === 'PATCH' ? 'patchCob' : 'cob';
  return { method, resource, path: `/cob/${encodeURIComponent(txid)}`, ...(body && { body }) };
}

/**
 * Under our own txid. What may have been sent before is asked about first: a bank may take the same txid for a
 * revision. A refusal, too, is asked about: it may only mean that the txid is used, by this very charge.
 */
async function chargePix(bank: Bank, request: ChargeRequest, deadline: Deadline): Promise<ChargeResult> {
  const { reference } = request;
  if (!TXID.test(reference)) return { outcome: 'refused', charge: null, reason: 'the reference is no txid' };
  if (request.isRepeat) {
    const known = await queryCob(bank, atBank(reference), deadline);
    if (known.outcome !== 'not_found') return asChargeResult(known, request);
  }
  const answer = await bank.calls.send(cobCall('PUT', reference, cobToWire(request, bank.access.pixKey)), deadline);
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  if (isSuccess(answer)) return asChargeResult(readCobAnswer(bank, answer.body, reference), request);
  if (!isRefusal(answer)) return unclear(answer);
  const known = await queryCob(bank, atBank(reference), deadline);
  if (known.outcome !== 'not_found') return asChargeResult(known, request);
  return { outcome: 'refused', charge: null, reason: answer.problem?.reason ?? `answered ${answer.statusCode}` };
}

function asChargeResult(result: QueryResult, request: ChargeRequest): ChargeResult {
  if (result.outcome === 'not_found') return { outcome: 'unknown', reason: 'the bank does not know the charge' };
  if (result.outcome === 'unknown') return result;
  const { charge } = result;
  if (charge.paidAt === null && charge.amountCents !== request.amountCents)
    return { outcome: 'unknown', reason: 'the answer has another amount' };
  if (charge.status === 'WAITING_PAYMENT' && charge.instrument.pixQrCode === null)
    return { outcome: 'unknown', reason: 'the answer contains no code to pay' };
  return { outcome: 'accepted', charge };
}

async function queryCob(bank: Bank, { reference }: ChargeAtAcquirer, deadline: Deadline): Promise<QueryResult> {
  if (!TXID.test(reference)) return { outcome: 'not_found' };
  const answer = await bank.calls.send(cobCall('GET', reference), deadline);
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  if (isNotFound(answer)) return { outcome: 'not_found' };
  return isSuccess(answer) ? readCobAnswer(bank, answer.body, reference) : unclear(answer);
}

/** What is not to be removed any more is asked about: the answer is the state that resulted. */
async function cancelCob(bank: Bank, charge: ChargeAtAcquirer, deadline: Deadline): Promise<QueryResult> {
  const { reference } = charge;
  if (!TXID.test(reference)) return { outcome: 'not_found' };
  const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
  const answer = await bank.calls.send(cobCall('PATCH', reference, body), deadline);
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  if (isNotFound(answer)) return { outcome: 'not_found' };
  if (isSuccess(answer)) return readCobAnswer(bank, answer.body, reference);
  return isRefusal(answer) ? queryCob(bank, charge, deadline) : unclear(answer);
}

function readCobAnswer({ name, access, profile }: Bank, body: unknown, txid: string): QueryResult {
  const pixKeys = [access.pixKey, ...(access.formerPixKeys ?? [])];
  const charge = readCob(body, { txid, pixKeys, profile, provider: name });
  return charge
    ? { outcome: 'found', charge }
    : { outcome: 'unknown', reason: 'the answer is not the charge asked for' };
}

function devolucaoCall(method: 'GET' | 'PUT', endToEndId: string, id: string, body?: object): Call {
  const path = `/pix/${encodeURIComponent(endToEndId)}/devolucao/${encodeURIComponent(id)}`;
  return { method, resource: 'pix', path, ...(body && { body }) };
}

/** Under our own id. A refusal is asked about: banks answer a repeated id in two ways, and one of them is an error. */
async function sendDevolucao(bank: Bank, request: RefundRequest, deadline: Deadline): Promise<RefundResult> {
  const { reference: id, amountCents, description } = request;
  const endToEndId = await findEndToEndId(bank, request.charge, deadline);
  if (endToEndId.outcome !== 'found') return endToEndId;
  if (endToEndId.id === null) return refused(id, amountCents, 'nobody has paid the charge');
  const call = devolucaoCall('PUT', endToEndId.id, id, devolucaoToWire(amountCents, description));
  const answer = await bank.calls.send(call, deadline);
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  if (isSuccess(answer)) return readDevolucaoAnswer(answer.body, id);
  if (!isRefusal(answer)) return unclear(answer);
  const known = await askAboutDevolucao(bank, endToEndId.id, id, deadline);
  if (known.outcome !== 'not_found') return known;
  return refused(id, amountCents, answer.problem?.reason ?? `answered ${answer.statusCode}`);
}

async function queryDevolucao(bank: Bank, refund: RefundAtAcquirer, deadline: Deadline): Promise<RefundResult> {
  const endToEndId = await findEndToEndId(bank, refund.charge, deadline);
  if (endToEndId.outcome !== 'found') return endToEndId;
  if (endToEndId.id === null) return { outcome: 'not_found' };
  return askAboutDevolucao(bank, endToEndId.id, refund.reference, deadline);
}

async function askAboutDevolucao(bank: Bank, e2eid: string, id: string, deadline: Deadline): Promise<RefundResult> {
  const answer = await bank.calls.send(devolucaoCall('GET', e2eid, id), deadline);
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  if (isNotFound(answer)) return { outcome: 'not_found' };
  return isSuccess(answer) ? readDevolucaoAnswer(answer.body, id) : unclear(answer);
}

function readDevolucaoAnswer(body: unknown, id: string): RefundResult {
  const refund = readDevolucao(body, id);
  return refund
    ? { outcome: 'found', refund }
    : { outcome: 'unknown', reason: 'the answer is not the return asked for' };
}

type EndToEndId = { outcome: 'found'; id: string | null } | Exclude<QueryResult, { outcome: 'found' }>;

/** A return needs the id of the payment, which is known once anybody has asked about the paid charge. */
async function findEndToEndId(bank: Bank, charge: ChargeAtAcquirer, deadline: Deadline): Promise<EndToEndId> {
  if (charge.endToEndId !== null) return { outcome: 'found', id: charge.endToEndId };
  const known = await queryCob(bank, charge, deadline);
  return known.outcome === 'found' ? { outcome: 'found', id: known.charge.endToEndId } : known;
}

function refused(id: string, amountCents: number, reason: string): RefundResult {
  const refund = { refundId: id, reference: id, amountCents, refundedAt: null, reason };
  return { outcome: 'found', refund: { ...refund, status: 'REFUSED' } };
}

async function listReceived(
  bank: Bank,
  { from, to, page, isReturnedOnly }: Parameters<NonNullable<Acquirer['received']>>[0],
  deadline: Deadline,
): Promise<ReceivedPage> {
  const query = {
    inicio: instantToWire(from, bank.profile),
    fim: instantToWire(to, bank.profile),
    txIdPresente: 'true',
    ...(isReturnedOnly ? { devolucaoPresente: 'true' } : {}),
    'paginacao.paginaAtual': String(page),
    'paginacao.itensPorPagina': String(PAYMENTS_PER_PAGE),
  };
  const answer = await bank.calls.send({ method: 'GET', resource: 'pix', path: '/pix', query }, deadline);
  if (!answer.isClear) return { outcome: 'unknown', reason: answer.reason };
  if (!isSuccess(answer)) return unclear(answer);
  const listing = readListing(answer.body);
  if (!listing) return { outcome: 'unknown', reason: 'the answer is no list of payments' };
  const isLast = listing.pages === null ? listing.count < PAYMENTS_PER_PAGE : page + 1 >= listing.pages;
  return { outcome: 'found', payments: listing.payments, isLast };
}

function instantToWire(at: Date, { instants }: Profile): string {
  return instants === 'milliseconds' ? at.toISOString() : at.toISOString().replace(/\.\d{3}Z$/, 'Z');
}

function atBank(reference: string): ChargeAtAcquirer {
  return { reference, transactionId: null, endToEndId: null };
}

type ClearAnswer = Extract<Answer, { isClear: true }>;

function isSuccess({ statusCode }: ClearAnswer): boolean {
  return statusCode === 200 || statusCode === 201;
}

/** Without the bank's own wording, a 404 may come from a proxy in between. */
function isNotFound({ statusCode, problem }: ClearAnswer): boolean {
  return statusCode === 404 && problem !== null;
}

/** The bank has understood the request and will not do it. A missing right (403) is for the operator to mend. */
function isRefusal({ statusCode, problem }: ClearAnswer): boolean {
  return problem !== null && (statusCode === 400 || statusCode === 409 || statusCode === 422);
}

function unclear({ statusCode, problem }: ClearAnswer): { outcome: 'unknown'; reason: string } {
  return { outcome: 'unknown', reason: `answered ${statusCode}${problem ? ` (${problem.reason})` : ''}` };
}
