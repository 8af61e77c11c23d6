import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { limitByAddress } from '../../ground/limits/request-rates.ts';
import { completeDocument, noteRoute } from '../../pages/reference/complete-document.ts';
import { ErrorBody } from '../../pages/reference/error-answers.ts';
import { TAGS } from '../../pages/reference/tags.ts';

export const API_VERSION = '1.0.0';

/** Every documented route may answer with the error body. */
export function documentErrors(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.schema || route.schema.hide) return;
    const response = (route.schema.response ?? {}) as Record<string, unknown>;
    route.schema = { ...route.schema, response: { ...response, '4xx': ErrorBody, '5xx': ErrorBody } };
  });
}

export function openapiOptions(): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vintém',
        version: API_VERSION,
        description: 'Payment gateway for Brazilian merchants. Amounts are integer cents; times are ISO 8601 in UTC.',
        contact: { name: 'Vintém' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      // Whoever serves the document is who it describes, under whatever name it was reached.
      servers: [{ url: '/', description: 'this service' }],
      tags: TAGS,
      components: { securitySchemes: { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ jwt: [] }],
    },
    transform: noteRoute as unknown as NonNullable<FastifyDynamicSwaggerOptions['transform']>,
    transformObject: (described) => ('openapiObject' in described ? completeDocument(described.openapiObject) : {}),
  };
}

const Described = Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'OpenAPI 3.1' });
const DESCRIPTIONS_PER_SECOND = 100;

/** Written once, for the first who asks: it does not change while the process lives. */
export function openapiRoute(app: FastifyInstance, deps: Deps): void {
  const limit = limitByAddress(app, deps, DESCRIPTIONS_PER_SECOND, 'descriptions');
  let prepared: Buffer | null = null;
  app.get(
    '/openapi.json',
    {
      config: { isPublic: true },
      onRequest: limit,
      schema: {
        tags: ['service'],
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
