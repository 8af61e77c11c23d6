import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditIfDue, startAudits } from '../../../src/care/audit/audit-nightly.ts';
import type { Clock } from '../../../src/ground/clock.ts';
import { openPool } from '../../../src/ground/db/pool.ts';
import { createLog } from '../../../src/ground/log.ts';
import { eventually } from '../../support/contract.ts';
import { corrupt } from '../../support/corrupt.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createPaid, openCompany } from '../../support/money.ts';

interface StoredRun {
  night: string;
  findings: number | null;
  broken_check: string | null;
  checks_held: number | null;
  leased_until: Date;
}

let gateway: TestGateway;
let paymentId: number;
const lines: Record<string, unknown>[] = [];
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });

beforeAll(async () => {
  gateway = await startTestGateway({ AUDIT_AT: 'off' });
  paymentId = await createPaid(gateway, await openCompany(gateway), 10_000);
});
afterAll(() => gateway.close());

const nightOf = (day: string) => new Date(`${day}T06:35:00Z`);
/** A worker at that time; it came up long before, unless a test says when. */
function workerAt(now: Date, startedAt = new Date(0)) {
  const { deps } = gateway.vintem;
  const clock: Clock = { ...deps.clock, realNow: () => now };
  const config = { ...deps.config, auditAt: { hour: 3, minute: 30 } };
  const audit = (signal = new AbortController().signal) =>
    auditIfDue({ ...deps, clock, config, log }, deps.db, startedAt, signal);
  return { audit, deps: { ...deps, clock, config, log } };
}
const runs = () => gateway.database.db.query<StoredRun>('SELECT * FROM audit_runs ORDER BY night');

describe('[operation] the nightly audit', () => {
  it('of a database that was never audited begins with the first night that a process sees', async () => {
    await workerAt(nightOf('2026-03-01'), nightOf('2026-03-01')).audit();
    expect(await runs()).toEqual([]);
    await workerAt(new Date('2026-03-01T15:00:00Z')).audit();
    expect(await runs()).toEqual([]);
  });

  it('is made once a night, however many processes look, and its result is stored', async () => {
    await Promise.all([1, 2, 3].map(() => workerAt(nightOf('2026-03-02')).audit()));
    await workerAt(nightOf('2026-03-02')).audit();
    expect(await runs()).toMatchObject([{ night: '2026-03-02', findings: 0, broken_check: null }]);
    expect((await runs())[0]?.checks_held).toBeGreaterThan(20);
    expect(lines).toMatchObject([{ night: '2026-03-02', msg: 'the books hold' }]);
  });

  it('tells of what is broken by the name of the check alone', async () => {
    await corrupt(gateway.database, { payment: paymentId }, [
      'UPDATE payments SET amount_cents = amount_cents + 777123 WHERE id = :payment',
    ]);
    lines.length = 0;
    await workerAt(nightOf('2026-03-03')).audit();
    const [, run] = await runs();
    expect(run).toMatchObject({ night: '2026-03-03', findings: expect.any(Number) });
    expect(run?.findings).toBeGreaterThan(0);
    expect(lines).toMatchObject([{ level: 50, check: run?.broken_check, findings: run?.findings }]);
    expect(JSON.stringify(lines)).not.toContain('777123');
    await corrupt(gateway.database, { payment: paymentId }, [
      'UPDATE payments SET amount_cents = amount_cents - 777123 WHERE id = :payment',
    ]);
  });

  it('holds up no stop: what runs is cancelled, and another process takes the night over at once', async () => {
    const holder = await gateway.database.db.pool.connect();
    const auditDb = openPool({ url: gateway.database.serviceUrl, max: 1, applicationName: 'audit', onError: () => {} });
    try {
      await holder.query('BEGIN; LOCK TABLE ledger_journals IN ACCESS EXCLUSIVE MODE');
      const loop = startAudits(workerAt(nightOf('2026-03-04')).deps, auditDb);
      await eventually(async () => {
        const waiting = await gateway.database.db.query(
          `SELECT FROM pg_stat_activity WHERE application_name = 'audit' AND wait_event_type = 'Lock'`,
        );
        expect(waiting).toHaveLength(1);
      });
      await loop.stop();
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
      await auditDb.close();
    }
    expect((await runs()).at(-1)).toMatchObject({ night: '2026-03-04', findings: null });
    await workerAt(nightOf('2026-03-04')).audit();
    expect((await runs()).at(-1)).toMatchObject({ night: '2026-03-04', findings: 0 });
  });

  it('that failed is tried again after a while; results are kept for a year', async () => {
    const { deps } = workerAt(nightOf('2026-03-05'));
    const away = { ...deps.db, pool: { waitingCount: 0, connect: () => Promise.reject(new Error('away')) } };
    const failing = auditIfDue(deps, away as unknown as typeof deps.db, new Date(0), new AbortController().signal);
    await expect(failing).rejects.toThrow('away');
    await workerAt(nightOf('2026-03-05')).audit();
    expect((await runs()).at(-1)).toMatchObject({ findings: null, leased_until: new Date('2026-03-05T06:50:00Z') });
    await workerAt(new Date('2026-03-05T06:50:00Z')).audit();
    expect((await runs()).at(-1)).toMatchObject({ night: '2026-03-05', findings: 0 });
    await workerAt(nightOf('2027-03-04')).audit();
    expect((await runs()).map(({ night }) => night)).toEqual(['2026-03-04', '2026-03-05', '2027-03-04']);
  });
});
