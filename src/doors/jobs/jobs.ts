import { foldLedgerDays } from '../../books/ledger/days/fold-ledger-days.ts';
import { makeCheckpoints } from '../../books/ledger/make-checkpoints.ts';
import { startAudits } from '../../care/audit/audit-nightly.ts';
import { sealBooks } from '../../care/audit/seal-books.ts';
import { warnOfBankFiles } from '../../care/doctor/warn-of-bank-files.ts';
import { anonymiseIdleCustomers } from '../../care/privacy/anonymise-idle-customers.ts';
import { finishAnonymisations } from '../../care/privacy/finish-anonymisations.ts';
import { compareDailyTotals } from '../../gateway/alignment/compare-daily-totals.ts';
import { comparePayouts } from '../../gateway/alignment/compare-payouts.ts';
import { forgetOldReports } from '../../gateway/alignment/forget-old-reports.ts';
import { checkPayments } from '../../gateway/alignment/safety-net/check-payments.ts';
import { searchReturns } from '../../gateway/alignment/search-returns.ts';
import { workNotifications } from '../../gateway/alignment/work-notifications.ts';
import { startBankFiles } from '../../gateway/bank-files/exchange-bank-files.ts';
import { forgetBankFiles } from '../../gateway/bank-files/forget-bank-files.ts';
import { forgetLinkTries } from '../../gateway/payment-links/forget-link-tries.ts';
import { releaseEndedHolds } from '../../gateway/payment-links/release-ended-holds.ts';
import { lookForReturns } from '../../gateway/payouts/look-for-returns.ts';
import { forgetScheduleRuns } from '../../gateway/payouts/schedule/forget-schedule-runs.ts';
import { schedulePayouts } from '../../gateway/payouts/schedule/schedule-payouts.ts';
import { sendPayouts } from '../../gateway/payouts/send-payouts.ts';
import { lookForReturns as lookForReturnedRefunds } from '../../gateway/refunds/by-rail/look-for-returns.ts';
import { checkRefunds } from '../../gateway/refunds/check-refunds.ts';
import { followSlipPix } from '../../gateway/slip-pix/follow-slip-pix.ts';
import { actorOfJob } from '../../ground/actor.rules.ts';
import type { DbPool } from '../../ground/db/pool.ts';
import type { JobName } from '../../ground/deps.ts';
import { forgetOldKeys } from '../../ground/idempotency/forget-old-keys.ts';
import type { Measures } from '../../ground/measures.ts';
import { type PollLoop, startPollLoop } from '../../ground/queues/poll-loop.ts';
import { actAs } from '../../ground/request-context.ts';
import { forgetOldEvents } from '../../news/events/forget-old-events.ts';
import { startWebhookDispatcher } from '../../news/webhooks/deliveries/deliver-webhooks.ts';
import { forgetOldDeliveries } from '../../news/webhooks/deliveries/forget-old-deliveries.ts';
import { giveUpDeliveries } from '../../news/webhooks/deliveries/give-up-deliveries.ts';
import { recoverMissed } from '../../news/webhooks/deliveries/recover-missed.ts';
import { findNotices } from '../../pages/notices/find-notices.ts';
import { forgetNotices } from '../../pages/notices/forget-notices.ts';
import { sendNotices } from '../../pages/notices/send-notices.ts';
import { tellLatePayments } from '../../pages/notices/tell-late-payments.ts';
import { findReminders } from '../../pages/reminders/find-reminders.ts';
import { forgetReminders } from '../../pages/reminders/forget-reminders.ts';
import { sendReminders } from '../../pages/reminders/send-reminders.ts';
import { forgetOldLogins } from '../../parties/accounts/forget-old-logins.ts';
import { forgetOldSessions } from '../../parties/accounts/sessions/forget-old-sessions.ts';
import { forgetAuditLog } from '../../parties/audit-log/forget-audit-log.ts';
import { forgetOldLinks } from '../../parties/people/forget-old-links.ts';
import { forgetNotifications } from '../../rails/acquirers/forget-notifications.ts';
import { warnOfCertificates } from '../../rails/acquirers/warn-of-certificates.ts';
import type { AllDeps } from '../all-deps.ts';
import { foldCounts } from './fold-counts.ts';

interface Job {
  name:
    | JobName
    | 'follow-slip-pix'
    | 'find-notices'
    | 'send-notices'
    | 'find-reminders'
    | 'send-reminders'
    | 'compare-payouts'
    | 'search-returns'
    | 'seal-books'
    | 'make-checkpoints'
    | 'fold-counts'
    | 'fold-ledger-days'
    | 'release-holds'
    | 'schedule-payouts'
    | 'look-for-returned-payouts'
    | 'look-for-returned-refunds'
    | 'tell-late-payments'
    | 'finish-anonymisations'
    | 'warn-of-bank-files'
    | 'anonymise-idle-customers'
    | `forget-${string}`;
  everyMs: number;
  /** Answers whether there may be more to do right away. */
  run: (deps: AllDeps) => Promise<boolean>;
}

/**
 * All background work of the gateway and its cadence. Each job claims what it does, so any number of processes
 * may run it.
 */
const JOBS: readonly Job[] = [
  { name: 'work-notifications', everyMs: 500, run: workNotifications },
  { name: 'check-payments', everyMs: 1_000, run: checkPayments },
  { name: 'check-refunds', everyMs: 1_000, run: checkRefunds },
  { name: 'send-payouts', everyMs: 1_000, run: sendPayouts },
  { name: 'look-for-returned-payouts', everyMs: 1_000, run: lookForReturns },
  { name: 'look-for-returned-refunds', everyMs: 1_000, run: lookForReturnedRefunds },
  { name: 'follow-slip-pix', everyMs: 1_000, run: followSlipPix },
  { name: 'schedule-payouts', everyMs: 1_000, run: runSomeSchedules },
  { name: 'give-up-deliveries', everyMs: 1_000, run: giveUpDeliveries },
  { name: 'recover-missed', everyMs: 1_000, run: recoverMissed },
  { name: 'fold-counts', everyMs: 1_000, run: foldCounts },
  { name: 'release-holds', everyMs: 10_000, run: releaseEndedHolds },
  { name: 'tell-late-payments', everyMs: 2_000, run: tellLatePayments },
  { name: 'find-notices', everyMs: 2_000, run: findNotices },
  { name: 'send-notices', everyMs: 2_000, run: sendNotices },
  { name: 'find-reminders', everyMs: 60_000, run: findReminders },
  { name: 'send-reminders', everyMs: 2_000, run: sendReminders },
  { name: 'forget-reminders', everyMs: 3_600_000, run: forgetReminders },
  { name: 'forget-notices', everyMs: 3_600_000, run: forgetNotices },
  { name: 'forget-old-deliveries', everyMs: 60_000, run: forgetOldDeliveries },
  { name: 'forget-notifications', everyMs: 60_000, run: forgetNotifications },
  { name: 'compare-daily-totals', everyMs: 60_000, run: compareDailyTotals },
  { name: 'compare-payouts', everyMs: 60_000, run: comparePayouts },
  { name: 'search-returns', everyMs: 60_000, run: searchReturns },
  { name: 'seal-books', everyMs: 60_000, run: sealBooks },
  { name: 'warn-of-certificates', everyMs: 86_400_000, run: warnOfCertificates },
  { name: 'warn-of-bank-files', everyMs: 3_600_000, run: warnOfBankFiles },
  { name: 'make-checkpoints', everyMs: 2_000, run: makeCheckpoints },
  { name: 'fold-ledger-days', everyMs: 60_000, run: foldLedgerDays },
  { name: 'forget-old-logins', everyMs: 60_000, run: forgetOldLogins },
  { name: 'forget-old-sessions', everyMs: 60_000, run: forgetOldSessions },
  { name: 'forget-old-links', everyMs: 60_000, run: forgetOldLinks },
  { name: 'forget-link-tries', everyMs: 60_000, run: forgetLinkTries },
  { name: 'forget-old-keys', everyMs: 60_000, run: forgetOldKeys },
  { name: 'forget-old-reports', everyMs: 3_600_000, run: forgetOldReports },
  { name: 'forget-bank-files', everyMs: 3_600_000, run: forgetBankFiles },
  { name: 'forget-schedule-runs', everyMs: 3_600_000, run: forgetScheduleRuns },
  { name: 'finish-anonymisations', everyMs: 10_000, run: finishAnonymisations },
  { name: 'anonymise-idle-customers', everyMs: 3_600_000, run: anonymiseIdleCustomers },
  { name: 'forget-old-events', everyMs: 60_000, run: forgetOldEvents },
  { name: 'forget-audit-log', everyMs: 3_600_000, run: forgetAuditLog },
];

/** A few each second, though more may be due: runs have ten hours, and whoever orders beside them must not notice. */
async function runSomeSchedules(deps: AllDeps): Promise<boolean> {
  await schedulePayouts(deps);
  return false;
}

export interface Jobs {
  /** All of them without a name. */
  poke(job?: JobName): void;
  /** Waits for what is running and starts nothing more. */
  stop(): Promise<void>;
}

export interface JobParts {
  /** For audits alone. */
  auditDb: DbPool;
  /** Null where nobody counts. */
  measures: Measures | null;
  /** In a process that only answers, where it is not as often as usual. */
  sumsEveryMs?: number | undefined;
}

/** A start must not ask for forty connections at once: each job begins this long after the one before it. */
const BEGIN_APART_MS = 10;
/** What looks this rarely has time until whoever waits for the start has been served. */
const RARE_MS = 60_000;
const RARE_BEGIN_MS = 10_000;

/** A worker listens too, for its health checks: only the role decides which process does the background work. */
export function startJobs(deps: AllDeps, { auditDb, measures, sumsEveryMs }: JobParts): Jobs {
  if (deps.config.role === 'api') return keepSums(deps, measures, sumsEveryMs);
  const loops = new Map(
    JOBS.map((job, index) => {
      const beginMs = index * BEGIN_APART_MS + (job.everyMs < RARE_MS ? 0 : RARE_BEGIN_MS);
      return [job.name as string, startLoop(deps, measures, job, beginMs)];
    }),
  );
  loops.set('deliver-webhooks' satisfies JobName, startWebhookDispatcher(deps));
  loops.set('exchange-bank-files', startBankFiles(deps));
  loops.set('audit-books' satisfies JobName, startAudits(deps, auditDb));
  return jobsOf(loops);
}

/** What lists, balances and books would read row by row while nobody adds it up. */
const SUMS: ReadonlySet<Job['name']> = new Set(['fold-counts', 'make-checkpoints', 'fold-ledger-days']);
/** A worker adds up every second: beside one, this is a look that finds nothing. */
const SUMS_EVERY_MS = 10_000;

/**
 * In a process that only answers: should no worker be there, what it reads must not grow with what was written
 * meanwhile.
 */
function keepSums(deps: AllDeps, measures: Measures | null, everyMs = SUMS_EVERY_MS): Jobs {
  const sums = JOBS.filter(({ name }) => SUMS.has(name)).map((job) => ({ ...job, everyMs }));
  return jobsOf(new Map(sums.map((job) => [job.name, startLoop(deps, measures, job, everyMs)])));
}

function startLoop(deps: AllDeps, measures: Measures | null, job: Job, firstAfterMs: number): PollLoop {
  const { name, everyMs, run } = job;
  const runOnce = measures ? () => measured(measures, name, () => run(deps)) : () => run(deps);
  const work = () => actAs(actorOfJob(name), async () => ((await runOnce()) ? 0 : everyMs));
  return startPollLoop(deps.log, name, work, firstAfterMs);
}

function jobsOf(loops: ReadonlyMap<string, PollLoop>): Jobs {
  return {
    poke: (job) => {
      if (job) loops.get(job)?.poke();
      else for (const loop of loops.values()) loop.poke();
    },
    stop: async () => {
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
    },
  };
}

async function measured<Result>(measures: Measures, job: string, run: () => Promise<Result>): Promise<Result> {
  const startMs = performance.now();
  const note = (outcome: 'done' | 'failed') => measures.jobRun(job, outcome, (performance.now() - startMs) / 1_000);
  try {
    const result = await run();
    note('done');
    return result;
  } catch (error) {
    note('failed');
    throw error;
  }
}
