import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, Socket, type Server as TcpServer } from 'node:net';
import { vi } from 'vitest';

export interface Receiver {
  port: number;
  url: string;
  requests: ReceivedRequest[];
  /** How many connections were ever opened, and how many are open now. */
  opened: number;
  open: number;
  close(): Promise<void>;
}

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  servername: string | undefined;
}

/** A real server on loopback. It records each request before the listener answers, or does not answer. */
export async function startReceiver(listener: RequestListener, tls?: { cert: string; key: string }): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const handle: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    const servername = (request.socket as { servername?: string }).servername;
    requests.push({ method, path, headers, body: Buffer.concat(chunks).toString(), servername });
    listener(request, response);
  };
  const server = tls ? createHttpsServer(tls, handle) : createHttpServer(handle);
  return listen(server, tls ? 'https' : 'http', requests);
}

/** A plain TCP server, for everything that a well-behaved HTTP server would not send. */
export async function startTcpReceiver(listener: (socket: Socket) => void): Promise<Receiver> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    listener(socket);
  });
  return listen(server, 'http', []);
}

async function listen(server: Server | TcpServer, protocol: string, requests: ReceivedRequest[]): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  const receiver: Receiver = { port: 0, url: '', requests, opened: 0, open: 0, close };
  server.on('connection', (socket: Socket) => {
    receiver.opened++;
    receiver.open++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => {
      receiver.open--;
      sockets.delete(socket);
    });
  });
  receiver.port = await listenAside(server);
  receiver.url = `${protocol}://localhost:${receiver.port}/hook`;
  return receiver;
}

/** Below the ports that systems hand out by themselves. */
const ASIDE = { from: 20_000, to: 32_000 };

/**
 * Connections are counted here. On a port that the system hands out, some other test may have listened a moment ago,
 * and its clients try again.
 */
async function listenAside(server: Server | TcpServer): Promise<number> {
  for (;;) {
    const port = randomInt(ASIDE.from, ASIDE.to);
    server.listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}

/** Records every dialled address and leads connections to public addresses to loopback, in place of the internet. */
export function watchDials(): { addresses: string[]; restore(): void } {
  const addresses: string[] = [];
  const connect = Socket.prototype.connect;
  const spy = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    const target = (Array.isArray(args[0]) ? args[0][0] : args[0]) as { host: string };
    addresses.push(target.host);
    if (!target.host.startsWith('127.') && target.host !== '::1') target.host = '127.0.0.1';
    return connect.apply(this, args as Parameters<typeof connect>);
  } as typeof connect);
  return { addresses, restore: () => spy.mockRestore() };
}
