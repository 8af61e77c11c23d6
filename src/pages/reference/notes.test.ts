import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVENT_KINDS } from '../../news/events/event-kinds.rules.ts';
import { NOTES } from './notes.ts';
import { TAGS } from './tags.ts';

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: Record<string, { example?: unknown }>; $ref?: string }>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const HINT = 'add it to src/pages/reference/notes/<tag>.notes.ts, then npm run generate';

const { paths, webhooks } = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ key: `${method.toUpperCase()} ${path}`, operation }] : [];
  }),
);

const without = (lacks: (operation: Operation, key: string) => boolean) =>
  operations.filter(({ operation, key }) => lacks(operation, key)).map(({ key }) => key);

const hasExample = (content: Record<string, { example?: unknown }> | undefined) =>
  content?.['application/json'] === undefined || content['application/json'].example !== undefined;

it('describes something', () => {
  expect(operations.length).toBeGreaterThan(70);
});

it.each([
  ['an operationId in camelCase', ({ operationId }: Operation) => !/^[a-z][A-Za-z]+$/.test(operationId ?? '')],
  ['a summary', ({ summary }: Operation) => !summary],
  ['a description', ({ description }: Operation) => !description],
  [
    'a tag of src/pages/reference/tags.ts',
    ({ tags }: Operation) => !tags?.every((tag) => TAGS.some((t) => t.name === tag)),
  ],
  ['a success', ({ responses }: Operation) => !Object.keys(responses).some((status) => /^(2|303)/.test(status))],
  ['an example of its body', ({ requestBody }: Operation) => !hasExample(requestBody?.content)],
  [
    'an example of its answer',
    ({ responses }: Operation) =>
      !hasExample(Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content),
  ],
])('every operation has %s', (_what, lacks) => {
  expect(without(lacks), HINT).toEqual([]);
});

it('every operation but health says that a sandbox on loopback refuses names of others', () => {
  const isSilent = ({ responses }: Operation) =>
    !/HOST_NOT_ALLOWED|não é o do sandbox/.test(JSON.stringify(responses[403] ?? {}));
  expect(without(isSilent)).toEqual(['GET /healthz', 'GET /readyz']);
});

it('no two operations have one id', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it('no note is about an operation that is not there', () => {
  const known = operations.map(({ key }) => key);
  expect(Object.keys(NOTES).filter((key) => !known.includes(key))).toEqual([]);
});

it('shows every event that a webhook is sent', () => {
  const lacking = EVENT_KINDS.filter((kind) => {
    const operation = webhooks[kind]?.['post'];
    return !operation?.requestBody?.content['application/json']?.example;
  });
  expect(lacking).toEqual([]);
});
