import { once } from 'node:events';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BankParts } from '../bank.ts';
import { kindOfStatus, Problem } from '../problem.ts';
import type { Fault } from './faults.ts';

const KEPT_HEADER = /^(content-type|accept|user-agent|client_id|x-.+)$/;
const SECRET = /^(client_secret|access_token)$/;
const VERSION = /^\/v\d/;
const GARBAGE = '<html><body>Service status: ok?</body></html>';

/** An error as a bank words it that was told to fail. */
export interface FaultyAnswer {
  type: string;
  text: string;
}
type WordFault = (fault: Fault) => FaultyAnswer;

/** Notes every request, and spoils those for which a fault waits. */
export function misbehave(server: FastifyInstance, bank: BankParts, word: WordFault = problemOf): void {
  server.decorateRequest('entry');
  server.decorateRequest('fault');

  server.addHook('onRequest', async (request, reply) => {
    const { operation } = request.routeOptions.config;
    if (!operation) return;
    const fault = bank.faults.take(operation);
    request.fault = fault;
    request.entry = {
      at: bank.clock.now(),
      operation,
      method: request.method,
      path: pathOf(request).replace(VERSION, ''),
      query: request.query as Record<string, unknown>,
      headers: keptHeaders(request),
      body: null,
      status: null,
      answer: null,
      answerType: null,
      fault: fault && `${fault.kind} ${fault.moment}`,
    };
    bank.journal.add(request.entry);
    if (!fault) return;
    if (fault.kind === 'token_ended') bank.tokens.endAll();
    if (fault.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    if (fault.moment === 'before') await spoilBefore(request, reply, fault, word);
  });

  server.addHook('preHandler', async (request) => {
    if (request.entry) request.entry.body = withoutSecrets(request.body);
  });

  server.addHook('onSend', async (request, reply, payload) => {
    const { entry, fault } = request;
    if (!entry) return payload;
    entry.status = reply.statusCode;
    entry.answer = withoutSecrets(parsed(payload));
    entry.answerType = String(reply.getHeader('content-type') ?? '') || null;
    return fault?.moment === 'after' ? spoilAfter(request, reply, { fault, word }, payload) : payload;
  });
}

async function spoilBefore(request: FastifyRequest, reply: FastifyReply, fault: Fault, word: WordFault): Promise<void> {
  if (fault.kind === 'lost') {
    reply.hijack();
    request.raw.socket.destroy();
  } else if (fault.kind === 'silent') {
    reply.hijack();
    await once(request.raw.socket, 'close');
  } else if (fault.kind === 'garbage') {
    await reply.code(200).type('text/html').send(GARBAGE);
  } else if (fault.kind === 'status') {
    setRetryAfter(reply, fault);
    const { type, text } = word(fault);
    await reply.code(fault.status).type(type).send(text);
  }
}

async function spoilAfter(
  request: FastifyRequest,
  reply: FastifyReply,
  { fault, word }: { fault: Fault; word: WordFault },
  payload: unknown,
): Promise<unknown> {
  if (fault.kind === 'lost') request.raw.socket.destroy();
  if (fault.kind === 'silent') await once(request.raw.socket, 'close');
  if (fault.kind === 'garbage') {
    reply.code(200).type('text/html');
    return GARBAGE;
  }
  if (fault.kind !== 'status') return payload;
  setRetryAfter(reply, fault);
  const { type, text } = word(fault);
  reply.code(fault.status).type(type);
  return text;
}

function setRetryAfter(reply: FastifyReply, { retryAfterSeconds }: Fault): void {
  if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds));
}

function problemOf({ status }: Fault): FaultyAnswer {
  const body = { ...new Problem(kindOfStatus(status), 'Falha a pedido.').body, status };
  return { type: 'application/problem+json', text: JSON.stringify(body) };
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

function keptHeaders(request: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers)
      .filter(([name]) => KEPT_HEADER.test(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

function withoutSecrets(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body ?? null;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, SECRET.test(name) ? '…' : value]));
}

function parsed(payload: unknown): unknown {
  if (typeof payload !== 'string' || payload === '') return null;
  try {
    return JSON.parse(payload);
  } catch {
    return payload;
  }
}
