import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRunningEmbedded } from '../../../src/ground/embedded-postgres/running.ts';
import { startEmbeddedPostgres } from '../../../src/ground/embedded-postgres/start-embedded-postgres.ts';
import { query } from '../../ground/embedded-postgres/fixture.ts';
import { eventually } from '../../support/contract.ts';
import { pause } from '../../support/insistence.ts';
import { orderOf } from '../../support/orders.ts';
import { fillDataDirectory } from '../../support/processes/data-directory.ts';
import { callJson, logInAsDemo, startVintemProcess, type VintemProcess } from '../../support/processes/process.ts';
import { cliJson, runCli } from './run-cli.ts';

const CLIENTS = 2;
const ORDERS_BEFORE = 20;
/** A backup is proved by a restore: both copy, check and start a database. */
const TIMEOUT_MS = 300_000;

let home: string;
const at = (name: string) => path.join(home, name);
let vintem: VintemProcess;
/** Those that were acknowledged before the backup began; more followed while it was made. */
let before: string[];
let during = 0;
let made: { checks: number; files: number };

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'vintem-backup-'));
  fillDataDirectory(at('data'));
  const env = { DATA_DIR: at('data'), LOG_LEVEL: 'silent', RATE_LIMIT_PER_SECOND: '0' };
  vintem = await startVintemProcess({ env });
  const token = await logInAsDemo(vintem.url);
  const acknowledged: string[] = [];
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) {
      const answer = await callJson(`${vintem.url}/payments/order`, { token, body: orderOf(1_000) });
      if (answer.status === 200) acknowledged.push(answer.body.transaction.order_number);
      // A pause leaves some of a small machine to the backup.
      await pause(20);
    }
  });
  await eventually(() => expect(acknowledged.length).toBeGreaterThanOrEqual(ORDERS_BEFORE));
  before = [...acknowledged];
  made = await cliJson({ DATA_DIR: at('data') }, 'backup', '--to', at('backup'));
  during = acknowledged.length - before.length;
  isOver = true;
  await Promise.all(clients);
}, TIMEOUT_MS);
afterAll(async () => {
  await vintem?.stop();
  rmSync(home, { recursive: true, force: true });
});

const restore = (to: string) => runCli({ DATA_DIR: to }, 'restore', '--from', at('backup'));

describe('a backup that was made under load', { timeout: TIMEOUT_MS }, () => {
  it('was proved by a restore, noted, and only its owner may read it', async () => {
    expect(made.checks).toBeGreaterThan(10);
    expect(during).toBeGreaterThan(0);
    const running = (await findRunningEmbedded(at('data'))) as string;
    expect(await query(running, 'SELECT made_by, is_proved FROM backups')).toEqual([
      { made_by: 'vintem', is_proved: true },
    ]);
    expect(statSync(at('backup')).mode & 0o777).toBe(0o700);
    expect(existsSync(path.join(at('backup'), 'postgres/postmaster.pid'))).toBe(false);
  });

  it('overwrites nothing', async () => {
    const data = { DATA_DIR: at('data') };
    expect(await runCli(data, 'backup', '--to', at('backup'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('overwrites nothing'),
    });
    expect(await restore(at('data'))).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') });
    expect((await callJson(`${vintem.url}/healthz`)).status).toBe(200);
  });

  it('is refused with a file that was changed, and leaves nothing behind', async () => {
    const file = path.join(at('backup'), 'postgres/global/pg_control');
    const content = readFileSync(file);
    const changed = Buffer.from(content);
    changed.writeUInt8(changed.readUInt8(100) ^ 1, 100);
    writeFileSync(file, changed);
    expect((await restore(at('changed'))).err).toContain('pg_control is not what it was');
    expect(existsSync(at('changed'))).toBe(false);
    writeFileSync(file, content);
  });

  it('is refused when a newer release made it, or its manifest leads elsewhere', async () => {
    const file = path.join(at('backup'), 'manifest.json');
    const text = readFileSync(file, 'utf8');
    const manifest = JSON.parse(text);
    const refusal = async (changes: object) => {
      writeFileSync(file, JSON.stringify({ ...manifest, ...changes }));
      const { code, err } = await restore(at('refused'));
      expect([code, existsSync(at('refused'))]).toEqual([1, false]);
      return err;
    };
    expect(await refusal({ migration: '9999_from_the_future.sql' })).toContain('newer release');
    expect(await refusal({ postgresMajor: 12 })).toContain('PostgreSQL 12 made the backup');
    expect(await refusal({ directories: ['../elsewhere'] })).toContain('outside of the backup');
    expect(await refusal({ format: 2 })).toContain('format 2');
    writeFileSync(file, text);
  });

  it('brings back every order that was acknowledged before it began, with books that hold', async () => {
    const restored = await restore(at('restored'));
    expect(restored, restored.err).toMatchObject({ code: 0, out: expect.stringContaining('the books hold') });
    const server = await startEmbeddedPostgres({ dataDir: at('restored'), log: () => {} });
    try {
      const rows = await query<{ order_number: string }>(server.url, 'SELECT order_number FROM payments');
      const found = new Set(rows.map(({ order_number }) => order_number));
      expect(before.filter((order) => !found.has(order))).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});

it('is for an embedded database that is there', async () => {
  const external = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
  for (const args of [
    ['backup', '--to', at('other')],
    ['restore', '--from', at('backup')],
  ])
    expect((await runCli(external, ...args)).err).toContain('docs/guides/backup.md');
  expect((await runCli({ DATA_DIR: at('nothing') }, 'backup', '--to', at('other'))).err).toContain('no database');
  expect(existsSync(at('nothing'))).toBe(false);
});
