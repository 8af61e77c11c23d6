import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildServer } from '../../../src/doors/http/server.ts';
import { readConfig } from '../../../src/ground/config.ts';
import { createLog } from '../../../src/ground/log.ts';
import { startVintem, type Vintem } from '../../../src/main.ts';
import { createSessionTokens } from '../../../src/parties/accounts/session-tokens.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { orderBody } from '../../support/orders.ts';
import { logInAsDemo } from '../../support/processes/process.ts';

interface Line {
  msg: string;
  requestId?: string;
  status?: number;
  alikeNotLogged?: number;
}

let database: TestDatabase;
let vintem: Vintem;
let token: string;
const lines: Line[] = [];
const log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line)) });

beforeAll(async () => {
  database = await createTestDatabase();
  const config = readConfig({ DATABASE_URL: database.url, PORT: '0', RATE_LIMIT_PER_SECOND: '0', VINTEM_ROLE: 'api' });
  vintem = await startVintem(config, log, () => {});
  token = await logInAsDemo(vintem.url);
});
afterAll(async () => {
  await vintem?.close();
  await database?.drop();
});

const send = (path: string, requestId: string, body?: unknown) =>
  fetch(vintem.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'x-request-id': requestId,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

it('[running: x-request-id] every line that a request writes carries its id, deep inside an operation too', async () => {
  const fault = (operation: string) =>
    database.db.query(
      `INSERT INTO sandbox_acquirer.faults (operation, kind, delay_ms, remaining) VALUES ($1, 'error_500', 0, 1)`,
      [operation],
    );
  const { transaction } = (await (await send('/payments/order', 'good-order', orderBody())).json()) as {
    transaction: { id: number };
  };
  await Promise.all([fault('query'), fault('charge')]);
  // Requests with and without a body run at the same time, and each keeps its own id.
  await Promise.all([
    send(`/transactions/${transaction.id}?payment_type=PIX`, 'a-read'),
    send('/payments/order', 'an-order', orderBody()),
  ]);
  const idsOf = (msg: string) => lines.filter((line) => line.msg === msg).map(({ requestId }) => requestId);
  expect(idsOf('acquirer query failed')).toEqual(['a-read']);
  expect(idsOf('charge with unknown outcome')).toEqual(['an-order']);
  expect(idsOf('request')).toEqual(expect.arrayContaining(['good-order', 'a-read', 'an-order']));
});

it('[reliability: logs] a flood of 503 writes a line a second and counts the others', async () => {
  const { deps } = vintem;
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  let now = Date.now();
  const app = await buildServer(
    {
      ...deps,
      db: { ...deps.db, query: () => Promise.reject(away) },
      clock: { ...deps.clock, realNow: () => new Date(now) },
    },
    {
      tokens: createSessionTokens({ secret: 'x'.repeat(40), previous: null }, 3600),
      sandbox: null,
      isMigrated: async () => true,
      isStopping: () => false,
    },
  );
  const ask = async (count: number) => {
    lines.length = 0;
    for (let n = 0; n < count; n++) {
      expect((await app.inject({ method: 'GET', url: '/public/pix/a-token/qr.png' })).statusCode).toBe(503);
    }
    return lines.filter(({ status }) => status === 503);
  };
  try {
    expect(await ask(30)).toHaveLength(1);
    now += 1_000;
    expect(await ask(1)).toMatchObject([{ alikeNotLogged: 29, requestId: expect.stringMatching(/^req_/) }]);
    now += 1_000;
    const [line] = await ask(1);
    expect(line).not.toHaveProperty('alikeNotLogged');
  } finally {
    await app.close();
  }
});
