import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../deps.ts';
import { ERRORS } from '../errors.ts';
import { limitByAddress } from '../limits/request-rates.ts';

export const API_VERSION = '1.0.0';

/** The one error body; `code` is one of the catalogue. */
const ErrorBody = Type.Object(
  {
    success: Type.Boolean({ description: 'false' }),
    statusCode: Type.Integer(),
    code: Type.Enum(Object.keys(ERRORS)),
    message: Type.String({ description: 'Portuguese, fit to show to staff' }),
    error: Type.String({ description: 'technical detail' }),
    field: Type.Optional(Type.String({ description: 'dotted path of the one field at fault' })),
    details: Type.Optional(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
  },
  { description: 'Error' },
);

/** Every documented route may answer with the error body. */
export function documentErrors(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.schema || route.schema.hide) return;
    const response = (route.schema.response ?? {}) as Record<string, unknown>;
    route.schema = { ...route.schema, response: { ...response, '4xx': ErrorBody, '5xx': ErrorBody } };
  });
}

export function openapiOptions(publicUrl: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vintém',
        version: API_VERSION,
        description: 'Payment gateway for Brazilian merchants. Amounts are integer cents; times are ISO 8601 in UTC.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ jwt: [] }],
    },
  };
}

const DESCRIPTIONS_PER_SECOND = 100;

/** Written once, for the first who asks: it does not change while the process lives. */
export function openapiRoute(app: FastifyInstance, deps: Deps): void {
  const limit = limitByAddress(app, deps, DESCRIPTIONS_PER_SECOND, 'descriptions');
  let prepared: Buffer | null = null;
  app.get(
    '/openapi.json',
    { config: { isPublic: true }, onRequest: limit, schema: { hide: true } },
    async (_request, reply) => {
      prepared ??= Buffer.from(JSON.stringify(app.swagger()));
      return reply.type('application/json; charset=utf-8').send(prepared);
    },
  );
}
