import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** A connection on which a test may write whatever it likes. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  // The answer holds what matters; some refusals end with a reset after it.
  socket.on('error', () => {});
  return socket;
}

/** Everything that arrives until the other side closes the connection. */
export function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.once('close', () => resolve(Buffer.concat(parts).toString('latin1')));
  });
}

/** Sends the bytes as they are; they must ask for the connection to be closed, or make the other side close it. */
export async function sendRaw(url: string, bytes: string): Promise<RawAnswer> {
  const socket = await openSocket(url);
  const answer = readToEnd(socket);
  socket.write(bytes);
  return parseAnswer(await answer);
}

export function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]));
  return { status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}
