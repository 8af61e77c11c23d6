import type { DbPool } from '../../ground/db/pool.ts';
import type { Deps } from '../../ground/deps.ts';
import { AUDIT_WITHIN_MS } from '../../ground/pools.ts';
import {
  type AskedLease,
  claimAskedAudit,
  endAskedAudit,
  finishAskedAudit,
  forgetAskedBefore,
  giveBackAskedAudit,
  giveUpAskedAudits,
  renewAskedAudit,
} from './asked-audits.sql.ts';
import { auditLedger } from './audit-ledger.ts';
import { AUDITS_KEPT_DAYS } from './audit-time.rules.ts';
import { AuditElsewhere, stoppableSnapshot } from './stoppable-snapshot.ts';

/** How often is said how far it is; whoever has not said so for the lease is gone. */
const TELL_EVERY_MS = 1_000;
const LEASE_MS = 30_000;
const AGAIN_AFTER_MS = 10_000;
const DAY_MS = 86_400_000;

type AskedDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/** Makes the audit that an operator asked for, if there is one, and tells while it runs how far it is. */
export async function auditIfAsked(deps: AskedDeps, auditDb: DbPool, signal: AbortSignal): Promise<void> {
  const after = (ms: number) => new Date(deps.clock.realNow().getTime() + ms);
  const lease = await claimAskedAudit(deps.db, after(0), after(LEASE_MS));
  if (!lease) {
    if ((await giveUpAskedAudits(deps.db, after(0))) > 0) deps.log.error('an audit that was asked for was given up');
    return;
  }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(AUDIT_WITHIN_MS)]);
  const progress = tellProgress(deps, lease);
  try {
    const { held, broken } = await auditLedger(auditDb, {
      onCheck: progress.onCheck,
      guard: (snapshot) => stoppableSnapshot(deps.db, snapshot, limit),
    });
    await progress.end();
    const [brokenCheck, findings] = [broken?.name ?? null, broken?.rows.length ?? 0];
    const outcome = { finishedAt: after(0), checksHeld: held.length, brokenCheck, findings };
    await finishAskedAudit(deps.db, lease, outcome, broken?.rows ?? null);
    await forgetAskedBefore(deps.db, after(-AUDITS_KEPT_DAYS * DAY_MS));
    if (broken) deps.log.error({ audit: lease.id, check: brokenCheck, findings }, 'the books do not hold');
    else deps.log.info({ audit: lease.id, checks: held.length }, 'the books hold');
  } catch (error) {
    await progress.end();
    const isTry = !signal.aborted && !(error instanceof AuditElsewhere);
    // What takes longer than any audit may is not tried five times over.
    if (isTry && limit.aborted) await endAskedAudit(deps.db, lease, after(0));
    else await giveBackAskedAudit(deps.db, lease, { againAt: after(signal.aborted ? 0 : AGAIN_AFTER_MS), isTry });
    if (isTry) throw error;
  }
}

/** Told once a second at most, however fast checks follow each other. */
function tellProgress(deps: AskedDeps, lease: AskedLease) {
  let check: { number: number | null; name: string | null } = { number: null, name: null };
  let telling: Promise<void> = Promise.resolve();
  let isTelling = false;
  const tell = () => {
    if (isTelling) return;
    isTelling = true;
    const until = new Date(deps.clock.realNow().getTime() + LEASE_MS);
    telling = renewAskedAudit(deps.db, lease, { ...check, until })
      .catch((error) => deps.log.warn({ err: error, audit: lease.id }, 'how far an audit is could not be told'))
      .finally(() => {
        isTelling = false;
      });
  };
  const timer = setInterval(tell, TELL_EVERY_MS);
  return {
    onCheck(name: string, number: number) {
      const isFirst = check.number === null;
      check = { number, name };
      if (isFirst) tell();
    },
    async end() {
      clearInterval(timer);
      await telling;
    },
  };
}
