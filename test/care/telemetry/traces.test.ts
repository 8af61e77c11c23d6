import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSpanExporter } from '../../../src/care/telemetry/span-exporter.ts';
import { readConfig } from '../../../src/ground/config.ts';
import { createLog } from '../../../src/ground/log.ts';
import { openHook } from '../../news/webhooks/hooks.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderBody } from '../../support/orders.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../../support/processes/otlp-receiver.ts';

let collector: OtlpReceiver;
let gateway: TestGateway;
beforeAll(async () => {
  collector = await startOtlpReceiver();
  gateway = await startTestGateway({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret,tenant=7',
    OTEL_SERVICE_NAME: 'loja',
  });
});
afterAll(async () => {
  await gateway.close();
  await collector.close();
});

const named = (name: string, paymentId?: number) => (span: ReceivedSpan) =>
  span.name === name && (paymentId === undefined || span.attributes['vintem.payment_id'] === String(paymentId));

async function spanOf(fits: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
  return eventually(() => {
    const found = collector.spans.find(fits);
    expect(found, collector.spans.map(({ name }) => name).join()).toBeDefined();
    return found as ReceivedSpan;
  }, 15_000);
}

async function placeOrder(headers: Record<string, string> = {}): Promise<number> {
  const answer = await gateway.call('POST', '/payments/order', { token: gateway.token, body: orderBody(), headers });
  expect(answer.status).toBe(200);
  return answer.body.transaction.id;
}

describe('[operation] traces', () => {
  it('follow a payment from its order to the acquirer, a job and a delivery, in one trace', async () => {
    const hook = await openHook(gateway);
    const id = await placeOrder({ 'x-request-id': 'the-order' });
    await gateway.post(`/sandbox/transactions/${id}/pay`, {});
    const charge = await spanOf(named('charge', id));
    const request = await spanOf(({ attributes }) => attributes['vintem.request_id'] === 'the-order');
    const call = await spanOf(({ parentSpanId }) => parentSpanId === charge.spanId);
    const job = await spanOf(named('work-notification', id));
    const query = await spanOf(({ parentSpanId }) => parentSpanId === job.spanId);
    const delivery = await spanOf(named('deliver-webhook', id));
    expect(new Set([request, charge, call, job, query, delivery].map(({ traceId }) => traceId)).size).toBe(1);
    expect(charge.parentSpanId).toBe(request.spanId);
    expect(request).toMatchObject({
      name: 'POST /payments/order',
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/payments/order',
        'http.response.status_code': '200',
        'vintem.merchant_id': expect.stringMatching(/^\d+$/),
      },
    });
    expect(request.parentSpanId).toBeUndefined();
    expect(call).toMatchObject({
      name: 'acquirer charge-pix',
      kind: 3,
      attributes: { 'vintem.acquirer': 'sandbox', 'vintem.operation': 'charge-pix', 'vintem.outcome': 'accepted' },
    });
    expect(query).toMatchObject({ name: 'acquirer query', attributes: { 'vintem.outcome': 'found' } });
    expect(delivery.attributes['vintem.outcome']).toBe('200');
    expect(BigInt(request.endTimeUnixNano)).toBeGreaterThan(BigInt(call.endTimeUnixNano));
    expect(BigInt(call.startTimeUnixNano)).toBeGreaterThan(BigInt(request.startTimeUnixNano));
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'loja', 'vintem.role': 'all' });
    expect(collector.headers[0]).toMatchObject({ 'api-key': 'a secret', tenant: '7' });
    await hook.receiver.close();
  });

  it('are taken over from a caller, with a link to the payment’s own; what is no traceparent is ignored', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const id = await placeOrder({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
    const charge = await spanOf(named('charge', id));
    const job = await (async () => {
      await gateway.post(`/sandbox/transactions/${id}/pay`, {});
      return spanOf(named('work-notification', id));
    })();
    expect(charge).toMatchObject({ traceId, links: [{ traceId: job.traceId }] });
    const request = await spanOf(({ spanId }) => spanId === charge.parentSpanId);
    expect(request).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' });

    const other = await placeOrder({ traceparent: `00-${traceId}-00f067aa0ba902b7-01-more` });
    expect((await spanOf(named('charge', other))).traceId).not.toBe(traceId);
  });

  it('of which the caller keeps none are not kept here either', async () => {
    const id = await placeOrder({ traceparent: '00-5bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00' });
    const next = await placeOrder();
    await spanOf(named('charge', next));
    expect(collector.spans.filter(named('charge', id))).toEqual([]);
  });

  it('cost nothing where the collector is away: spans are dropped, and one line a minute says so', async () => {
    await collector.close();
    const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const lines: string[] = [];
    const log = createLog('debug', { write: (line) => void lines.push(line) });
    if (!config.tracing) throw new Error('tracing is off');
    const exporter = createSpanExporter(config.tracing, {}, log);
    const span = collector.spans[0] as ReceivedSpan;
    const finished = {
      ...span,
      parentSpanId: null,
      kind: 'internal',
      startMs: 1,
      endMs: 2,
      isError: false,
      link: null,
    };
    for (let count = 0; count < 10_000; count++) exporter.add(finished as Parameters<typeof exporter.add>[0]);
    await exporter.close();
    expect(lines).toHaveLength(1);
    // What did not fit the queue of 4,096, and the batch that nobody took.
    expect(JSON.parse(lines[0] as string)).toMatchObject({ dropped: 10_000 - 4_096 + 512 });
    expect((await gateway.get('/transactions?limit=1')).status).toBe(200);
    await placeOrder();
  });
});
