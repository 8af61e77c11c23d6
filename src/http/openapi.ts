import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';

export const API_VERSION = '1.0.0';

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
