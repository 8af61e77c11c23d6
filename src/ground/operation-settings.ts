import type { TimeOfDay } from './brazil/calendar.rules.ts';
import { address, ConfigError, type Env, integer } from './setting-values.ts';

/** What operators watch a running process by. Everything is off until it is set, but for the nightly audit. */
export interface OperationSettings {
  /** Where `/metrics` is served; null: nowhere, and nothing is measured. */
  metrics: { host: string; port: number } | null;
  /** Where spans are sent to; null: nowhere, and nothing is traced. */
  tracing: TracingSettings | null;
  /** When the books are audited each night, in São Paulo; null: never. */
  auditAt: TimeOfDay | null;
}

export interface TracingSettings {
  /** The address of a collector that takes OTLP over HTTP, the path of spans included. */
  url: string;
  /** Sent with every batch, such as the key of a hosted collector. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Which share of the traces that begin here is kept, from 0 to 1. */
  ratio: number;
}

export function readOperationSettings(env: Env): OperationSettings {
  return { metrics: metrics(env), tracing: tracing(env), auditAt: auditAt(env) };
}

function metrics(env: Env): OperationSettings['metrics'] {
  if (!env['METRICS_PORT']) return null;
  return {
    // Not HOST: where everybody reaches the API, nobody but an operator should read its figures.
    host: env['METRICS_HOST'] || '127.0.0.1',
    port: integer(env, 'METRICS_PORT', 0, 0, 65_535),
  };
}

/** By the names that OpenTelemetry gives them, so that an operator need not learn others. */
function tracing(env: Env): TracingSettings | null {
  const name = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  if (!env[name]) return null;
  const endpoint = address(env, name, '');
  if (!/^https?:\/\//.test(endpoint)) throw new ConfigError(`${name} must begin with http:// or https://`);
  return {
    url: `${endpoint}/v1/traces`,
    headers: otlpHeaders(env),
    serviceName: env['OTEL_SERVICE_NAME'] || 'vintem',
    ratio: traceRatio(env),
  };
}

/** They hold keys: no error repeats them. */
function otlpHeaders(env: Env): Record<string, string> {
  const pairs = (env['OTEL_EXPORTER_OTLP_HEADERS'] ?? '').split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^\s*([\w-]+)\s*=\s*([\x21-\x7e]+(?: [\x21-\x7e]+)*)\s*$/.exec(decodedOr(pair)) ?? [];
      if (!name || !value)
        throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS must be a list such as api-key=secret,tenant=1');
      return [name.toLowerCase(), value];
    }),
  );
}

/** OpenTelemetry has values percent-encoded; most people write them as they are. */
function decodedOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function traceRatio(env: Env): number {
  const text = env['OTEL_TRACES_SAMPLER_ARG'];
  if (!text) return 1;
  const ratio = Number(text);
  if (!/^[\d.]+$/.test(text) || !(ratio >= 0 && ratio <= 1))
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, got "${text}"`);
  return ratio;
}

const DEFAULT_AUDIT_AT = '03:30';

function auditAt(env: Env): TimeOfDay | null {
  const text = env['AUDIT_AT'] || DEFAULT_AUDIT_AT;
  if (text === 'off') return null;
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hour === undefined || minute === undefined)
    throw new ConfigError(`AUDIT_AT must be a time such as 03:30, or off, got "${text}"`);
  return { hour: Number(hour), minute: Number(minute) };
}
