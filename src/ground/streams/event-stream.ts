import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A reader that takes nothing in for so long is gone. */
const MAX_UNREAD_BYTES = 16 * 1024;
/** How soon a reader whose stream has ended opens another. */
const RECONNECT_MS = 2_000;

export interface StreamEvent {
  event: string;
  /** What the reader names when it comes back. */
  id?: string;
  data: unknown;
}

/** Server-sent events to one reader. */
export interface EventStream {
  tell(event: StreamEvent): void;
  /** Keeps the connection alive while there is nothing to tell. */
  beat(): void;
  end(): void;
  /** Ended by us or closed by the reader, who may be gone already. */
  onceClosed(leave: () => void): void;
  sendBy(reply: FastifyReply): FastifyReply;
}

export function openEventStream(): EventStream {
  const stream = new PassThrough();
  const write = (text: string) => {
    if (stream.destroyed || stream.writableEnded) return;
    if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy();
    else stream.write(text);
  };
  write(`retry: ${RECONNECT_MS}\n`);
  return {
    tell: ({ event, id, data }) =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(':\n\n'),
    end: () => stream.end(),
    onceClosed: (leave) => stream.once('close', leave),
    // Such a connection carries nothing else; kept alive it would hold up the stop of the process.
    sendBy: (reply) =>
      reply
        .type('text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .header('connection', 'close')
        .send(stream),
  };
}
