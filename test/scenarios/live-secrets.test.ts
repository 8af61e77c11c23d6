import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/ground/config.ts';
import { createLog } from '../../src/ground/log.ts';
import { startVintem } from '../../src/main.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('live makes no secrets: neither its own nor those of the sandbox acquirer', async () => {
  const config = readConfig({
    VINTEM_MODE: 'live',
    DATABASE_URL: database.url,
    PORT: '0',
    JWT_SECRET: randomBytes(48).toString('base64'),
    WEBHOOK_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: 'https://pay.example.com',
    ACQUIRER_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent',
  });
  const vintem = await startVintem(config, createLog('silent'), () => {});
  await vintem.close();
  expect(await database.db.query('SELECT name FROM generated_secrets')).toEqual([]);
});
