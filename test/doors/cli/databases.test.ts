import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../../src/ground/embedded-postgres/start-embedded-postgres.ts';
import { createTestDatabase } from '../../support/database.ts';
import { cliJson, runCli, runCliProcess } from './run-cli.ts';

/** Makes and migrates databases, and starts Node for each command whose end is looked at. */
const TIMEOUT_MS = 300_000;
let dataDir: string;
beforeEach(() => {
  dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'vintem-cli-')), 'data');
});
afterEach(() => rmSync(path.dirname(dataDir), { recursive: true, force: true }));

const pidFile = () => path.join(dataDir, 'postgres', 'postmaster.pid');
const create = (email: string) => ['merchant', 'create', '--name', 'Loja', '--email', email, '--password', 'segredo!'];

it('starts the embedded database for a command, and stops it, also when the command fails', {
  timeout: TIMEOUT_MS,
}, async () => {
  const env = { DATA_DIR: dataDir };
  expect(await cliJson(env, ...create('a@example.com'))).toMatchObject({ merchant_id: 1 });
  expect(existsSync(pidFile())).toBe(false);
  expect((await runCliProcess(env, ...create('a@example.com'))).err).toContain('email is taken');
  expect(existsSync(pidFile())).toBe(false);
});

it('a command that makes the embedded database makes it for its cell', { timeout: TIMEOUT_MS }, async () => {
  const env = { DATA_DIR: dataDir, CELL: '7' };
  expect(await cliJson(env, ...create('a@example.com'))).toMatchObject({ merchant_id: 7e12 + 1 });
  const elsewhere = await runCli({ ...env, CELL: '8' }, ...create('b@example.com'));
  expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('made for cell 7') });
});

it('uses the embedded database that is running, and leaves it running', { timeout: TIMEOUT_MS }, async () => {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } });
  try {
    const env = { DATA_DIR: dataDir };
    expect(await runCli(env, ...create('a@example.com'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('run vintem migrate'),
    });
    expect((await cliJson(env, 'migrate')).applied.length).toBeGreaterThan(0);
    expect(await cliJson(env, ...create('a@example.com'))).toMatchObject({ merchant_id: 1 });
    // It is the same server: DATABASE_URL reaches what DATA_DIR reached.
    expect((await runCli({ DATABASE_URL: server.url }, ...create('a@example.com'))).err).toContain('email is taken');
    expect(existsSync(pidFile())).toBe(true);
  } finally {
    await server.stop();
  }
});

it('migrates an empty database once, and only when told to', { timeout: TIMEOUT_MS }, async () => {
  const database = await createTestDatabase();
  try {
    await database.db.query('DROP SCHEMA public CASCADE');
    await database.db.query('CREATE SCHEMA public');
    const env = { DATABASE_URL: database.url };
    expect((await runCli(env, 'company', 'list')).err).toBe(
      'vintem: the database does not have the schema of this version: run vintem migrate\n',
    );
    expect((await runCli(env, 'migrate')).out).toMatch(/^database migrated: \d+ steps, 0001_ground\.sql to /);
    expect((await runCli(env, 'migrate')).out).toBe('the database is up to date\n');
    expect((await runCli(env, 'company', 'list')).out).toBe('there are no companies yet\n');
  } finally {
    await database.drop();
  }
});

it('says in one line that there is no database', { timeout: TIMEOUT_MS }, async () => {
  const away = await runCliProcess(
    { DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/nothing' },
    'company',
    'list',
  );
  expect(away).toEqual({ code: 1, out: '', err: 'vintem: the database cannot be reached (ECONNREFUSED)\n' });
  const live = await runCliProcess({ VINTEM_MODE: 'live' }, 'company', 'list');
  expect(live).toMatchObject({ code: 1, err: expect.stringMatching(/^vintem: DATABASE_URL is missing[^\n]*\n$/) });
});
