import { addDays } from '../../ground/brazil/calendar.rules.ts';
import type { DbPool } from '../../ground/db/pool.ts';
import type { Deps } from '../../ground/deps.ts';
import { AUDIT_WITHIN_MS } from '../../ground/pools.ts';
import { type PollLoop, startPollLoop } from '../../ground/queues/poll-loop.ts';
import { auditIfAsked } from './audit-asked.ts';
import { type AuditResult, auditLedger } from './audit-ledger.ts';
import {
  type AuditLease,
  claimAudit,
  finishAudit,
  forgetAuditsBefore,
  giveBackAudit,
  hasAuditRun,
} from './audit-runs.sql.ts';
import { AUDITS_KEPT_DAYS, auditNightAt } from './audit-time.rules.ts';
import { AuditElsewhere, stoppableSnapshot } from './stoppable-snapshot.ts';

/** Whoever asked for an audit waits no longer for its beginning, whichever process they asked. */
const LOOK_EVERY_MS = 5_000;
/** Longer than it may run: a process that died gives the night back after this. */
const LEASE_MS = AUDIT_WITHIN_MS + 60_000;
const AGAIN_AFTER_MS = 15 * 60 * 1000;
/** After somebody else's audit, which is under way. */
const AFTER_OTHERS_MS = 60_000;

type NightlyDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log'>;

/**
 * Audits the books once a night, in whichever process comes first, by real time: it is the operators' work, whatever
 * day the sandbox plays; and whenever an operator asks. `auditDb` is one connection without parallel helpers, so that
 * it takes one processor at most.
 */
export function startAudits(deps: NightlyDeps, auditDb: DbPool): PollLoop {
  const stopping = new AbortController();
  const startedAt = deps.clock.realNow();
  const loop = startPollLoop(deps.log, 'audit-books', async () => {
    await auditIfAsked(deps, auditDb, stopping.signal);
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
    const limit = AbortSignal.any([signal, AbortSignal.timeout(AUDIT_WITHIN_MS)]);
    const result = await auditLedger(auditDb, { guard: (snapshot) => stoppableSnapshot(deps.db, snapshot, limit) });
    await report(deps, lease, result);
  } catch (error) {
    const isElsewhere = error instanceof AuditElsewhere;
    const pauseMs = signal.aborted ? 0 : isElsewhere ? AFTER_OTHERS_MS : AGAIN_AFTER_MS;
    await giveBackAudit(deps.db, lease, new Date(deps.clock.realNow().getTime() + pauseMs));
    if (!signal.aborted && !isElsewhere) throw error;
  }
}

async function report(
  { db, clock, log }: NightlyDeps,
  lease: AuditLease,
  { held, broken }: AuditResult,
): Promise<void> {
  const findings = broken?.rows.length ?? 0;
  const finishedAt = clock.realNow();
  await finishAudit(db, lease, { finishedAt, checksHeld: held.length, brokenCheck: broken?.name ?? null, findings });
  await forgetAuditsBefore(db, addDays(lease.night, -AUDITS_KEPT_DAYS));
  // Of what is broken only the name: rows hold figures that belong into an operator's hands, not into every log.
  if (broken)
    log.error({ night: lease.night, check: broken.name, findings }, 'the books do not hold: run vintem audit');
  else log.info({ night: lease.night, checks: held.length }, 'the books hold');
}
