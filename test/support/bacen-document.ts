import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import type { JournalEntry } from '../../src/fake-bank/journal.ts';

/**
 * Bacen's OpenAPI document of the API Pix is not part of this repository. Where it is at hand, this variable says so,
 * and every request and answer is held against it.
 */
const VARIABLE = 'BACEN_PIX_DOCUMENT';

// biome-ignore lint/suspicious/noExplicitAny: a document of somebody else, of every shape.
type Json = any;

export interface BacenDocument {
  /** What the document has against a request, or against its answer; empty when it agrees. */
  objectionsToRequest(entry: JournalEntry): string[];
  objectionsToAnswer(entry: JournalEntry): string[];
  /** The examples of the answers of an operation, by their status. */
  examples(method: string, path: string, status: number): unknown[];
  objectionsToSchema(name: string, value: unknown): string[];
}

/** Null, and a loud line, when the document is not at hand. */
export function findBacenDocument(): BacenDocument | null {
  const file = process.env[VARIABLE];
  if (file) return openDocument(parse(readFileSync(file, 'utf8')));
  process.stderr.write(`\n!!! ${VARIABLE} is not set: nothing is held against Bacen's document\n\n`);
  return null;
}

/** Statuses that the document does not list, and every bank uses. */
const UNLISTED = new Set([401, 409, 429, 500]);
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

function openDocument(document: Json): BacenDocument {
  mend(document);
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    formats: {
      'date-time': DATE_TIME,
      date: /^\d{4}-\d{2}-\d{2}$/,
      // Locations have no scheme, in the document's own examples too.
      uri: /^(https?:\/\/)?[\w.:-]+(\/\S*)?$/,
      int32: true,
      int64: true,
      byte: true,
    },
  });
  ajv.addSchema({ $id: 'bacen', components: document.components });
  const compiled = new Map<string, ValidateFunction>();

  function check(schema: Json, value: unknown, what: string): string[] {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"bacen#/components');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${what}${instancePath}: ${message}`);
  }

  function resolve(value: Json): Json {
    if (typeof value?.$ref !== 'string') return value;
    const steps = value.$ref.slice(2).split('/') as string[];
    return resolve(steps.reduce((at: Json, step) => at[step.replaceAll('~1', '/')], document));
  }

  function operationOf(method: string, path: string): { operation: Json; parameters: Json[]; names: string[] } | null {
    for (const [template, item] of Object.entries<Json>(document.paths)) {
      // A path of one unknown word is the address behind a code, on another host.
      if (template.startsWith('/{')) continue;
      const pattern = new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`);
      const match = pattern.exec(path);
      const operation = item[method.toLowerCase()];
      if (!match || !operation) continue;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
      return { operation, parameters, names: [...match].slice(1) };
    }
    return null;
  }

  function objectionsToParameters(parameters: Json[], names: string[], query: Record<string, unknown>): string[] {
    const paths = parameters.filter((parameter) => parameter.in === 'path');
    const queries = parameters.filter((parameter) => parameter.in === 'query');
    const unknown = Object.keys(query).filter((name) => !queries.some((parameter) => parameter.name === name));
    return [
      ...unknown.map((name) => `query ${name}: unknown`),
      ...paths.flatMap(({ schema, name }, index) => check(schema, decodeURIComponent(names[index] ?? ''), name)),
      ...queries.flatMap(({ schema, name, required }) => {
        if (query[name] === undefined) return required ? [`query ${name}: missing`] : [];
        return check(schema, typed(query[name], resolve(schema)), `query ${name}`);
      }),
    ];
  }

  return {
    objectionsToRequest({ method, path, query, body }) {
      const found = operationOf(method, path);
      if (!found) return [`${method} ${path}: not in the document`];
      const schema = resolve(found.operation.requestBody)?.content['application/json'].schema;
      return [
        ...objectionsToParameters(found.parameters, found.names, query),
        ...(schema ? check(schema, body, 'body ') : []),
      ];
    },
    objectionsToAnswer({ method, path, status, answer, answerType }) {
      if (status === null) return [];
      const listed = resolve(operationOf(method, path)?.operation.responses[String(status)]);
      if (!listed && !UNLISTED.has(status)) return [`status ${status}: not in the document`];
      const { content } = listed ?? document.components.responses.NaoEncontrado;
      if (!content) return answer === null ? [] : ['an answer where the document has none'];
      const [type = ''] = (answerType ?? '').split(';');
      const schema = content[type]?.schema;
      return schema ? check(schema, answer, `answer ${status} `) : [`content type ${type}: not in the document`];
    },
    examples(method, path, status) {
      const found = operationOf(method, path);
      const response = resolve(found?.operation.responses[String(status)]);
      return Object.values<Json>(response?.content ?? {}).flatMap(({ examples = {} }) =>
        Object.values<Json>(examples).map((example) => expand(resolve(example).value)),
      );
    },
    objectionsToSchema: (name, value) => check({ $ref: `#/components/schemas/${name}` }, value, name),
  };

  /** Examples are put together by the same words as schemas. */
  function expand(value: Json): Json {
    if (Array.isArray(value)) return value.map(expand);
    if (typeof value !== 'object' || value === null) return value;
    if (value.$ref) return expand(resolve(value));
    if (Array.isArray(value.allOf)) return Object.assign({}, ...value.allOf.map(expand));
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, expand(member)]));
  }
}

/** Where the document asks for what its own examples do not have, and no bank sends. */
function mend(document: Json): void {
  const { schemas } = document.components;
  schemas.PixConsultados.required = ['parametros', 'pix'];
  for (const part of schemas.CobsConsultadas.properties.cobs.items.allOf)
    if (part.required) part.required = part.required.filter((name: string) => name !== 'idCob');
}

function typed(value: unknown, schema: Json): unknown {
  if (schema.type === 'integer' && /^-?\d+$/.test(String(value))) return Number(value);
  if (schema.type === 'boolean' && /^(true|false)$/.test(String(value))) return value === 'true';
  return value;
}
