import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { limitByAddress } from '../../ground/limits/request-rates.ts';
import { operationKey } from '../../pages/reference/complete-document.ts';
import { ErrorBody } from '../../pages/reference/error-answers.ts';
import { NOTES } from '../../pages/reference/notes.ts';
import { API_VERSION } from '../http/openapi.ts';

export const CONSOLE_API = '/operator/api';

const TAGS = [
  { name: 'session', description: 'Logging in, and one’s own account' },
  { name: 'users', description: 'One’s own second factor' },
  { name: 'home', description: 'What needs somebody now' },
  { name: 'operators', description: 'Who runs the installation' },
  { name: 'merchants', description: 'Merchants, their establishments and terms' },
  { name: 'people', description: 'People of merchants' },
  { name: 'payments', description: 'Payments as their merchants see them' },
  { name: 'acquirers', description: 'Banks' },
  { name: 'files', description: 'Files of banks that take boletos by them, both ways' },
  { name: 'money', description: 'Divergences, unknown money, comparisons, ends of refunds and payouts' },
  { name: 'books', description: 'Audits and seals, what each day moved, what the platform earned' },
  { name: 'service', description: 'This description' },
];

/** The console's own description, apart from the merchants'. */
export function consoleDocument(): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vintém, operator’s console',
        version: API_VERSION,
        description:
          'What whoever runs an installation uses. Amounts are integer cents; times are ISO 8601 in UTC. People come ' +
          'by the cookie of a session, with the header x-vintem-dashboard; programs with a token (vintem operator ' +
          'token).',
        contact: { name: 'Vintém' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'this service' }],
      tags: TAGS,
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'vintem_operator' },
          token: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ session: [] }, { token: [] }],
    },
    transform: noteAct as unknown as NonNullable<FastifyDynamicSwaggerOptions['transform']>,
    transformObject: (described) => ('openapiObject' in described ? withErrors(described.openapiObject) : {}),
  };
}

interface Answers {
  responses?: Record<string, unknown>;
}
const RANGES = ['4XX', '5XX'];

/** Every operation may answer with the one error body; which codes there are, its schema says. */
function withErrors<Document extends object>(document: Document): Document {
  const { paths = {}, components = {} } = document as {
    paths?: Record<string, Record<string, Answers>>;
    components?: object;
  };
  for (const operation of Object.values(paths).flatMap(Object.values) as Answers[]) {
    const known = Object.entries(operation.responses ?? {}).filter(([status]) => !RANGES.includes(status));
    operation.responses = { ...Object.fromEntries(known), default: { $ref: '#/components/responses/Error' } };
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return {
    ...document,
    components: {
      ...components,
      schemas: { Error: ErrorBody },
      responses: { Error: { description: 'Refused, or failed', content } },
    },
  };
}

/** What a caller needs stands beside each operation. Those that merchants' people have, too, are called the same. */
function noteAct({ schema, url, route }: { schema: object; url: string; route: RouteOptions }) {
  const { act, permission } = route.config ?? {};
  const shared = NOTES[operationKey(String(route.method), url.slice(CONSOLE_API.length))];
  const needed = act ?? permission;
  return {
    url,
    schema: schema && {
      ...(shared && { operationId: shared.operationId }),
      ...schema,
      ...(needed && { 'x-act': needed }),
    },
  };
}

const Described = Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'OpenAPI 3.1' });
const DESCRIPTIONS_PER_SECOND = 100;

export function consoleDocumentRoute(app: FastifyInstance, deps: Deps): void {
  let prepared: Buffer | null = null;
  app.get(
    '/openapi.json',
    {
      config: { isPublic: true },
      onRequest: limitByAddress(app, deps, DESCRIPTIONS_PER_SECOND, 'descriptions'),
      schema: {
        tags: ['service'],
        operationId: 'getDescription',
        summary: 'Read the description of this interface',
        security: [],
        response: { 200: Described },
      },
    },
    async (_request, reply) => {
      prepared ??= Buffer.from(JSON.stringify(app.swagger()));
      return reply.type('application/json; charset=utf-8').send(prepared);
    },
  );
}
