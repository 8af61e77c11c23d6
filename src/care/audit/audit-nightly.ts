import { addDays } from '../../ground/brazil/calendar.rules.ts';
import type { Db, DbPool } from '../../ground/db/pool.ts';
import type { Deps } from '../../ground/deps.ts';
import { AUDIT_WITHIN_MS } from '../../ground/pools.ts';
import { type PollLoop, startPollLoop } from '../../ground/queues/poll-loop.ts';
import { type AuditResult, auditLedger } from './audit-ledger.ts';
import {
  type AuditLease,
  cancelStatementOf,
  claimAudit,
  finishAudit,
  forgetAuditsBefore,
  giveBackAudit,
  hasAuditRun,
  readBackendId,
} from './audit-runs.sql.ts';
import { auditNightAt } from './audit-time.rules.ts';

const LOOK_EVERY_MS = 30_000;
/** Longer than it may run: a process that died gives the night back after this. */
const LEASE_MS = AUDIT_WITHIN_MS + 60_000;
const AGAIN_AFTER_MS = 15 * 60 * 1000;
const KEPT_DAYS = 365;

type NightlyDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log'>;

/**
 * Audits the books once a night, in whichever process comes first, by real time: it is the operators' work, whatever
 * day the sandbox plays. `auditDb` is one connection without parallel helpers, so that it takes one processor at most.
 */
export function startNightlyAudit(deps: NightlyDeps, auditDb: DbPool): PollLoop {
  const stopping = new AbortController();
  const startedAt = deps.clock.realNow();
  const loop = startPollLoop(deps.log, 'audit-books', async () => {
    await auditIfDue(deps, auditDb, startedAt, stopping.signal);
    return LOOK_EVERY_MS;
  });
  return {
    poke: loop.poke,
    stop() {
      stopping.abort();
      return loop.stop();
    },
  };
}

export async function auditIfDue(
  deps: NightlyDeps,
  auditDb: DbPool,
  startedAt: Date,
  signal: AbortSignal,
): Promise<void> {
  const now = deps.clock.realNow();
  const due = deps.config.auditAt && auditNightAt(now, deps.config.auditAt);
  if (!due) return;
  // A database that was never audited may have been made a minute ago: its first audit is that of its first night.
  if (startedAt > due.dueAt && !(await hasAuditRun(deps.db))) return;
  const lease = { night: due.night, until: new Date(now.getTime() + LEASE_MS) };
  if (!(await claimAudit(deps.db, lease, now))) return;
  try {
    const result = await auditLedger(auditDb, { guard: (snapshot) => stoppable(deps.db, snapshot, signal) });
    await report(deps, lease, result);
  } catch (error) {
    const pauseMs = signal.aborted ? 0 : AGAIN_AFTER_MS;
    await giveBackAudit(deps.db, lease, new Date(deps.clock.realNow().getTime() + pauseMs));
    if (!signal.aborted) throw error;
  }
}

/**
 * A process that is told to stop does not wait for an audit: the statement under way is cancelled, and none follows.
 */
async function stoppable(db: Db, snapshot: Db, signal: AbortSignal): Promise<Db> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(AUDIT_WITHIN_MS)]);
  limit.throwIfAborted();
  const backendId = await readBackendId(snapshot);
  let isRunning = false;
  limit.addEventListener('abort', () => {
    // Only while a statement runs: afterwards the connection may be somebody else's.
    if (isRunning) void cancelStatementOf(db, backendId).catch(() => {});
  });
  return {
    async query(sql, params) {
      limit.throwIfAborted();
      isRunning = true;
      try {
        return await snapshot.query(sql, params);
      } finally {
        isRunning = false;
      }
    },
  };
}

async function report(
  { db, clock, log }: NightlyDeps,
  lease: AuditLease,
  { held, broken }: AuditResult,
): Promise<void> {
  const findings = broken?.rows.length ?? 0;
  const finishedAt = clock.realNow();
  await finishAudit(db, lease, { finishedAt, checksHeld: held.length, brokenCheck: broken?.name ?? null, findings });
  await forgetAuditsBefore(db, addDays(lease.night, -KEPT_DAYS));
  // Of what is broken only the name: rows hold figures that belong into an operator's hands, not into every log.
  if (broken)
    log.error({ night: lease.night, check: broken.name, findings }, 'the books do not hold: run vintem audit');
  else log.info({ night: lease.night, checks: held.length }, 'the books hold');
}
