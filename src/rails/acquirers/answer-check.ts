import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';

// The schemas are ours: checking them against the schema of schemas would only take time.
const ajv = new Ajv({
  strict: false,
  meta: false,
  validateSchema: false,
  // A thirteenth month has the shape of an instant, and is none.
  formats: { instant: (text: string) => !Number.isNaN(Date.parse(text)) },
});

/**
 * What an acquirer sent, or the first field that does not fit. Fields are named by the words of our schemas alone, as
 * in `pix[].valor`: never by what was sent.
 */
export type Reading<Value> = { ok: true; value: Value } | { ok: false; field: string };

/** It is compiled for the first answer: nothing waits at the start. */
export function readerOf<Schema extends TSchema>(schema: Schema): (value: unknown) => Reading<Static<Schema>> {
  let check: ValidateFunction<Static<Schema>> | undefined;
  return (value) => {
    check ??= ajv.compile<Static<Schema>>(schema);
    return check(value) ? { ok: true, value } : { ok: false, field: fieldOf(check.errors?.[0]) };
  };
}

/** Says whether what an acquirer sent has a shape. */
export function checkOf<Schema extends TSchema>(schema: Schema): (value: unknown) => value is Static<Schema> {
  const read = readerOf(schema);
  return (value): value is Static<Schema> => read(value).ok;
}

export interface ReadItems<Item> {
  items: Item[];
  /** The fields that could not be read, one for each item that was left out. */
  oddItems: string[];
}

/** A list item by item: one that cannot be read is left out alone, and named. `path` is the list's own name. */
export function readItems<Item>(
  list: readonly unknown[] | undefined,
  path: string,
  read: (item: unknown) => Reading<Item>,
): ReadItems<Item> {
  const result: ReadItems<Item> = { items: [], oddItems: [] };
  for (const item of list ?? []) {
    const reading = read(item);
    if (reading.ok) result.items.push(reading.value);
    else result.oddItems.push(`${path}[]${reading.field === BODY ? '' : `.${reading.field}`}`);
  }
  return result;
}

/** The whole of what was sent. */
const BODY = 'body';

function fieldOf(error: ErrorObject | undefined): string {
  if (!error) return BODY;
  const missing = (error.params as { missingProperty?: string }).missingProperty;
  const parts = [...error.instancePath.split('/').filter(Boolean), ...(missing === undefined ? [] : [missing])];
  return (
    parts
      .map((part) => (/^\d+$/.test(part) ? '[]' : `.${part}`))
      .join('')
      .replace(/^\./, '') || BODY
  );
}
