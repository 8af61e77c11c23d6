import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { Ajv, ValidateFunction } from 'ajv';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';

/** Says whether a value is valid, and keeps what is wrong with it. */
type FastifyValidationResult = ReturnType<FastifySchemaCompiler<unknown>>;

/**
 * A process knows some four hundred schemas, and most of them are never needed: each is compiled for the first who
 * does, a few milliseconds for one request, instead of half a second before anybody is served.
 */
export function compileWhenNeeded(app: FastifyInstance): void {
  const compile = SerializerSelector()({}, {});
  app.setSerializerCompiler(({ method, url, httpStatus = '', schema }) => {
    let serialize: ((answer: unknown) => string) | undefined;
    return (answer) => {
      serialize ??= compile({ method, url, httpStatus, schema });
      return serialize(answer);
    };
  });
}

export function validatorWhenNeeded(ajv: Ajv, schema: object): FastifyValidationResult {
  let compiled: ValidateFunction | undefined;
  const validate: FastifyValidationResult = (value) => {
    compiled ??= ajv.compile(schema);
    const isValid = compiled(value);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
}
