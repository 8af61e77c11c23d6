import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openListenState } from './listen-state.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vintem-listen-state-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (receiver: string) => openListenState(folder, 'http://vintem.test', 'demo', receiver);

it('keeps the secret and the cursor for the next run, readable by their owner alone', () => {
  const first = open('a');
  expect([first.cursor, first.secret]).toEqual([null, expect.stringMatching(/^whsec_/)]);
  first.keep('7-1');
  expect(open('a')).toMatchObject({ secret: first.secret, cursor: '7-1' });
  const [file = ''] = readdirSync(folder);
  expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600);
});

it('every receiver has its own', () => {
  open('a').keep('7-1');
  expect(open('b').cursor).toBeNull();
  expect(open('b').secret).not.toBe(open('a').secret);
});

it('begins anew where nothing can be read', () => {
  const { secret } = open('a');
  writeFileSync(path.join(folder, readdirSync(folder)[0] ?? ''), '{"secret":');
  expect(open('a').secret).not.toBe(secret);
});
