import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import type { JournalEntry } from '../../../src/rails/fake-bank/journal.ts';

/**
 * Bacen's OpenAPI document of the API Pix is not part of this repository. Where it is at hand, this variable says so,
 * and every request and answer is held against it.
 */
const VARIABLE = 'BACEN_PIX_DOCUMENT';

// biome-ignore lint/suspicious/noExplicitAny: a document of somebody else, of every shape.
type Json = any;

export type SentRequest = Pick<JournalEntry, 'method' | 'path' | 'query' | 'headers' | 'body'>;

export interface ExampleAnswer {
  status: number;
  type: string;
  body: Json;
}

export interface BacenDocument {
  /** What the document has against a request, or against its answer; empty when it agrees. */
  objectionsToRequest(request: SentRequest): string[];
  objectionsToAnswer(entry: JournalEntry): string[];
  /** All examples of what an operation may answer. */
  exampleAnswers(method: string, path: string): ExampleAnswer[];
  exampleOfCallback(): Json;
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
    objectionsToRequest({ method, path, query, headers, body }) {
      const found = operationOf(method, path);
      if (!found) return [`${method} ${path}: not in the document`];
      const content = resolve(found.operation.requestBody)?.content;
      const schema = content?.[headers['content-type'] ?? '']?.schema;
      return [
        ...objectionsToParameters(found.parameters, found.names, query),
        ...(!content && body !== null ? ['a body where the document has none'] : []),
        ...(content && !schema ? [`content type ${headers['content-type']}: not in the document`] : []),
        ...(schema ? [...check(schema, body, 'body '), ...unknownMembers(schema, body, 'body')] : []),
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
    exampleAnswers(method, path) {
      const responses = Object.entries<Json>(operationOf(method, path)?.operation.responses ?? {});
      return responses.flatMap(([status, response]) =>
        Object.entries<Json>(resolve(response).content ?? {}).flatMap(([type, { examples = {} }]) =>
          Object.values<Json>(examples).map((example) => ({
            status: Number(status),
            type,
            body: expand(resolve(example).value),
          })),
        ),
      );
    },
    exampleOfCallback() {
      const { schema } = document.components.requestBodies.WebhookPixBody.content['application/json'];
      return { pix: expand(schema.properties.pix.example) };
    },
    objectionsToSchema: (name, value) => check({ $ref: `#/components/schemas/${name}` }, value, name),
  };

  /** The document's schemas are open. What we send has no member that it does not name, at any depth. */
  function unknownMembers(schema: Json, value: Json, at: string): string[] {
    if (Array.isArray(value)) {
      const items = partsOf(schema).find((part) => part.items)?.items ?? {};
      return value.flatMap((item, index) => unknownMembers(items, item, `${at}/${index}`));
    }
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries<Json>(value).flatMap(([name, member]) => {
      const named = partsOf(schema).flatMap(({ properties = {} }) => properties[name] ?? []);
      if (named.length === 0) return [`${at}/${name}: unknown`];
      return unknownMembers({ allOf: named }, member, `${at}/${name}`);
    });
  }

  /** A schema and all that it is put together from. */
  function partsOf(schema: Json): Json[] {
    const part = resolve(schema);
    return [part, ...[part.allOf, part.oneOf, part.anyOf].flatMap((parts: Json[] = []) => parts.flatMap(partsOf))];
  }

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
  // They belong to the receiver, where the document names them once more.
  delete schemas.DadosRecebedor.required;
  unslash(document);
}

/** Some releases write a pattern as a literal of JavaScript, between slashes that no value has. */
function unslash(part: Json): void {
  if (part === null || typeof part !== 'object') return;
  if (typeof part.pattern === 'string') part.pattern = part.pattern.replace(/^\/(.*)\/$/, '$1');
  for (const inner of Object.values(part)) unslash(inner);
}

function typed(value: unknown, schema: Json): unknown {
  if (schema.type === 'integer' && /^-?\d+$/.test(String(value))) return Number(value);
  if (schema.type === 'boolean' && /^(true|false)$/.test(String(value))) return value === 'true';
  return value;
}
