import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { OWN } from '../support/operator-calls.ts';
import { fillDataDirectory } from '../support/processes/data-directory.ts';
import { startVintemProcess, type VintemProcess } from '../support/processes/process.ts';

let dataDir: string;
let vintem: VintemProcess;
let database: TestDatabase;
beforeAll(async () => {
  dataDir = fillDataDirectory(mkdtempSync(join(tmpdir(), 'vintem-start-')));
  database = await createTestDatabase();
  // With everything, as people get it.
  vintem = await startVintemProcess({ env: { DATA_DIR: dataDir, OPERATOR_CONSOLE: 'on' } });
});
afterAll(async () => {
  await vintem.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('ends in three lines: where it is, how to log in, where the API is described', async () => {
  expect(vintem.output().trimEnd().split('\n').slice(-3)).toEqual([
    `Vintém is ready at ${vintem.url} (sandbox)`,
    `Log in with demo@vintem.dev / vintem-demo at ${vintem.url}/dashboard`,
    `The API is described at ${vintem.url}/docs (${vintem.url}/openapi.json)`,
  ]);
  expect(await (await fetch(`${vintem.url}/openapi.json`)).json()).toMatchObject({
    openapi: expect.stringMatching(/^3\.1/),
  });
});

it('opens the operator’s console for the first who asks: its page, and its interface, which asks who that is', async () => {
  const page = await fetch(`${vintem.url}/operator`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  const script = /<script[^>]+src="([^"]+)"/.exec(await page.text())?.[1];
  expect((await fetch(new URL(String(script), vintem.url))).status).toBe(200);
  expect((await fetch(`${vintem.url}/operator/api/home`, { headers: OWN })).status).toBe(401);
});

it('a second start on one data directory says what to do', async () => {
  const second = startVintemProcess({ env: { DATA_DIR: dataDir } });
  await expect(second).rejects.toThrow(`in use by process ${vintem.child.pid}`);
  await expect(second).rejects.toThrow('Stop it first, or choose another directory with DATA_DIR');
});

it.each(['PORT', 'ACQUIRER_PORT'])('a taken %s says what to do', async (setting) => {
  const taken = createServer();
  const port = await new Promise<number>((resolve) =>
    taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port)),
  );
  try {
    const start = startVintemProcess({ env: { DATABASE_URL: database.url, [setting]: String(port) } });
    await expect(start).rejects.toThrow(
      `ended with 1 before it was ready:\nport ${port} is taken; choose another with ${setting}=…`,
    );
  } finally {
    taken.close();
  }
});
