import { Ajv, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';

// The schemas are ours: checking them against the schema of schemas would only take time.
const ajv = new Ajv({
  strict: false,
  meta: false,
  validateSchema: false,
  // A thirteenth month has the shape of an instant, and is none.
  formats: { instant: (text: string) => !Number.isNaN(Date.parse(text)) },
});

/** Says whether what an acquirer sent has a shape. It is compiled for the first answer: nothing waits at the start. */
export function checkOf<Schema extends TSchema>(schema: Schema): (value: unknown) => value is Static<Schema> {
  let check: ValidateFunction<Static<Schema>> | undefined;
  return (value): value is Static<Schema> => {
    check ??= ajv.compile<Static<Schema>>(schema);
    return check(value);
  };
}
