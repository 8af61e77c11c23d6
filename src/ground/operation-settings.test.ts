import { describe, expect, it } from 'vitest';
import { readOperationSettings } from './operation-settings.ts';

describe('what a process is watched by', () => {
  it('is off until it is set, but for the audit', () => {
    expect(readOperationSettings({})).toEqual({ metrics: null, tracing: null, auditAt: { hour: 3, minute: 30 } });
  });

  it('listens for metrics on this machine, unless it is told otherwise', () => {
    const metricsOf = (env: Record<string, string>) => readOperationSettings(env).metrics;
    expect(metricsOf({ METRICS_PORT: '9464' })).toEqual({ host: '127.0.0.1', port: 9464 });
    // Whoever may reach the API may not read its figures, unless told otherwise.
    expect(metricsOf({ METRICS_PORT: '0', HOST: '0.0.0.0' })).toEqual({ host: '127.0.0.1', port: 0 });
    expect(metricsOf({ METRICS_PORT: '9464', HOST: '0.0.0.0', METRICS_HOST: '10.0.0.1' })?.host).toBe('10.0.0.1');
    expect(metricsOf({ METRICS_HOST: '10.0.0.1' })).toBeNull();
  });

  it('sends spans by the settings of OpenTelemetry', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.com/otlp/',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20abc=, x-tenant = 7',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    };
    expect(readOperationSettings(env).tracing).toEqual({
      url: 'https://otlp.example.com/otlp/v1/traces',
      headers: { authorization: 'Basic abc=', 'x-tenant': '7' },
      serviceName: 'vintem',
      ratio: 0.1,
    });
  });

  it('audits at another time, or never', () => {
    expect(readOperationSettings({ AUDIT_AT: '23:05' }).auditAt).toEqual({ hour: 23, minute: 5 });
    expect(readOperationSettings({ AUDIT_AT: 'off' }).auditAt).toBeNull();
  });

  const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
  it.each<[string, Record<string, string>, RegExp]>([
    ['a port that is none', { METRICS_PORT: '70000' }, /METRICS_PORT must be a whole number/],
    ['an address without a scheme', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, /OTEL_EXPORTER_OTLP_ENDPOINT must/],
    ['gRPC', { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://localhost:4317' }, /must begin with http/],
    ['a share beyond all', { ...COLLECTOR, OTEL_TRACES_SAMPLER_ARG: '2' }, /from 0 to 1/],
    ['a share that is none', { ...COLLECTOR, OTEL_TRACES_SAMPLER_ARG: 'always_on' }, /from 0 to 1/],
    ['a time that is none', { AUDIT_AT: '24:00' }, /AUDIT_AT must be a time/],
  ])('refuses %s', (_, env, problem) => {
    expect(() => readOperationSettings(env)).toThrow(problem);
  });

  it('does not repeat the keys of a collector', () => {
    const env = { ...COLLECTOR, OTEL_EXPORTER_OTLP_HEADERS: 'my-secret-key' };
    expect(() => readOperationSettings(env)).toThrow(/^(?!.*my-secret-key)OTEL_EXPORTER_OTLP_HEADERS/);
  });
});
