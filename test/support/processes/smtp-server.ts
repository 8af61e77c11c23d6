import { createServer, type Socket } from 'node:net';

/** A mail as it arrived, and its parts in clear text. */
export interface ReceivedMail {
  from: string;
  /** Whom the server was told to give it to, whatever the headers say. */
  recipients: string[];
  headers: Map<string, string>;
  text: string;
  html: string;
}

export interface SmtpServer {
  url: string;
  mails: ReceivedMail[];
  /** What the next commands of this kind are answered with, once each. */
  refuse(command: 'RCPT' | 'DATA', answer: string): void;
  mailsTo(address: string): ReceivedMail[];
  close(): Promise<void>;
}

/** As much of a mail server as a client needs: it takes every mail and keeps it. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const refusals: Record<'RCPT' | 'DATA', string[]> = { RCPT: [], DATA: [] };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    serve(socket, mails, refusals);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (command, answer) => void refusals[command].push(answer),
    mailsTo: (address) => mails.filter(({ recipients }) => recipients.includes(address)),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function serve(socket: Socket, mails: ReceivedMail[], refusals: Record<'RCPT' | 'DATA', string[]>): void {
  let buffered = '';
  let envelope = { from: '', recipients: [] as string[] };
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';
  const answer = (line: string) => {
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'MAIL') envelope = { from: addressIn(line), recipients: [] };
    if (command === 'RCPT' || command === 'DATA') {
      const refusal = refusals[command].shift();
      if (refusal) return say(refusal);
    }
    if (command === 'RCPT') envelope.recipients.push(addressIn(line));
    if (command === 'DATA') isData = true;
    if (command === 'QUIT') return socket.end('221 bye\r\n');
    return say(command === 'DATA' ? '354 go ahead' : '250 ok');
  };
  say('220 test');
  socket.setEncoding('utf8').on('data', (chunk) => {
    buffered += chunk;
    for (;;) {
      const end = buffered.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const part = buffered.slice(0, end);
      buffered = buffered.slice(end + (isData ? 5 : 2));
      if (!isData) answer(part);
      else {
        isData = false;
        mails.push({ ...envelope, ...readMail(part.replaceAll(/^\.\./gm, '.')) });
        say('250 taken');
      }
    }
  });
}

function readMail(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = splitPart(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).map((part) => splitPart(part.trimStart()));
  const bodyOf = (type: string) => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type));
    return part ? decodeBody(part.body, part.headers.get('content-transfer-encoding') ?? '') : '';
  };
  return { headers, text: bodyOf('text/plain'), html: bodyOf('text/html') };
}

function splitPart(raw: string): { headers: Map<string, string>; body: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
  });
  return { headers: new Map(headers), body: rest.join('\r\n\r\n') };
}

const unquote = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Header texts outside ASCII come in pieces that say how they are written. */
function decodeWords(text: string): string {
  const joined = text.replaceAll(/\?=\s+=\?/g, '?==?');
  return joined.replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, way: string, word: string) =>
    way.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString('utf8') : unquote(word.replaceAll('_', ' ')),
  );
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? unquote(body.replaceAll(/=\r\n/g, '')) : body;
}
