import { afterEach, beforeEach, expect, it } from 'vitest';
import { startReceiver } from '../news/webhooks/receivers.ts';
import { eventually } from '../support/contract.ts';
import { createDemoDatabase, type TestDatabase } from '../support/database.ts';
import { attempt, freePort, insist, insistOn, outcomeOf, pause } from '../support/insistence.ts';
import { orderOf } from '../support/orders.ts';
import { callJson, logInAsDemo, startVintemProcess, type VintemProcess } from '../support/processes/process.ts';
import { comeToRest, endLeases, expectSound } from '../support/soundness.ts';

/**
 * `VINTEM_KILL_SECONDS=60` kills for a minute and prints what came of it; `VINTEM_KILL_EVERY_MS` says how often, and
 * `VINTEM_KILL_SEEDS` tries more points in time. Without it there are a few kills (`VINTEM_KILL_ROUNDS`), each after
 * some more orders, so that fast and slow machines do the same. CI asks for more of both.
 */
const KILL_SECONDS = Number(process.env['VINTEM_KILL_SECONDS'] ?? 0);
/** A process needs a second or two to start: with so much time it also serves before it is killed again. */
const KILL_EVERY_MS = Number(process.env['VINTEM_KILL_EVERY_MS'] ?? 2_500);
const FEW_ROUNDS = Number(process.env['VINTEM_KILL_ROUNDS'] ?? 2);
const ROUNDS = KILL_SECONDS === 0 ? FEW_ROUNDS : Math.floor((KILL_SECONDS * 1_000) / KILL_EVERY_MS);
const ORDERS_BETWEEN_KILLS = 15;
const SEEDS = Number(process.env['VINTEM_KILL_SEEDS'] ?? 2);
const IS_SHOWN = process.env['VINTEM_KILL_SECONDS'] !== undefined;
const BUYERS = 12;
/** Between two orders of a buyer: there is load at any time, and room to start beside it. */
const PAUSE_MS = 100;
const TIMEOUT_MS = 300_000 + KILL_SECONDS * 3_000 + SEEDS * 10_000;

let database: TestDatabase;
const cleanups: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  database = await createDemoDatabase();
});
afterEach(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
  await database.drop();
});

type Role = 'all' | 'api' | 'worker';

async function start(
  role: Role,
  port = 0,
  publicPort = port,
  onSpawn = (_kill: () => Promise<void>) => {},
): Promise<VintemProcess> {
  return startVintemProcess({
    onSpawn: (kill) => {
      cleanups.push(kill);
      onSpawn(kill);
    },
    env: {
      DATABASE_URL: database.url,
      VINTEM_ROLE: role,
      PORT: String(port),
      RATE_LIMIT_PER_SECOND: '0',
      LOG_LEVEL: 'error',
      DATABASE_POOL_SIZE: '8',
      ...(publicPort === 0 ? {} : { PUBLIC_URL: `http://127.0.0.1:${publicPort}` }),
    },
  });
}

/** The same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Request {
  path: string;
  body: Record<string, unknown>;
  key: string;
}

/** Orders, partial refunds and reversals, each under a key of its own. */
function requestsOf(seed: number, paidIds: readonly number[]): Request[] {
  const orders = Array.from({ length: 8 }, (_, n) => ({
    path: '/payments/order',
    body: orderOf(1_000 + n, { metadata: { seed: String(seed), n: String(n) } }),
    key: `order-${seed}-${n}`,
  }));
  const refunds = paidIds.map((id, n) => ({
    path: n % 2 === 0 ? '/payments/pix/refund' : '/payments/reversal',
    body: n % 2 === 0 ? { transaction_id: id, amount: 3 } : { transaction_id: id },
    key: `refund-${seed}-${n}`,
  }));
  return [...orders, ...refunds];
}

/** The id of the payment or refund in an answer, which every repeat must have, too. */
const idOf = (path: string, body: { transaction: { id: number }; refund?: { id: number } }) =>
  path === '/payments/order' ? body.transaction.id : (body.refund?.id ?? 0);

it('an API killed at any point of a request: repeats at another process converge on one payment, one refund', {
  timeout: TIMEOUT_MS,
}, async () => {
  const [survivor, first] = await Promise.all([start('all'), start('api')]);
  const token = await logInAsDemo(survivor.url);
  const client = insistOn(() => [survivor.url], token, TIMEOUT_MS);
  let victim = first;
  const seen = { answered: 0, unanswered: 0 };
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = seeded(seed);
    const paidIds: number[] = [];
    for (let n = 0; n < 4; n++) {
      const created = await insist(client, '/payments/order', orderOf(1_000), `paid-${seed}-${n}`);
      paidIds.push(created?.body.transaction.id);
      await insist(client, `/sandbox/transactions/${paidIds[n]}/pay`, {});
    }
    const requests = requestsOf(seed, paidIds);
    let answered = 0;
    const sent = requests.map(async ({ path, body, key }) => {
      const answer = await attempt(victim.url, path, token, body, key);
      if (answer) answered++;
      return answer;
    });
    // Killed after a number of answers, so that fast and slow machines do the same, and a moment into the next request.
    const wanted = Math.floor(random() * requests.length);
    while (answered < wanted) await pause(1);
    await pause(random() * 60);
    await victim.kill();
    const answers = await Promise.all(sent);
    const next = seed < SEEDS ? start('api') : Promise.resolve(victim);
    // If the test ends before the process is up, the end of the process is not another failure.
    next.catch(() => {});

    await endLeases(database.db);
    for (const [index, { path, body, key }] of requests.entries()) {
      const before = answers[index] ?? null;
      seen[before ? 'answered' : 'unanswered']++;
      if (before) expect(outcomeOf(before)).toBe('200');
      const repeated = await insist(client, path, body, key);
      expect(client.wrong).toEqual([]);
      if (before) expect(idOf(path, repeated?.body)).toBe(idOf(path, before.body));
      const again = await insist(client, path, body, key);
      expect(again?.headers.get('idempotency-replayed')).toBe('true');
      expect(idOf(path, again?.body)).toBe(idOf(path, repeated?.body));
    }
    const [made] = await database.db.query<{ orders: number; refunds: number; cents: number }>(
      `SELECT (SELECT count(*) FROM payments WHERE metadata ->> 'seed' = $1) AS orders,
         (SELECT count(*) FROM refunds WHERE payment_id = ANY ($2)) AS refunds,
         (SELECT sum(amount_cents)::bigint FROM refunds WHERE payment_id = ANY ($2)) AS cents`,
      [String(seed), paidIds],
    );
    expect(made).toEqual({ orders: 8, refunds: 4, cents: 2 * 300 + 2 * 1_000 });
    victim = await next;
  }
  if (IS_SHOWN) process.stdout.write(`killed at ${SEEDS} points: ${JSON.stringify(seen)}\n`);
  await comeToRest(database.db);
  await expectSound(database.db);
});

/** Two processes of each role, each with a place: the port to which it returns. */
interface Place {
  role: Role;
  port: number;
  publicPort: number;
  kill: () => Promise<void>;
  /** Resolves when the process that is in the place now is ready or was killed. */
  settled: Promise<boolean>;
}

function occupy(place: Place): void {
  const started = start(place.role, place.port, place.publicPort, (kill) => {
    place.kill = kill;
  });
  place.settled = started.then(
    () => true,
    () => false,
  );
}

/** Kills one API and one worker again and again, whether it serves or is just starting, and starts it again at once. */
async function killInTurns(places: readonly Place[], isTime: () => Promise<unknown>): Promise<number> {
  const random = seeded(1);
  let kills = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await isTime();
    for (const role of ['api', 'worker'] as const) {
      const victims = places.filter((place) => place.role === role);
      const victim = victims[Math.floor(random() * victims.length)] as Place;
      await victim.kill();
      kills++;
      occupy(victim);
    }
  }
  return kills;
}

it('two APIs and two workers under load, one of each killed again and again: nothing acknowledged is lost', {
  timeout: TIMEOUT_MS,
}, async () => {
  const received = new Map<string, string>();
  const receiver = await startReceiver((request, response) => {
    received.set(String(request.headers['webhook-id']), String(request.url));
    response.end('ok');
  });
  cleanups.push(() => receiver.close());
  const ports = await Promise.all([freePort(), freePort()]);
  const place = (role: Role, port: number): Place => {
    const made = { role, port, publicPort: ports[0], kill: async () => {}, settled: Promise.resolve(false) };
    occupy(made);
    return made;
  };
  const places = [place('api', ports[0]), place('api', ports[1]), place('worker', 0), place('worker', 0)];
  const allReady = async () =>
    expect(await Promise.all(places.map(({ settled }) => settled))).toEqual([true, true, true, true]);
  await allReady();

  const here = () => ports.map((port) => `http://127.0.0.1:${port}`);
  const token = await logInAsDemo(here()[1] as string);
  const hook = await callJson(`${here()[1]}/webhooks`, { token, body: { url: receiver.url } });
  expect(hook.status).toBe(201);

  const client = insistOn(here, token, TIMEOUT_MS - 30_000);
  const acknowledged = { orders: [] as number[], paid: [] as number[], refunds: [] as number[] };
  let isBuying = true;
  let turn = 0;
  const buy = async () => {
    for (; isBuying; await pause(PAUSE_MS)) {
      const n = ++turn;
      const ordered = await insist(client, '/payments/order', orderOf(1_000 + n), `buy-${n}`);
      if (!ordered) return;
      const { id } = ordered.body.transaction;
      acknowledged.orders.push(id);
      if (!(await insist(client, `/sandbox/transactions/${id}/pay`, {}))) return;
      acknowledged.paid.push(id);
      if (n % 3 !== 0) continue;
      // The acquirer knows that it is paid; a worker must live long enough to find out.
      if (!(await approved(client.giveUpAt, id))) return;
      const refund = await insist(
        client,
        '/payments/pix/refund',
        { transaction_id: id, amount: 2.5 },
        `give-back-${n}`,
      );
      if (!refund) return;
      acknowledged.refunds.push(refund.body.refund.id);
    }
  };
  const buying = Promise.all(Array.from({ length: BUYERS }, buy));
  const kills = await killInTurns(places, async () => {
    if (IS_SHOWN) return pause(KILL_EVERY_MS);
    const wanted = acknowledged.orders.length + ORDERS_BETWEEN_KILLS;
    return eventually(() => expect(acknowledged.orders.length).toBeGreaterThanOrEqual(wanted), TIMEOUT_MS);
  });
  const duringKills = acknowledged.orders.length;
  await allReady();
  isBuying = false;
  const leases = setInterval(() => void endLeases(database.db).catch(() => {}), 1_000);
  cleanups.push(async () => clearInterval(leases));
  await buying;
  clearInterval(leases);
  expect(client.wrong).toEqual([]);
  await comeToRest(database.db);

  // The database and both APIs know every success.
  const idsOf = async (sql: string) => new Set((await database.db.query<{ id: number }>(sql)).map(({ id }) => id));
  const [stored, paid, refunded] = await Promise.all([
    idsOf('SELECT id FROM payments'),
    idsOf('SELECT id FROM payments WHERE paid_at IS NOT NULL'),
    idsOf(`SELECT id FROM refunds WHERE status = 'REFUNDED'`),
  ]);
  expect(acknowledged.orders.filter((id) => !stored.has(id))).toEqual([]);
  expect(acknowledged.paid.filter((id) => !paid.has(id))).toEqual([]);
  expect(acknowledged.refunds.filter((id) => !refunded.has(id))).toEqual([]);
  expect(acknowledged.orders).toHaveLength(stored.size);
  expect(acknowledged.refunds).toHaveLength(refunded.size);
  const last = acknowledged.paid.at(-1);
  for (const url of here()) expect((await callJson(`${url}/transactions/${last}`, { token })).status).toBe(200);

  const events = await database.db.query<{ id: string }>('SELECT id FROM events');
  expect(events.filter(({ id }) => !received.has(id))).toEqual([]);
  await expectSound(database.db);
  expect(kills).toBe(2 * ROUNDS);
  expect(stored.size).toBeGreaterThan(10);
  if (IS_SHOWN) {
    const counts = {
      kills,
      duringKills,
      orders: stored.size,
      paid: paid.size,
      refunds: refunded.size,
      events: events.length,
    };
    process.stdout.write(
      `${KILL_SECONDS} s of kills: ` +
        `${JSON.stringify({ ...counts, attempts: client.tally, deliveries: receiver.requests.length })}\n`,
    );
  }
});

async function approved(giveUpAt: number, id: number): Promise<boolean> {
  while (Date.now() < giveUpAt) {
    const rows = await database.db.query('SELECT 1 FROM payments WHERE id = $1 AND status = 2', [id]);
    if (rows.length > 0) return true;
    await pause(100);
  }
  return false;
}
