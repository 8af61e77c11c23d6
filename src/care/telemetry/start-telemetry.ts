import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Secrets } from '../../gateway/sandbox/read-secrets.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Config } from '../../ground/config.ts';
import type { Db } from '../../ground/db/pool.ts';
import type { Measures } from '../../ground/measures.ts';
import { noTraces, type Traces } from '../../ground/traces.ts';
import type { WebhookSender } from '../../ground/webhook-sender.ts';
import type { WatchCall } from '../../rails/acquirers/registry.ts';
import { listBankAccounts } from '../../rails/cnab240/bank-accounts.ts';
import type { CallTimes } from './call-times.ts';
import type { MetricSources } from './metrics.ts';

/** What watches the work of a process. Whoever does the work knows only the ports. */
export interface Telemetry {
  measures: Measures | null;
  traces: Traces;
  watchRequests(app: FastifyInstance): void;
  /** Null where nobody watches. */
  watchCall: WatchCall | null;
  callHeaders: () => Record<string, string>;
  watchDeliveries(sender: WebhookSender): WebhookSender;
  /** Where metrics are served; null: nowhere. */
  metricsUrl: string | null;
  /** How long acquirers take to answer this process; null where nobody looks. */
  callTimes: CallTimes | null;
}

export interface TelemetryParts extends Pick<MetricSources, 'pools'> {
  config: Config;
  log: Logger;
  clock: Clock;
  listsDb: Db;
  secrets: Pick<Secrets, 'webhookKey' | 'acquirerKeys'>;
  /** Closed when the process stops, the last first. */
  cleanups: (() => Promise<void>)[];
}

/** Loads what the settings ask for, and nothing of what they do not. */
export async function startTelemetry(parts: TelemetryParts): Promise<Telemetry> {
  const [measuring, following] = [await startMeasuring(parts), await startFollowing(parts)];
  const callTimes = await startTiming(parts);
  const watchers = [measuring, following].flatMap((watcher) => (watcher ? [watcher] : []));
  const watchCalls = [...watchers, callTimes].flatMap((watcher) => (watcher ? [watcher.watchCall] : []));
  return {
    measures: measuring?.measures ?? null,
    traces: following ?? noTraces,
    watchRequests: (app) => {
      for (const watcher of watchers) watcher.watchRequests(app);
    },
    watchCall: watchCalls.reduce<WatchCall | null>((inner, outer) => around(outer, inner), null),
    callHeaders: following ? following.callHeaders : () => ({}),
    watchDeliveries: measuring ? measuring.watchDeliveries : (sender) => sender,
    metricsUrl: measuring?.url ?? null,
    callTimes,
  };
}

function around(outer: WatchCall, inner: WatchCall | null): WatchCall {
  if (!inner) return outer;
  return (acquirer, operation, call) => outer(acquirer, operation, () => inner(acquirer, operation, call));
}

async function startMeasuring({ config, pools, listsDb, clock, secrets, cleanups }: TelemetryParts) {
  if (!config.metrics) return null;
  const [
    { createMetrics },
    { createOverview },
    { serveMetrics },
    { measureCalls, measureDeliveries, measureRequests },
  ] = await Promise.all([
    import('./metrics.ts'),
    import('./read-overview.ts'),
    import('./serve-metrics.ts'),
    import('./measure-work.ts'),
  ]);
  const build = { version: ownVersion(), role: config.role, mode: config.mode };
  const bankAccounts = () => listBankAccounts(listsDb, secrets.acquirerKeys);
  const readOverview = createOverview({ db: listsDb, clock, bankAccounts, sendsMail: config.smtp !== null });
  const metrics = createMetrics(build, { pools, readOverview });
  const listener = await serveMetrics(metrics, config.metrics);
  cleanups.push(listener.close);
  const { measures } = metrics;
  return {
    measures,
    url: listener.url,
    watchRequests: (app: FastifyInstance) => measureRequests(app, measures),
    watchCall: measureCalls(measures),
    watchDeliveries: (sender: WebhookSender) => measureDeliveries(sender, measures),
  };
}

/** The operator's console shows how banks answer, also where nobody collects metrics. */
async function startTiming({ config, clock }: TelemetryParts): Promise<CallTimes | null> {
  if (!config.console || config.role === 'worker') return null;
  const { createCallTimes } = await import('./call-times.ts');
  return createCallTimes(clock.realNow);
}

async function startFollowing({ config, log, secrets, cleanups }: TelemetryParts) {
  if (!config.tracing) return null;
  const [{ createSpanExporter }, { followWork }] = await Promise.all([
    import('./span-exporter.ts'),
    import('./follow-work.ts'),
  ]);
  const resource = {
    'service.name': config.tracing.serviceName,
    'service.version': ownVersion(),
    'vintem.role': config.role,
    'deployment.environment.name': config.mode,
  };
  const exporter = createSpanExporter(config.tracing, resource, log);
  cleanups.push(exporter.close);
  return followWork({ key: secrets.webhookKey, ratio: config.tracing.ratio, add: exporter.add });
}

function ownVersion(): string {
  const file = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
