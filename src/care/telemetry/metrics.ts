import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Measures } from '../../ground/measures.ts';
import type { Overview } from './read-overview.ts';

/** From what a cached lookup takes to the longest that a request may. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64];
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** A pool of connections, as far as it is counted. */
export interface CountedPool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

export interface MetricSources {
  /** By name; read when somebody asks. */
  pools: ReadonlyMap<string, CountedPool>;
  /** What the database knows about queues and nightly work; null while it does not answer in time. */
  readOverview(): Promise<Overview | null>;
}

export interface Metrics {
  measures: Measures;
  /** As Prometheus reads them. */
  text(): Promise<string>;
  contentType: string;
}

/** Every metric of a process, in a registry of its own. Labels are words of ours: routes, codes, names of acquirers. */
export function createMetrics(build: { version: string; role: string; mode: string }, sources: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addBuildInfo(registry, build);
  addPools(registry, sources.pools);
  const refresh = addOverview(registry, sources.readOverview);
  return {
    measures: createMeasures(registry),
    contentType: registry.contentType,
    text: async () => {
      await refresh();
      return registry.metrics();
    },
  };
}

function createMeasures(registry: Registry): Measures {
  const registers = [registry];
  const requests = new Histogram({
    name: 'vintem_http_request_duration_seconds',
    help: 'Requests by route, method and class of their status; streams and plain health checks are left out',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: 'vintem_http_refusals_total',
    help: 'Requests that were refused, by the code of their error',
    labelNames: ['code'] as const,
    registers,
  });
  const calls = new Histogram({
    name: 'vintem_acquirer_call_duration_seconds',
    help: 'Calls to acquirers by operation and outcome; unknown: no clear answer, or the circuit is open',
    labelNames: ['acquirer', 'operation', 'outcome'] as const,
    buckets: SECONDS,
    registers,
  });
  const oddAnswers = new Counter({
    name: 'vintem_acquirer_unreadable_total',
    help: 'Answers and callbacks of acquirers, or items of them, that could not be read, by the field at fault',
    labelNames: ['acquirer', 'operation', 'field'] as const,
    registers,
  });
  const deliveries = new Histogram({
    name: 'vintem_webhook_delivery_duration_seconds',
    help: 'Attempts to deliver a webhook by outcome: the class of the status, or what went wrong on the way',
    labelNames: ['outcome'] as const,
    buckets: SECONDS,
    registers,
  });
  const batches = new Histogram({
    name: 'vintem_order_batch_size',
    help: 'How many orders share one of the two writes of an order',
    labelNames: ['write'] as const,
    buckets: BATCH_SIZES,
    registers,
  });
  const jobs = new Histogram({
    name: 'vintem_job_run_duration_seconds',
    help: 'Runs of background jobs in this process, by job and whether it failed',
    labelNames: ['job', 'outcome'] as const,
    buckets: [0.01, 0.1, 1, 10, 60],
    registers,
  });
  const jobsDone = new Gauge({
    name: 'vintem_job_last_success_timestamp_seconds',
    help: 'When a background job of this process last ran through',
    labelNames: ['job'] as const,
    registers,
  });
  return {
    request: ({ method, route = 'none', status, seconds }) =>
      requests.observe(
        { method: METHODS.has(method) ? method : 'other', route, status: `${Math.floor(status / 100)}xx` },
        seconds,
      ),
    refusal: (code) => refusals.inc({ code }),
    acquirerCall: (acquirer, operation, outcome, seconds) => calls.observe({ acquirer, operation, outcome }, seconds),
    oddAnswer: ({ acquirer, operation, field }) => oddAnswers.inc({ acquirer, operation, field }),
    delivery: (outcome, seconds) => deliveries.observe({ outcome }, seconds),
    batch: (write, size) => batches.observe({ write }, size),
    jobRun: (job, outcome, seconds) => {
      jobs.observe({ job, outcome }, seconds);
      if (outcome === 'done') jobsDone.setToCurrentTime({ job });
    },
  };
}

function addBuildInfo(registry: Registry, build: { version: string; role: string; mode: string }): void {
  const info = new Gauge({
    name: 'vintem_build_info',
    help: 'Always 1: the release, role and mode of this process',
    labelNames: ['version', 'role', 'mode'] as const,
    registers: [registry],
  });
  info.set(build, 1);
}

function addPools(registry: Registry, pools: MetricSources['pools']): void {
  const registers = [registry];
  const connections = new Gauge({
    name: 'vintem_database_connections',
    help: 'Open connections of this process to the database, by pool and state',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of pools) {
        connections.set({ pool, state: 'idle' }, idleCount);
        connections.set({ pool, state: 'busy' }, totalCount - idleCount);
      }
    },
  });
  const waiting = new Gauge({
    name: 'vintem_database_waiting',
    help: 'Who waits in this process for a connection to the database, by pool',
    labelNames: ['pool'] as const,
    registers,
    collect() {
      for (const [pool, { waitingCount }] of pools) waiting.set({ pool }, waitingCount);
    },
  });
}

/**
 * What the database tells is the same in every process that asks it. A metric whose figure is not known is left out,
 * instead of standing still at its last.
 */
function addOverview(registry: Registry, readOverview: MetricSources['readOverview']): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const overdue = gauge(
    'vintem_queue_overdue_seconds',
    'How long the longest due row of a queue has been due; 0: nothing is late',
    ['queue'],
  );
  const comparedDay = gauge(
    'vintem_comparison_day_timestamp_seconds',
    "The end of the last day whose totals were compared with an acquirer's",
    ['acquirer'],
  );
  const differs = gauge('vintem_comparison_differs', "1 where our totals of that day differ from the acquirer's", [
    'acquirer',
  ]);
  const divergences = gauge(
    'vintem_divergences_open',
    'Divergences of an acquirer that were open when that day was compared',
    ['acquirer'],
  );
  const auditedAt = gauge('vintem_audit_last_success_timestamp_seconds', 'When the last audit ran through');
  const auditSeconds = gauge('vintem_audit_duration_seconds', 'How long the last audit took');
  const auditFindings = gauge('vintem_audit_findings', 'What the last audit found broken, at most a few of it');
  const backedUpAt = gauge(
    'vintem_backup_last_timestamp_seconds',
    'When the newest backup that anybody told of was made; absent: none',
  );
  const numbersLeft = gauge('vintem_bank_numbers_left', 'Numbers that a bank which takes files has left to give', [
    'acquirer',
  ]);
  const bankWaiting = gauge(
    'vintem_bank_file_waiting_seconds',
    'For how long the oldest boleto or change has been waiting for a file to its bank; 0: none is',
    ['acquirer'],
  );
  const openPayouts = gauge('vintem_payouts_open', 'Payouts that have not ended, by state', ['state']);
  const reminders = gauge(
    'vintem_reminders_tried',
    'Reminders of today that the mail server took (sent) and did not take so far (failing); of many a sample of 1,000',
    ['outcome'],
  );
  const labelled = [overdue, comparedDay, differs, divergences, numbersLeft, bankWaiting, openPayouts, reminders];
  const openRefunds = gauge('vintem_refunds_open', 'Refunds that are under way');
  const oldestRefund = gauge(
    'vintem_refunds_oldest_seconds',
    'For how long the oldest refund is under way; 0: none is',
  );
  const oldestPayout = gauge(
    'vintem_payouts_oldest_seconds',
    'For how long the oldest payout that needs no approval has not ended; 0: none',
  );
  const unknownReceipts = gauge(
    'vintem_unknown_receipts_open',
    'Payments that banks have received and that belong to no transaction, which nobody has dealt with; at most 1,001',
  );
  const vainSlipCodes = gauge(
    'vintem_slip_pix_codes_stuck',
    'PIX codes on slips that have not been where they should be for an hour; at most 1,001',
  );
  const remindersWaiting = gauge(
    'vintem_reminders_waiting_seconds',
    'For how long the first reminder of today that should go out has not; 0: none waits; absent without a mail server',
  );
  const plain = [
    auditedAt,
    auditSeconds,
    auditFindings,
    backedUpAt,
    openRefunds,
    oldestRefund,
    oldestPayout,
    unknownReceipts,
    vainSlipCodes,
    remindersWaiting,
  ];
  const isUp = gauge('vintem_database_overview_up', '1 where the database told about queues and nightly work in time');
  return async () => {
    const overview = await readOverview();
    for (const metric of labelled) metric.reset();
    for (const metric of plain) metric.remove();
    isUp.set(overview ? 1 : 0);
    if (!overview) return;
    for (const [queue, seconds] of Object.entries(overview.overdueSeconds)) overdue.set({ queue }, seconds);
    openRefunds.set(overview.openRefunds.count);
    oldestRefund.set(overview.openRefunds.oldestSeconds);
    openPayouts.set({ state: 'awaiting-approval' }, overview.openPayouts.awaitingApproval);
    openPayouts.set({ state: 'requested' }, overview.openPayouts.requested);
    openPayouts.set({ state: 'sent' }, overview.openPayouts.sent);
    oldestPayout.set(overview.openPayouts.oldestSeconds);
    unknownReceipts.set(overview.unknownReceipts);
    vainSlipCodes.set(overview.vainSlipCodes);
    if (overview.reminders) {
      remindersWaiting.set(overview.reminders.waitingMs / 1_000);
      reminders.set({ outcome: 'sent' }, overview.reminders.sent);
      reminders.set({ outcome: 'failing' }, overview.reminders.failing);
    }
    for (const { acquirer, dayEnd, isDifferent, openDivergences } of overview.comparisons) {
      comparedDay.set({ acquirer }, secondsOf(dayEnd));
      differs.set({ acquirer }, isDifferent ? 1 : 0);
      divergences.set({ acquirer }, openDivergences);
    }
    for (const bank of overview.bankFiles) {
      numbersLeft.set({ acquirer: bank.acquirer }, bank.numbersLeft);
      bankWaiting.set({ acquirer: bank.acquirer }, bank.waitingSeconds);
    }
    if (overview.backupAt) backedUpAt.set(secondsOf(overview.backupAt));
    if (!overview.audit) return;
    auditedAt.set(secondsOf(overview.audit.finishedAt));
    auditSeconds.set(overview.audit.seconds);
    auditFindings.set(overview.audit.findings);
  };
}

function secondsOf(at: Date): number {
  return at.getTime() / 1_000;
}
