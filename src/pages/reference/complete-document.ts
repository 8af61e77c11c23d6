import type { RouteOptions } from 'fastify';
import type { ErrorCode } from '../../ground/errors.ts';
import { SENSITIVE_ACTS } from '../../parties/accounts/sessions/sensitive-acts.rules.ts';
import { errorAnswers, errorComponents } from './error-answers.ts';
import { errorsOfOperation } from './errors-of-operation.ts';
import { eventRequests } from './event-requests.ts';
import { NOTES } from './notes.ts';
import type { OperationNotes } from './operation-notes.ts';
import { RECORDED_ANSWERS } from './recorded-answers.generated.ts';

type Json = Record<string, unknown>;
interface Schema extends Json {
  security?: readonly unknown[];
  description?: string;
}
interface Media {
  schema?: Json;
  example?: unknown;
}
interface Answer extends Json {
  content?: Record<string, Media>;
}
interface Operation extends Json {
  parameters?: Json[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, Answer>;
}

const CODES = 'x-codes';
const KEY = 'x-notes';
const IS_PAGE = 'x-is-page';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** What serialises errors, and says too little in a document. */
const RANGES = ['4XX', '5XX'];

/** What the dashboard may have to ask for the password first. */
const isListed = (method: string, url: string) => `${method} ${url}` in SENSITIVE_ACTS;

/** As the document writes it. */
export function operationKey(method: string, url: string): string {
  return `${method} ${url.replace(/:(\w+)/g, '{$1}')}`;
}

/**
 * Puts beside the schema of a route what only the route knows; `completeDocument` takes it away again. Nothing of this
 * reaches the schemas by which requests are checked and answers are written.
 */
export function noteRoute({ schema, url, route }: { schema: Schema; url: string; route: RouteOptions }) {
  if (!schema || schema['hide']) return { schema, url };
  const key = operationKey(String(route.method), url);
  const notes: Partial<OperationNotes> = NOTES[key] ?? {};
  const config = route.config ?? {};
  const codes = errorsOfOperation(
    {
      method: String(route.method),
      isPublic: schema.security?.length === 0,
      isUnlimited: config.rateLimit === false,
      isIdempotent: notes.isIdempotent === true,
      isHealthCheck: config.isHealthCheck === true,
    },
    [...(notes.errors ?? []), ...(isListed(String(route.method), url) ? (['PASSWORD_NEEDED'] as const) : [])],
  );
  const description = schema.description ?? notes.description;
  return {
    url,
    schema: {
      ...schema,
      ...(notes.operationId && { operationId: notes.operationId }),
      ...(description && { description }),
      [KEY]: key,
      [CODES]: codes,
      [IS_PAGE]: config.isPage === true,
    },
  };
}

/** The document as the routes describe themselves, with every status, every code, the examples and what is sent. */
export function completeDocument<Document extends object>(document: Document): Document {
  const { paths = {}, components = {} } = document as { paths?: Record<string, Json>; components?: Json };
  for (const item of Object.values(paths))
    for (const method of METHODS) if (item[method]) item[method] = complete(item[method] as Operation);
  return { ...document, components: { ...components, ...errorComponents(paths) }, webhooks: eventRequests() };
}

function complete({ [KEY]: key, [CODES]: codes, [IS_PAGE]: isPage, ...operation }: Operation): Operation {
  const notes: Partial<OperationNotes> = NOTES[key as string] ?? {};
  const known = Object.entries(operation.responses).filter(([status]) => !RANGES.includes(status));
  const errors = errorAnswers(codes as ErrorCode[], isPage === true);
  const responses = { ...errors, ...describedAnswers(notes), ...Object.fromEntries(known) } as Record<string, Answer>;
  for (const [status, answer] of known)
    if (answer['description'] === 'Default Response') answer['description'] = MEANINGS[status] ?? 'Done';
  const shown = known.map(([, answer]) => answer.content?.['application/json']).find(Boolean);
  const answer = RECORDED_ANSWERS[key as string] ?? notes.answer;
  if (shown && answer !== undefined) shown.example = answer;
  if (notes.isIdempotent) keepUnderKey(operation, responses);
  return { ...operation, ...requestOf(operation, notes), responses };
}

const MEANINGS: Record<string, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted; it goes on',
  204: 'Done; there is nothing to say',
  303: 'Leads on to another page',
};

function describedAnswers({ media = {}, bare = {} }: Partial<OperationNotes>): Record<string, Answer> {
  const text = (type: string) => ({
    type: 'string',
    ...(/^(image|application\/pdf)/.test(type) && { format: 'binary' }),
  });
  return Object.fromEntries([
    ...Object.entries(media).map(([status, type]) => [
      status,
      { description: MEANINGS[status] ?? 'Done', content: { [type]: { schema: text(type) } } },
    ]),
    ...Object.entries(bare).map(([status, description]) => [status, { description }]),
  ]);
}

function keepUnderKey(operation: Operation, responses: Record<string, Answer>): void {
  operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/IdempotencyKey' }];
  const replayed = { 'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' } };
  if (responses['200']) responses['200']['headers'] = replayed;
}

/** What the banks send is read as it comes. */
const FORMS: Record<string, Json> = { 'application/json': { type: 'object', additionalProperties: true } };

function requestOf({ requestBody }: Operation, notes: Partial<OperationNotes>): Partial<Operation> {
  const { form, request, isBodyOptional } = notes;
  const content = form ? { [form]: { schema: FORMS[form] ?? { type: 'string' } } } : requestBody?.content;
  if (!content) return {};
  const described = Object.entries(content).map(([type, media]) => [
    type,
    { ...media, ...(request !== undefined && { example: request }) },
  ]);
  return { requestBody: { required: !isBodyOptional, content: Object.fromEntries(described) } };
}
