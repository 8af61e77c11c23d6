import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

export const METRICS_PATH = '/metrics';
/** A few collectors at most; nobody else has business here. */
const MAX_CONNECTIONS = 32;
const REQUEST_TIMEOUT_MS = 5_000;

export interface MetricsListener {
  url: string;
  close(): Promise<void>;
}

/** A listener of its own: what it says is for operators, and the port of the API is everybody's. */
export async function serveMetrics(
  { text, contentType }: Pick<Metrics, 'text' | 'contentType'>,
  { host, port }: { host: string; port: number },
): Promise<MetricsListener> {
  let underWay: Promise<string> | null = null;
  /** However many ask at once, the figures are put together once. */
  const joined = () => {
    underWay ??= text().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    if (path !== METRICS_PATH || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end(`metrics are at ${METRICS_PATH}\n`);
      return;
    }
    joined().then(
      (body) => response.writeHead(200, { 'content-type': contentType }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = REQUEST_TIMEOUT_MS;
  await listening(server, host, port);
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${ownPort}${METRICS_PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
