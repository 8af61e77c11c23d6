import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '../src');
const RESOURCES = path.join(SOURCES, 'resources');
const operationsIn = (text: string) =>
  [...text.matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)'/g)].map(([, name]) => name);

/** A person does these in the dashboard, about their own account; a program calls them by method and path if ever. */
const OF_A_PERSON = /^\w+ \/(users\/me|merchant)(\/|$)/;
/** The client logs in by itself, and keeps watch by the feed. */
const BY_THE_CLIENT = ['POST /auth', 'GET /auth', 'GET /events/stream'];

it('every operation that is no page and no business of one person alone has a method', () => {
  const all = operationsIn(readFileSync(path.join(SOURCES, 'api.generated.ts'), 'utf8'));
  const named = readdirSync(RESOURCES).flatMap((file) =>
    operationsIn(readFileSync(path.join(RESOURCES, file), 'utf8')),
  );
  expect(all.length).toBeGreaterThan(80);
  const missing = all.filter((name) => !named.includes(name) && !OF_A_PERSON.test(`${name}`));
  expect(missing.filter((name) => !BY_THE_CLIENT.includes(`${name}`))).toEqual([]);
});
