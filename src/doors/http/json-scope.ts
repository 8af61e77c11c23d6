import { Ajv } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { type QuerySchema, queryReader, type RawQuery } from '../../ground/lists/list-query.rules.ts';
import { TEXT_FORMATS } from '../../ground/text/visible-text.rules.ts';
import { validatorWhenNeeded } from './lazy-schemas.ts';

const ajv = new Ajv({
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: false,
  // Gives an error text the schema's own words.
  verbose: true,
  strict: false,
  // The schemas are ours: checking them against the schema of schemas would only delay the start.
  meta: false,
  validateSchema: false,
  formats: TEXT_FORMATS,
});

/**
 * Bodies are checked by their schema, never coerced or completed. Query strings are text, and the schema that documents
 * one also reads it (`lists/list-query.rules.ts`). Ids in paths are read where they are looked up.
 */
export function validateBySchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    if (httpPart === 'body') return validatorWhenNeeded(ajv, schema as object);
    return httpPart === 'querystring' ? validatorOf(queryReader(schema as QuerySchema)) : () => true;
  });
}

/**
 * As the framework wants it: what was read takes the place of the text, and an error is given back instead of thrown.
 */
function validatorOf(read: (query: RawQuery) => unknown) {
  return (query: RawQuery) => {
    try {
      return { value: read(query) };
    } catch (error) {
      return { error: error as Error };
    }
  };
}

/** Answers are about money and people; what may be kept says so itself. */
export function neverCache(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
