import type { Ajv, AnySchema, ValidateFunction } from 'ajv';

/** They say nothing about who asks, so that all banks of a process share them. */
const validators = new WeakMap<object, ValidateFunction>();

/** Compiles a schema for the first request that needs it: all of them would be most of a start. */
export function compileWhenNeeded(ajv: Pick<Ajv, 'compile'>): void {
  const compile = ajv.compile.bind(ajv) as (schema: AnySchema) => ValidateFunction;
  const compiledFor = (schema: object) => {
    const compiled = validators.get(schema) ?? compile(schema);
    validators.set(schema, compiled);
    return compiled;
  };
  const later = (schema: object) => {
    const validate = (value: unknown) => {
      const compiled = compiledFor(schema);
      const isValid = compiled(value);
      validate.errors = compiled.errors ?? null;
      return isValid;
    };
    validate.errors = null as ValidateFunction['errors'];
    return validate;
  };
  ajv.compile = later as unknown as Ajv['compile'];
}
