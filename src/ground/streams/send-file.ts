import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';

/** More are refused without being read. */
export const MAX_FILE_ROWS = 50_000;
/** Rows that are read, written and forgotten together. */
const CHUNK = 500;
/**
 * After each chunk it rests so many times as long as the chunk took: a file of years must not take the
 * processor from orders.
 */
const RESTS = 3;
const LONGEST_REST_MS = 200;
/** A reader that takes nothing for so long has gone. */
const STALL_MS = 30_000;

/** A list as a file of lines. */
export interface FileAnswer {
  name: string;
  contentType: string;
  head: string;
  /** What is in it, in its order; read beforehand, in one statement. */
  ids: readonly number[];
  /** Asked for a few hundred at a time, in their order. */
  linesOf(ids: readonly number[]): Promise<string>;
  tail?: string;
}

type FileDeps = Pick<Deps, 'clock' | 'log'>;

/** Chunk by chunk, as fast as the reader takes them; between two chunks no connection to the database is held. */
export async function* contentOf(
  { clock }: Pick<Deps, 'clock'>,
  { head, ids, linesOf, tail = '' }: Pick<FileAnswer, 'head' | 'ids' | 'linesOf' | 'tail'>,
): AsyncGenerator<string> {
  yield head;
  for (let start = 0; start < ids.length; start += CHUNK) {
    const startedAt = clock.realNow().getTime();
    yield await linesOf(ids.slice(start, start + CHUNK));
    const tookMs = clock.realNow().getTime() - startedAt;
    await pause(Math.min(tookMs * RESTS, LONGEST_REST_MS));
  }
  yield tail;
}

export function sendFile(deps: FileDeps, reply: FastifyReply, file: FileAnswer): FastifyReply {
  // A file that ends early looks complete: an error on the way breaks the connection off instead of ending the answer.
  const content = Readable.from(contentOf(deps, file));
  content.once('error', (error) => deps.log.warn({ err: error, file: file.name }, 'a file was broken off'));
  reply.raw.setTimeout(STALL_MS, () => reply.raw.destroy());
  return reply
    .type(file.contentType)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('x-total', String(file.ids.length))
    .send(content);
}
