import { describe, expect, it } from 'vitest';
import { eventually, expectError, ISO_UTC, invalid } from '../../support/contract.ts';
import { startTestGateway } from '../../support/gateway.ts';
import { createPayment, sandbox, type TestCompany } from '../../support/money.ts';
import { eventOf, type Hook, logOf, untilReceived } from './hooks.ts';
import { useShop } from './shop.ts';

const shop = useShop();

const missed = async ({ id }: { id: number }, query = '') => (await shop.get(`/webhooks/${id}/missed${query}`)).body;
const recover = ({ id }: { id: number }, since: unknown) => shop.post(`/webhooks/${id}/recover`, { since });
const order = (company: TestCompany) => createPayment(shop, company, 1_000);

/** A branch whose receiver fails for good while it is told to: the schedule of a day is spent at once. */
async function openTroubledBranch() {
  const receiver = { answer: 200 };
  const { company, hook } = await shop.openBranch((_request, response) => response.writeHead(receiver.answer).end());
  const giveUp = async () => {
    await eventually(async () => {
      const log = await logOf(shop, hook.id);
      expect(log.every(({ status, attempts }) => status !== 'PENDING' || attempts.length > 0)).toBe(true);
    });
    await shop.database.db.query(
      `UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL
       WHERE endpoint_id = $1 AND status = 'PENDING'`,
      [hook.id],
    );
  };
  return { company, hook, receiver, giveUp };
}

const told = (hook: Hook, from: number) =>
  hook.receiver.requests.slice(from).map((request) => [eventOf(request).event, eventOf(request).transaction_id]);

describe('what a webhook missed', () => {
  it('is counted and sent again, of all kinds, whether it was tried or not, and once', async () => {
    const { company, hook, receiver, giveUp } = await openTroubledBranch();
    const since = new Date().toISOString();
    const arrived = await order(company);
    await untilReceived(hook.receiver, 1);
    receiver.answer = 500;
    const failed = await order(company);
    await untilReceived(hook.receiver, 2);
    await giveUp();
    await shop.change(hook.id, { status: 'DISABLED' });
    const unsent = await order(company);
    await sandbox(shop, company, unsent, 'pay');
    await shop.post(`/transactions/${await order(company)}/cancel`);
    const count = { failed: 1, unsent: 4, total: 5, has_more: false, until: null };
    expect(await missed(hook, `?since=${since}`)).toEqual({ since, ...count });
    // Since it fails, which is before it was switched off.
    expect(await missed(hook)).toMatchObject({ ...count, since: expect.stringMatching(ISO_UTC) });
    expectError(await recover(hook, since), { status: 400, code: 'VALIDATION_ERROR' });
    receiver.answer = 200;
    await shop.change(hook.id, { status: 'ACTIVE' });

    const before = hook.receiver.requests.length;
    const answer = await recover(hook, since);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ success: true, message: 'Reenvio iniciado', scheduled: 5, since, ...count });
    await untilReceived(hook.receiver, before + 5);
    const expected = [
      ['payment.created', failed],
      ['payment.created', unsent],
      ['payment.approved', unsent],
      ['payment.created', expect.any(Number)],
      ['payment.failed', expect.any(Number)],
    ];
    expect(told(hook, before)).toHaveLength(5);
    expect(told(hook, before)).toEqual(expect.arrayContaining(expected));
    expect(told(hook, before)).not.toContainEqual(['payment.created', arrived]);
    await eventually(async () => expect(await missed(hook, `?since=${since}`)).toMatchObject({ total: 0 }));
    expect((await recover(hook, since)).body).toMatchObject({ scheduled: 0, total: 0 });
    expect(hook.receiver.requests).toHaveLength(before + 5);
  });

  it('includes what still waited when the webhook was switched off and on again in one moment', async () => {
    const { company, hook, receiver } = await openTroubledBranch();
    const since = new Date().toISOString();
    receiver.answer = 500;
    await order(company);
    await untilReceived(hook.receiver, 1);
    await eventually(async () => expect((await logOf(shop, hook.id))[0]?.attempts).toHaveLength(1));
    receiver.answer = 200;
    // Nobody can give it up yet: it still waits when the webhook is on again.
    const held = await shop.database.db.pool.connect();
    await held.query('BEGIN');
    await held.query('SELECT FROM webhook_deliveries WHERE endpoint_id = $1 FOR UPDATE', [hook.id]);
    await shop.change(hook.id, { status: 'DISABLED' });
    await shop.change(hook.id, { status: 'ACTIVE' });
    const answer = await recover(hook, since);
    await held.query('ROLLBACK');
    held.release();
    expect(answer.body).toMatchObject({ scheduled: 1, failed: 1 });
    await untilReceived(hook.receiver, 2);
  });

  it('is only what the webhook wants now, and no test event', async () => {
    const { company, hook } = await openTroubledBranch();
    const since = new Date().toISOString();
    await shop.change(hook.id, { status: 'DISABLED', events: ['payment.approved', 'webhook.test'] });
    await sandbox(shop, company, await order(company), 'pay');
    await order(shop.company);
    expect(await missed(hook, `?since=${since}`)).toMatchObject({ failed: 0, unsent: 1 });
    await shop.change(hook.id, { status: 'ACTIVE' });
    await shop.post(`/webhooks/${hook.id}/test`);
    await untilReceived(hook.receiver, 1);
    expect((await recover(hook, since)).body.scheduled).toBe(1);
    await untilReceived(hook.receiver, 2);
    expect(told(hook, 1).map(([event]) => event)).toEqual(['payment.approved']);
  });

  it('is also what happened before the webhook was registered', async () => {
    const { company } = await openTroubledBranch();
    const since = new Date().toISOString();
    const early = await order(company);
    const { body: late } = await shop.register({ url: shop.at('/late'), company_id: company.id });
    expect(await missed(late)).toMatchObject({ failed: 0, unsent: 1 });
    expect((await recover(late, since)).body).toMatchObject({ scheduled: 1, unsent: 1 });
    await eventually(async () =>
      expect(shop.requestsTo('/late').map((request) => eventOf(request).transaction_id)).toEqual([early]),
    );
  });

  it('what is refused takes nothing of how often a webhook may be recovered', async () => {
    const { hook } = await shop.openBranch();
    const limited = await startTestGateway({ RATE_LIMIT_PER_SECOND: '1000', VINTEM_ROLE: 'api' }, shop.database);
    try {
      const ask = (since: string) => limited.post(`/webhooks/${hook.id}/recover`, { since });
      for (let n = 0; n < 6; n++) expectError(await ask('2020-01-01'), invalid('since'));
      const now = new Date().toISOString();
      for (let n = 0; n < 5; n++) expect((await ask(now)).status).toBe(202);
      expectError(await ask(now), { status: 429, code: 'RATE_LIMITED' });
    } finally {
      await limited.close();
    }
  });

  it('is recovered in chunks, and others get theirs meanwhile', async () => {
    const { company, hook } = await openTroubledBranch();
    const { company: neighbour, hook: other } = await shop.openBranch();
    await shop.change(hook.id, { status: 'DISABLED' });
    const since = new Date(Date.now() - 60_000).toISOString();
    await shop.database.db.query(
      `INSERT INTO events (id, merchant_id, company_id, kind, payload, occurred_at)
       SELECT 'evt_missed_' || n, merchant_id, $1, 'payment.created', '{"event":"payment.created"}', $2
       FROM companies, generate_series(1, 2500) n WHERE id = $1`,
      [company.id, new Date()],
    );
    await shop.change(hook.id, { status: 'ACTIVE' });
    const answer = await recover(hook, since);
    expect(answer.body).toMatchObject({ scheduled: 2_500, has_more: false });
    expectError(await recover(hook, since), { status: 429, code: 'RATE_LIMITED' });
    await order(neighbour);
    await untilReceived(other.receiver, 1);
    await untilReceived(hook.receiver, 2_500, 60_000);
    const ids = hook.receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(2_500);
    // The first ones are the oldest.
    expect(ids[0]).toBe('evt_missed_1');
  });

  it('is counted as far as twenty thousand events go, and from there by asking again', async () => {
    const { company, hook } = await openTroubledBranch();
    await shop.change(hook.id, { status: 'DISABLED' });
    const at = (seconds: number) => new Date(Date.now() - 3_600_000 + seconds * 1_000);
    await shop.database.db.query(
      `INSERT INTO events (id, merchant_id, company_id, kind, payload, occurred_at)
       SELECT 'evt_far_' || n, merchant_id, $1, 'payment.created', '{}', $2::timestamptz + n * interval '1 ms'
       FROM companies, generate_series(1, 20500) n WHERE id = $1`,
      [company.id, at(0)],
    );
    const first = await missed(hook, `?since=${at(-1).toISOString()}`);
    expect(first).toMatchObject({ has_more: true, until: expect.stringMatching(ISO_UTC) });
    expect(first.total).toBeLessThanOrEqual(20_000);
    expect(first.total).toBeGreaterThan(10_000);
  });

  it.each([
    [undefined, 'is required'],
    [5, 'must be'],
    ['', 'must'],
    ['ontem', 'must be an ISO 8601 date or date-time'],
    ['2020-01-01', 'must be within the last 90 days: the log goes no further back'],
    [new Date(Date.now() + 3_600_000).toISOString(), 'must not be in the future'],
  ])('cannot be recovered since %j', async (since, problem) => {
    const answer = await recover(await shop.openBranch().then(({ hook }) => hook), since);
    expectError(answer, invalid('since'));
    expect(answer.body.error).toContain(problem);
  });
});
