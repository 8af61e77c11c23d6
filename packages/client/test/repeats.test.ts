import { describe, expect, it } from 'vitest';
import { type Vintem, VintemError } from '../src/index.ts';
import { clientOn, connectionError, type Fate, refusal } from './fakes.ts';

const ORDER = { access_token: 'est_x', total: 1000 } as Parameters<Vintem['payments']['order']>[0];
const read = (vintem: Vintem) => vintem.transactions.get(1);
const order = (vintem: Vintem) => vintem.payments.order(ORDER);
const register = (vintem: Vintem) => vintem.webhooks.create({ url: 'https://shop.example/hook' });
const change = (vintem: Vintem) => vintem.webhooks.update(1, { status: 'ACTIVE' });
const remove = (vintem: Vintem) => vintem.webhooks.delete(1);

const RESET = connectionError('ECONNRESET');
const REFUSED = connectionError('ECONNREFUSED');
const BUSY = refusal(429, 'RATE_LIMITED');
const AWAY = refusal(503, 'SERVICE_UNAVAILABLE');
const BUG = refusal(500, 'INTERNAL_ERROR');
const RUNNING = refusal(409, 'IDEMPOTENCY_IN_PROGRESS', { 'retry-after': '1' });

async function failureOf(work: Promise<unknown>): Promise<VintemError> {
  const error = await work.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(VintemError);
  return error;
}

describe('what is sent again', () => {
  const CASES: [what: string, call: (vintem: Vintem) => Promise<unknown>, first: Fate, requests: 1 | 2][] = [
    ['a read whose connection broke', read, RESET, 2],
    ['a read during trouble', read, AWAY, 2],
    ['a read that met a bug', read, BUG, 2],
    [
      'a read that a proxy could not pass on',
      read,
      { status: 502, body: '<html>', headers: { 'content-type': 'text/html' } },
      2,
    ],
    ['a read that was refused', read, refusal(404, 'TRANSACTION_NOT_FOUND'), 1],
    ['an order whose connection broke', order, RESET, 2],
    ['an order that got no answer', order, 'silence', 2],
    ['an order while the acquirer is away', order, refusal(503, 'ACQUIRER_UNAVAILABLE'), 2],
    ['an order whose first request still runs', order, RUNNING, 2],
    ['an order that is wrong', order, refusal(400, 'VALIDATION_ERROR'), 1],
    ['an order whose key was used otherwise', order, refusal(422, 'IDEMPOTENCY_KEY_REUSED'), 1],
    ['a balance, which is a question', (vintem) => vintem.balances.of([1]), RESET, 2],
    ['a registration whose connection broke', register, RESET, 1],
    ['a registration during trouble', register, AWAY, 1],
    ['a registration that got no answer', register, 'silence', 1],
    ['a registration that never left', register, REFUSED, 2],
    ['a registration that came too often', register, BUSY, 2],
    ['a change during trouble', change, AWAY, 1],
    ['a payment in the sandbox', (vintem) => vintem.sandbox.pay(1), RESET, 1],
    ['a cancellation', (vintem) => vintem.transactions.cancel(1), AWAY, 1],
    ['a split that is set whole', (vintem) => vintem.splits.setFixed(1, { participants: [] } as never), RESET, 2],
    ['a removal whose connection broke', remove, RESET, 2],
  ];

  it.each(CASES)('%s', async (_, call, first, requests) => {
    const { vintem, sent } = clientOn((_sent, index) => (index === 0 ? first : { body: { data: [] } }));
    const error = await call(vintem).then(
      () => null,
      (reason) => reason,
    );
    expect(sent).toHaveLength(requests);
    if (requests === 1) expect(error).toBeInstanceOf(VintemError);
    else expect(error).toBeNull();
  });

  it('all addresses of a name refused: nothing was sent; one of them broke later: something may have been', async () => {
    const several = (...errors: Error[]) => new TypeError('fetch failed', { cause: new AggregateError(errors) });
    const cause = (code: string) => connectionError(code).cause as Error;
    const refused = clientOn((_, index) => (index === 0 ? several(cause('ECONNREFUSED'), cause('ENETUNREACH')) : {}));
    await register(refused.vintem);
    expect(refused.sent).toHaveLength(2);
    const broken = clientOn(() => several(cause('ECONNREFUSED'), cause('ECONNRESET')));
    await failureOf(register(broken.vintem));
    expect(broken.sent).toHaveLength(1);
  });
});

describe('idempotency keys', () => {
  it('are made for what moves money, and stay the same in every repeat of a call', async () => {
    const { vintem, sent } = clientOn((_, index) => (index % 2 === 0 ? RESET : {}));
    await vintem.payments.order(ORDER);
    await vintem.payments.refundPix({ transaction_id: 1 });
    await vintem.payments.reverse({ transaction_id: 1 });
    await vintem.transactions.retry(1);
    await vintem.companies.order(1, ORDER as never);
    const keys = sent.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5].map((number) => `key-${number}`));
  });

  it('may be given, and stand in the error, so that the call can be made again', async () => {
    const { vintem, sent } = clientOn(() => refusal(503, 'ACQUIRER_UNAVAILABLE'), { maxRepeats: 0 });
    const given = await failureOf(vintem.payments.order(ORDER, { idempotencyKey: 'mine' }));
    expect(given.idempotencyKey).toBe('mine');
    expect((await failureOf(vintem.payments.order(ORDER))).idempotencyKey).toBe('key-1');
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'key-1']);
  });

  it('are not sent where none is taken', async () => {
    const { vintem, sent } = clientOn(() => ({}));
    await vintem.sandbox.pay(1);
    expect(sent[0]?.headers).not.toHaveProperty('idempotency-key');
  });
});

describe('how long', () => {
  it('waits twice as long each time, by chance up to half less, and gives up', async () => {
    const { vintem, sent, clock } = clientOn(() => AWAY);
    const error = await failureOf(read(vintem));
    expect(clock.slept).toEqual([125, 250, 500, 1000, 2000]);
    expect(sent).toHaveLength(6);
    expect(error).toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      message: 'Não foi possível',
      reason: 'not possible',
      requestId: 'req-1',
    });
    const late = clientOn(() => AWAY, { random: () => 1, maxRepeats: 7 });
    await failureOf(read(late.vintem));
    expect(late.clock.slept).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000]);
  });

  it('waits at least as long as the service asks, and not at all when that is longer than the call may take', async () => {
    const patient = clientOn((_, index) => (index === 0 ? refusal(429, 'RATE_LIMITED', { 'retry-after': '3' }) : {}));
    await read(patient.vintem);
    expect(patient.clock.slept).toEqual([3125]);
    const hasty = clientOn(() => refusal(429, 'RATE_LIMITED', { 'retry-after': '60' }));
    expect((await failureOf(read(hasty.vintem))).retryAfterMs).toBe(60_000);
    expect(hasty.clock.slept).toEqual([]);
  });

  it('waits for the first request with its key as long as the call may take', async () => {
    const { vintem, sent } = clientOn((_, index) => (index < 8 ? RUNNING : { body: { success: true } }));
    await expect(order(vintem)).resolves.toEqual({ success: true });
    expect(sent).toHaveLength(9);
    const never = clientOn(() => RUNNING);
    expect((await failureOf(order(never.vintem))).code).toBe('IDEMPOTENCY_IN_PROGRESS');
  });

  it('an attempt and a call end in time', async () => {
    const { vintem, sent, clock } = clientOn(() => 'silence', { timeoutMs: 5000, attemptTimeoutMs: 2000 });
    const startedAt = clock.now();
    const error = await failureOf(read(vintem));
    expect(error).toMatchObject({ code: 'TIMED_OUT', status: undefined });
    expect(sent).toHaveLength(3);
    expect(clock.now() - startedAt).toBeLessThanOrEqual(5000);
    const own = clientOn(() => 'silence');
    expect((await failureOf(own.vintem.transactions.get(1, {}, { timeoutMs: 10 }))).reason).toContain('10 ms');
  });

  it("ends with the caller's own reason, during a request and during a wait", async () => {
    const reason = new Error('the shop closes');
    const during = new AbortController();
    const silent = clientOn(() => {
      during.abort(reason);
      return 'silence';
    });
    const registered = silent.vintem.webhooks.create({ url: 'https://shop.example/hook' }, { signal: during.signal });
    await expect(registered).rejects.toBe(reason);
    const waiting = new AbortController();
    const away = clientOn(() => AWAY);
    const { sleep } = away.clock;
    away.clock.sleep = (ms, signal) => {
      if (ms === 125) waiting.abort(reason);
      return sleep(ms, signal);
    };
    await expect(away.vintem.transactions.get(1, {}, { signal: waiting.signal })).rejects.toBe(reason);
    expect(away.sent).toHaveLength(1);
    await expect(away.vintem.transactions.get(1, {}, { signal: waiting.signal })).rejects.toBe(reason);
    expect(away.sent).toHaveLength(1);
  });
});

it('a removal that was done and whose answer was lost is done', async () => {
  const lost = clientOn((_, index) => (index === 0 ? RESET : refusal(404, 'WEBHOOK_NOT_FOUND')));
  await expect(remove(lost.vintem)).resolves.toBeUndefined();
  const unknown = clientOn((_, index) => (index === 0 ? BUSY : refusal(404, 'WEBHOOK_NOT_FOUND')));
  expect((await failureOf(remove(unknown.vintem))).code).toBe('WEBHOOK_NOT_FOUND');
});

it('says what it could not read', async () => {
  const html = { body: '<html>', headers: { 'content-type': 'text/html' } };
  const proxy = clientOn(() => ({ status: 404, ...html }));
  expect(await failureOf(read(proxy.vintem))).toMatchObject({ code: 'UNREADABLE_ANSWER', status: 404 });
  const broken = clientOn(() => ({ body: '{"data":' }));
  expect(await failureOf(read(broken.vintem))).toMatchObject({ code: 'UNREADABLE_ANSWER', status: 200 });
  // Whoever follows could send an order elsewhere, or turn it into a question.
  const moved = clientOn(({ redirect }) => ({ status: redirect === 'manual' ? 302 : 200, ...html }));
  expect(await failureOf(read(moved.vintem))).toMatchObject({ code: 'UNREADABLE_ANSWER', status: 302 });
});
