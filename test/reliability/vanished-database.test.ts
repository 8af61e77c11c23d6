import { expect, it } from 'vitest';
import { eventually } from '../support/contract.ts';
import { createTestDatabase } from '../support/database.ts';
import { startTestGateway } from '../support/gateway.ts';
import { attempt, isUnclear, outcomeOf } from '../support/insistence.ts';
import { orderOf } from '../support/orders.ts';
import { startTcpProxy } from '../support/processes/tcp-proxy.ts';
import { expectSound } from '../support/soundness.ts';

/** The time limit of a statement on the server; a client that hears nothing gives up by itself a second later. */
const STATEMENT_LIMIT_MS = 4_000;
const TIMEOUT_MS = 300_000;

it('a database host that vanishes without a word: connections are given up, the service is back by itself', {
  timeout: TIMEOUT_MS,
}, async () => {
  const database = await createTestDatabase();
  const proxy = await startTcpProxy(Number(new URL(database.url).port));
  const url = new URL(database.serviceUrl);
  url.port = String(proxy.port);
  const gateway = await startTestGateway(
    { VINTEM_ROLE: 'api', DATABASE_POOL_SIZE: '5' },
    { ...database, serviceUrl: url.href },
    { statementTimeoutMs: STATEMENT_LIMIT_MS, connectionWaitMs: 5_000 },
  );
  try {
    const send = (n: number) =>
      attempt(gateway.url, '/payments/order', gateway.token, orderOf(1_000 + n), `vanished-${n}`);
    await Promise.all(Array.from({ length: 10 }, (_, n) => send(n)));
    proxy.swallow();
    const during = Promise.all(Array.from({ length: 10 }, (_, n) => send(10 + n)));
    expect((await gateway.get('/healthz')).status).toBe(200);
    // Another host has the address now; connections to the old one stay silent for ever.
    await proxy.pass();
    await eventually(async () => expect(outcomeOf(await send(20))).toBe('200'));
    // Whoever waited for a connection may have got a new one, and its answer.
    for (const answer of await during)
      expect({ outcome: outcomeOf(answer), isTrue: isUnclear(answer) || outcomeOf(answer) === '200' }).toMatchObject({
        isTrue: true,
      });
    await database.db.query('UPDATE idempotency_keys SET leased_until = created_at WHERE response_status IS NULL');
    for (let n = 0; n <= 20; n++) await eventually(async () => expect(outcomeOf(await send(n))).toBe('200'));
    expect(await database.db.query('SELECT 1 FROM payments')).toHaveLength(21);
    await expectSound(database.db);
  } finally {
    await gateway.close();
    await proxy.close();
    await database.drop();
  }
});
