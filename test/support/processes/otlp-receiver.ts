import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it arrived, its attributes by name. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, string>;
  status?: { code: number };
  links?: { traceId: string; spanId: string }[];
}

export interface OtlpReceiver {
  url: string;
  spans: ReceivedSpan[];
  resources: Record<string, string>[];
  headers: IncomingHttpHeaders[];
  /** Everything that has arrived, as text. */
  received(): string;
  close(): Promise<void>;
}

interface WireAttribute {
  key: string;
  value: { stringValue?: string; intValue?: string };
}

/** As much of a collector as an exporter needs: it takes every batch of spans and keeps it. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const receiver = {
    spans: [] as ReceivedSpan[],
    resources: [] as Record<string, string>[],
    headers: [] as IncomingHttpHeaders[],
  };
  let text = '';
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    text += `${JSON.stringify(request.headers)}\n${body}\n`;
    if (request.url !== '/v1/traces' || request.method !== 'POST') return response.writeHead(404).end();
    receiver.headers.push(request.headers);
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
      receiver.resources.push(byName(resource.attributes));
      for (const { spans } of scopeSpans)
        receiver.spans.push(
          ...spans.map((span: { attributes: WireAttribute[] }) => ({ ...span, attributes: byName(span.attributes) })),
        );
    }
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...receiver,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => text,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function byName(attributes: readonly WireAttribute[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']));
}
