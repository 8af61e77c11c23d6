import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { Ajv, ValidateFunction } from 'ajv';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';

/** Says whether a value is valid, and keeps what is wrong with it. */
type FastifyValidationResult = ReturnType<FastifySchemaCompiler<unknown>>;

type Serialize = (answer: unknown) => string;

const compile = SerializerSelector()({}, {});
/** Answers of many routes share a schema, above all their errors. */
const serializers = new WeakMap<object, Serialize>();

/**
 * A process knows some four hundred schemas, and most of them are never needed: each is compiled for the first who
 * does, a few milliseconds for one request, instead of half a second before anybody is served.
 */
export function compileWhenNeeded(app: FastifyInstance): void {
  app.setSerializerCompiler(({ method, url, httpStatus = '', schema }) => {
    const compiled = (): Serialize => {
      const serialize = compile({ method, url, httpStatus, schema });
      serializers.set(schema as object, serialize);
      return serialize;
    };
    return (answer) => (serializers.get(schema as object) ?? compiled())(answer);
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
