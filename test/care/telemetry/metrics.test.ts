import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createOverview, type Overview, type OverviewSources } from '../../../src/care/telemetry/read-overview.ts';
import { readConfig } from '../../../src/ground/config.ts';
import type { Db } from '../../../src/ground/db/pool.ts';
import { createLog } from '../../../src/ground/log.ts';
import { startVintem, type Vintem } from '../../../src/main.ts';
import { openHook, untilReceived } from '../../news/webhooks/hooks.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderBody } from '../../support/orders.ts';

const fileOf = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

let gateway: TestGateway;
/** Only for its health checks and jobs. */
let worker: Vintem;
let text = '';

const scrape = async (url = String(gateway.vintem.metricsUrl)) => (await fetch(url)).text();
const orders = (changes = {}) => gateway.post('/payments/order', orderBody(changes));

/** Of a scrape: the value of the series with these labels, in whichever order. */
function figureOf(scraped: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = scraped
    .split('\n')
    .find(
      (each) => (each.startsWith(`${name}{`) || each.startsWith(`${name} `)) && wanted.every((w) => each.includes(w)),
    );
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

beforeAll(async () => {
  gateway = await startTestGateway({ METRICS_PORT: '0', AUDIT_AT: 'off' });
  const hook = await openHook(gateway);
  const { body } = await orders();
  await gateway.post(`/sandbox/transactions/${body.transaction.id}/pay`, {});
  await untilReceived(hook.receiver, 2);
  await orders({ access_token: 'est_nobody' });
  await gateway.get(`/transactions/${body.transaction.id}`);
  await gateway.get('/there-is/no-such/52998224725');
  await gateway.call('PROPFIND', '/customers');
  await gateway.database.db.query(
    `INSERT INTO audit_runs (night, started_at, leased_until, finished_at, checks_held, broken_check, findings)
     VALUES ('2026-01-01', '2026-01-01T06:30:00Z', '2026-01-01T08:31:00Z', '2026-01-01T06:30:42Z', 7, 'a check', 3)`,
  );
  text = await eventually(async () => {
    const scraped = await scrape();
    expect(figureOf(scraped, 'vintem_webhook_delivery_duration_seconds_count', { outcome: '2xx' })).toBe(2);
    expect(figureOf(scraped, 'vintem_job_last_success_timestamp_seconds', { job: 'check-payments' })).toBeDefined();
    expect(figureOf(scraped, 'vintem_job_last_success_timestamp_seconds', { job: 'seal-books' })).toBeDefined();
    expect(figureOf(scraped, 'vintem_audit_findings')).toBe(3);
    return scraped;
  });
  await hook.receiver.close();
  // Only now: it would take deliveries and notifications that the first process is to count.
  const { url, serviceUrl } = gateway.database;
  const own = { DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: url, PORT: '0', LOG_LEVEL: 'silent' };
  const config = readConfig({ ...own, VINTEM_ROLE: 'worker', METRICS_PORT: '0' });
  worker = await startVintem(config, createLog('silent'), () => {});
});
afterAll(async () => {
  await worker?.close();
  await gateway.close();
});

describe('[operation] /metrics', () => {
  it('counts requests by route, method and class of status, and refusals by code', () => {
    const requests = 'vintem_http_request_duration_seconds_count';
    const route = '/payments/order';
    expect(figureOf(text, requests, { route, method: 'POST', status: '2xx' })).toBe(1);
    expect(figureOf(text, requests, { route, method: 'POST', status: '4xx' })).toBe(1);
    expect(figureOf(text, requests, { route: '/transactions/:id', status: '2xx' })).toBe(1);
    expect(figureOf(text, 'vintem_http_refusals_total', { code: 'ACCESS_TOKEN_INVALID' })).toBe(1);
  });

  it('has no label that a stranger can choose', () => {
    expect(text).not.toContain('52998224725');
    expect(text).not.toContain('no-such');
    expect(text).not.toContain('PROPFIND');
    expect(figureOf(text, 'vintem_http_request_duration_seconds_count', { route: 'none', method: 'GET' })).toBe(1);
  });

  it('counts calls to acquirers, batches of orders and runs of jobs', () => {
    const calls = 'vintem_acquirer_call_duration_seconds_count';
    expect(figureOf(text, calls, { acquirer: 'sandbox', operation: 'charge-pix', outcome: 'accepted' })).toBe(1);
    expect(figureOf(text, calls, { acquirer: 'sandbox', operation: 'query', outcome: 'found' })).toBeGreaterThan(0);
    for (const write of ['store', 'issue']) expect(figureOf(text, 'vintem_order_batch_size_sum', { write })).toBe(1);
    expect(
      figureOf(text, 'vintem_job_run_duration_seconds_count', { job: 'seal-books', outcome: 'done' }),
    ).toBeDefined();
  });

  it('tells of the pool, the event loop, the process, the queues and the last audit', () => {
    expect(figureOf(text, 'vintem_database_connections', { pool: 'vintem', state: 'idle' })).toBeGreaterThan(0);
    expect(figureOf(text, 'vintem_database_waiting', { pool: 'vintem-orders' })).toBe(0);
    expect(figureOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    const { version } = JSON.parse(fileOf('package.json')) as { version: string };
    expect(figureOf(text, 'vintem_build_info', { role: 'all', mode: 'sandbox', version })).toBe(1);
    expect(figureOf(text, 'vintem_database_overview_up')).toBe(1);
    for (const queue of ['deliveries', 'notifications', 'payment-checks', 'refund-checks', 'slip-pix-codes', 'notices'])
      expect(figureOf(text, 'vintem_queue_overdue_seconds', { queue })).toBeLessThan(60);
    expect(figureOf(text, 'vintem_audit_duration_seconds')).toBe(42);
    expect(figureOf(text, 'vintem_audit_last_success_timestamp_seconds')).toBe(
      Date.parse('2026-01-01T06:30:42Z') / 1_000,
    );
  });

  it('is served by every process for itself, on its own port, and nothing else is', async () => {
    expect(worker.metricsUrl).not.toBe(gateway.vintem.metricsUrl);
    await eventually(async () => {
      const scraped = await scrape(String(worker.metricsUrl));
      expect(figureOf(scraped, 'vintem_job_last_success_timestamp_seconds', { job: 'seal-books' })).toBeDefined();
      expect(figureOf(scraped, 'vintem_build_info', { role: 'worker' })).toBe(1);
    });
    const origin = new URL(String(gateway.vintem.metricsUrl)).origin;
    for (const path of ['/', '/healthz', '/metrics/x']) expect((await fetch(origin + path)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await gateway.get('/metrics')).status).toBe(404);
  });
});

describe('[operation] what the database tells', () => {
  const clock = { now: async () => new Date('2026-01-01T12:00:00Z'), realNow: () => new Date('2026-01-01T12:00:00Z') };
  const sourcesOf = (db: unknown, sendsMail = false): OverviewSources => ({
    ...{ db: db as Db, clock: clock as OverviewSources['clock'], bankAccounts: async () => [], sendsMail },
  });

  it('is how long the longest due row of each queue has been due', async () => {
    // Nothing of it is committed: the jobs that run would work it off.
    const client = await gateway.database.db.pool.connect();
    const db = { query: async (sql: string, params: unknown[] = []) => (await client.query(sql, params)).rows };
    try {
      await client.query(`BEGIN;
        INSERT INTO acquirer_notifications (acquirer, reference, content_hash, received_at, next_attempt_at)
          VALUES ('sandbox', 'nobody', '', '2026-01-01T11:00:00Z', '2026-01-01T11:58:30Z');
        INSERT INTO payment_checks (payment_id, next_check_at) SELECT id, '2026-01-01T11:00:00Z' FROM payments
          ON CONFLICT (payment_id) DO UPDATE SET next_check_at = EXCLUDED.next_check_at;
        INSERT INTO slip_pix_codes (payment_id, sent_at, next_look_at, looks)
          VALUES (1, '2026-01-01T11:00:00Z', '2026-01-01T11:59:00Z', 7), (2, '2026-01-01T11:00:00Z', NULL, 9);
        INSERT INTO reminders (merchant_id, payment_id, day, place, address_hash, status, created_at)
          VALUES (1, 1, '2026-01-01', 1, '1', 'FAILED', '2026-01-01T11:40:00Z'),
            (1, 2, '2026-01-01', 2, '2', 'SENT', '2026-01-01T11:40:00Z'),
            (1, 3, '2026-01-01', 3, '3', 'WAITING', '2026-01-01T11:50:00Z');
        UPDATE webhook_deliveries SET status = 'PENDING', next_attempt_at = '2026-01-01T11:59:50Z'`);
      const overview = (await createOverview(sourcesOf(db, true))()) as Overview;
      expect(overview.overdueSeconds).toEqual({
        deliveries: 10,
        'deliveries-to-failing-endpoints': 0,
        notifications: 90,
        'payment-checks': 3_600,
        'slip-pix-codes': 60,
        payouts: 0,
        'payout-returns': 0,
        'refund-checks': 0,
        notices: 0,
      });
      expect(overview).toMatchObject({ vainSlipCodes: 1, reminders: { waitingMs: 600_000, sent: 1, failing: 1 } });
      expect(await createOverview(sourcesOf(db))()).toMatchObject({ reminders: null });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('is kept for five seconds, and unknown where the database is away or silent', async () => {
    let asked = 0;
    let nowMs = 0;
    const failing = {
      query: async () => {
        asked++;
        throw new Error('away');
      },
    };
    const read = createOverview(sourcesOf(failing), () => nowMs);
    expect([await read(), await read()]).toEqual([null, null]);
    expect(asked).toBe(1);
    nowMs = 5_000;
    await read();
    expect(asked).toBe(2);
    const silent = createOverview(sourcesOf({ query: () => new Promise(() => {}) }));
    expect(await silent()).toBeNull();
  });
});

describe('[operation] alerts, dashboard and guide', () => {
  const known = () =>
    new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
      ),
    );
  const namesIn = (query: string) => query.match(/\b(vintem|nodejs|process)_\w+/g) ?? [];

  it('every rule and every panel asks for metrics that exist', () => {
    const rules = (parse(fileOf('ops/alerts.yml')).groups as { rules: { expr: string }[] }[]).flatMap((g) => g.rules);
    const panels = JSON.parse(fileOf('ops/grafana-dashboard.json')).panels as { targets?: { expr: string }[] }[];
    const queries = [...rules, ...panels.flatMap(({ targets = [] }) => targets)].map(({ expr }) => expr);
    expect(queries.length).toBeGreaterThan(20);
    for (const query of queries) {
      const names = namesIn(query);
      expect(names.length, query).toBeGreaterThan(0);
      expect(
        names.filter((name) => !known().has(name)),
        query,
      ).toEqual([]);
    }
  });

  it('every rule says what is wrong and what to do, and every metric of ours stands in the guide', () => {
    const rules = (parse(fileOf('ops/alerts.yml')).groups as { rules: Record<string, never>[] }[]).flatMap(
      (g) => g.rules,
    );
    for (const rule of rules)
      expect(rule).toMatchObject({
        alert: expect.stringMatching(/^Vintem[A-Z]/),
        labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
        annotations: { summary: expect.stringMatching(/\S/), action: expect.stringMatching(/\S/) },
      });
    const guide = fileOf('docs/guides/operating.md');
    const ours = [...text.matchAll(/^# TYPE (vintem_\S+)/gm)].map(([, name]) => name as string);
    expect(ours.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
    expect(rules.map(({ alert }) => String(alert)).filter((alert) => !guide.includes(`\`${alert}\``))).toEqual([]);
  });
});
