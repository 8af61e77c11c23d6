import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askForAudit } from '../../../src/care/audit/ask-for-audit.ts';
import { type AskedAudit, listAskedAudits } from '../../../src/care/audit/asked-audits.sql.ts';
import { auditIfAsked } from '../../../src/care/audit/audit-asked.ts';
import { CHECK_NAMES } from '../../../src/care/audit/audit-ledger.ts';
import { auditIfDue } from '../../../src/care/audit/audit-nightly.ts';
import { findLatestAudit, takeAuditTurn } from '../../../src/care/audit/audit-runs.sql.ts';
import { openPool } from '../../../src/ground/db/pool.ts';
import { withSnapshot } from '../../../src/ground/db/transaction.ts';
import { createLog } from '../../../src/ground/log.ts';
import { eventually } from '../../support/contract.ts';
import { corrupt } from '../../support/corrupt.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createPaid, openCompany } from '../../support/money.ts';

let gateway: TestGateway;
let paymentId: number;
const lines: Record<string, unknown>[] = [];
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });

beforeAll(async () => {
  // Nobody in the background takes what this test asks for.
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  paymentId = await createPaid(gateway, await openCompany(gateway), 10_000);
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.database.db.query('DELETE FROM asked_audits');
  lines.length = 0;
});

const db = () => gateway.vintem.deps.db;
const realNow = () => gateway.vintem.deps.clock.realNow();
const worker = (lateMs = 0) => ({
  ...gateway.vintem.deps,
  log,
  clock: { ...gateway.vintem.deps.clock, realNow: () => new Date(realNow().getTime() + lateMs) },
});
const audit = (lateMs = 0, signal = new AbortController().signal) => auditIfAsked(worker(lateMs), db(), signal);
const ask = (by = 'Ana') => askForAudit(gateway.vintem.deps, by);
const latest = async () => (await listAskedAudits(db(), 1))[0] as AskedAudit;

describe('[operation] an audit that an operator asks for', () => {
  it('is made once, by one process, and its result is stored', async () => {
    await ask();
    await Promise.all([audit(), audit(), audit()]);
    expect(await latest()).toMatchObject({
      asked_by: 'Ana',
      checks_held: CHECK_NAMES.length,
      findings: 0,
      broken_check: null,
      broken_rows: null,
    });
    expect(lines.map(({ msg }) => msg)).toEqual(['the books hold']);
    await audit();
    expect(await listAskedAudits(db(), 9)).toHaveLength(1);
    await db().query("UPDATE asked_audits SET asked_at = now() - interval '366 days'");
    await ask();
    await audit();
    expect(await listAskedAudits(db(), 9)).toHaveLength(1);
    expect(await findLatestAudit(db())).toMatchObject({ findings: 0, finished_at: (await latest()).ended_at });
  });

  it('is joined by whoever asks before it ended, ten at a time, and logged once', async () => {
    const asked = await Promise.all(Array.from({ length: 10 }, (_, number) => ask(`operator ${number}`)));
    expect(asked.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(asked.map((one) => one.audit.id)).size).toBe(1);
    const logged = await db().query("SELECT FROM audit_log WHERE action = 'audit.asked' AND details ->> 'audit' = $1", [
      String(asked[0]?.audit.id),
    ]);
    expect(logged).toHaveLength(1);
    await audit();
    expect((await ask()).isNew).toBe(true);
  });

  it('shows what is broken to the operator, and to the log its name alone', async () => {
    const change = (sign: string) =>
      corrupt(gateway.database, { payment: paymentId }, [
        `UPDATE payments SET amount_cents = amount_cents ${sign} 777123 WHERE id = :payment`,
      ]);
    await change('+');
    try {
      await ask();
      await audit();
      const broken = await latest();
      expect(broken.findings).toBeGreaterThan(0);
      expect(JSON.stringify(broken.broken_rows)).toContain('787123');
      expect(lines).toMatchObject([{ level: 50, check: broken.broken_check, findings: broken.findings }]);
      expect(JSON.stringify(lines)).not.toContain('787123');
    } finally {
      await change('-');
    }
  });

  it('tells how far it is, and a stop gives it back at once', async () => {
    const holder = await gateway.database.db.pool.connect();
    const auditDb = openPool({ url: gateway.database.serviceUrl, max: 1, applicationName: 'audit', onError: () => {} });
    const stopping = new AbortController();
    try {
      await holder.query('BEGIN; LOCK TABLE ledger_journals IN ACCESS EXCLUSIVE MODE');
      await ask();
      const running = auditIfAsked(worker(), auditDb, stopping.signal);
      await eventually(async () => expect((await latest()).check_number).toBeGreaterThan(0));
      expect(await latest()).toMatchObject({ check_name: CHECK_NAMES[((await latest()).check_number ?? 0) - 1] });
      expect((await latest()).leased_until?.getTime()).toBeGreaterThan(realNow().getTime());
      stopping.abort();
      await running;
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
      await auditDb.close();
    }
    expect(await latest()).toMatchObject({ ended_at: null });
    await audit();
    expect(await latest()).toMatchObject({ findings: 0 });
  });

  it('waits while somebody else audits, and the night waits for it', async () => {
    await ask();
    const config = { ...gateway.vintem.deps.config, auditAt: { hour: 3, minute: 30 } };
    const night = new Date('2026-03-02T06:35:00Z');
    await withSnapshot(gateway.database.db, async (other) => {
      expect(await takeAuditTurn(other)).toBe(true);
      await audit();
      expect(await latest()).toMatchObject({ ended_at: null, findings: null });
      const nightly = { ...worker(), config, clock: { ...worker().clock, realNow: () => night } };
      await auditIfDue(nightly, db(), new Date(0), new AbortController().signal);
      expect(await db().query("SELECT findings FROM audit_runs WHERE night = '2026-03-02'")).toEqual([
        { findings: null },
      ]);
    });
    // Not at once again, and that it could not begin was no try.
    await audit();
    expect((await latest()).ended_at).toBeNull();
    await audit(10_000);
    expect(await latest()).toMatchObject({ findings: 0 });
  });

  it('of a process that died is taken by another, and given up after five', async () => {
    await ask();
    await db().query(
      "UPDATE asked_audits SET started_at = now(), leased_until = now() + interval '30 seconds', tries = 1",
    );
    await audit();
    expect((await latest()).ended_at).toBeNull();
    await audit(31_000);
    expect(await latest()).toMatchObject({ findings: 0 });
    await ask();
    await db().query('UPDATE asked_audits SET leased_until = now(), tries = 5 WHERE ended_at IS NULL');
    await audit(1_000);
    expect(await latest()).toMatchObject({ checks_held: null, ended_at: expect.any(Date) });
    expect((await ask()).isNew).toBe(true);
  });

  it('that fails is tried again after a while', async () => {
    await ask();
    const away = { ...db(), pool: { waitingCount: 0, connect: () => Promise.reject(new Error('away')) } };
    const failing = auditIfAsked(worker(), away as unknown as ReturnType<typeof db>, new AbortController().signal);
    await expect(failing).rejects.toThrow('away');
    expect((await latest()).ended_at).toBeNull();
    await audit(10_000);
    expect(await latest()).toMatchObject({ findings: 0 });
  });
});
