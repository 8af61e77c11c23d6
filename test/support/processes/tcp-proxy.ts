import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A network between two programs that can be cut. */
export interface TcpProxy {
  port: number;
  /** How many connections were ever made through it. */
  connections: number;
  /** Ends every connection and takes no more. */
  refuse(): Promise<void>;
  /**
   * Accepts connections and bytes, and passes nothing on, like a host that lost its power: such
   * connections never recover.
   */
  swallow(): void;
  pass(): Promise<void>;
  close(): Promise<void>;
}

export interface Link {
  client: Socket;
  server: Socket;
  isDead: boolean;
}

export interface ProxyHooks {
  /** Sees what the client sends, after it has been passed on. */
  onSent?: (link: Link, chunk: Buffer) => void;
  /** Sees what the server answers, and returns whether to pass it on. */
  onAnswer?: (link: Link, chunk: Buffer) => boolean;
}

export async function startTcpProxy(target: number, hooks: ProxyHooks = {}): Promise<TcpProxy> {
  const links = new Set<Link>();
  let isSwallowing = false;
  let listener: Server | null = null;

  const accept = (client: Socket) => {
    proxy.connections++;
    const link: Link = { client, server: connect(target, '127.0.0.1'), isDead: isSwallowing };
    links.add(link);
    const cut = () => {
      links.delete(link);
      client.destroy();
      link.server.destroy();
    };
    for (const socket of [client, link.server]) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.once('close', () => {
        if (!link.isDead || socket === client) cut();
      });
    }
    client.on('data', (chunk: Buffer) => {
      if (link.isDead) return;
      link.server.write(chunk);
      hooks.onSent?.(link, chunk);
    });
    link.server.on('data', (chunk: Buffer) => {
      if (!link.isDead && (hooks.onAnswer?.(link, chunk) ?? true)) client.write(chunk);
    });
  };

  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const server = createServer(accept).once('error', reject);
      listener = server;
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  const refuse = async () => {
    const closed = listener && new Promise((resolve) => listener?.close(resolve));
    listener = null;
    for (const { client, server } of links) {
      client.destroy();
      server.destroy();
    }
    links.clear();
    await closed;
  };

  const proxy: TcpProxy = {
    port: 0,
    connections: 0,
    refuse,
    swallow() {
      isSwallowing = true;
      for (const link of links) link.isDead = true;
    },
    async pass() {
      isSwallowing = false;
      if (!listener) await listen(proxy.port);
    },
    close: refuse,
  };
  proxy.port = await listen(0);
  return proxy;
}
