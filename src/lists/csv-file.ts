import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../deps.ts';
import { type CsvValue, csvLine } from './csv.rules.ts';

/** More are refused without being read. */
export const MAX_CSV_ROWS = 50_000;
/** Rows that are read, written and forgotten together. */
const CHUNK = 500;
/**
 * After each chunk it rests so many times as long as the chunk took: a file of years must not take the processor from
 * orders.
 */
const RESTS = 3;
const LONGEST_REST_MS = 200;
/** A reader that takes nothing for so long has gone. */
const STALL_MS = 30_000;

export interface CsvFile {
  name: string;
  columns: readonly string[];
  /** What is in it, in its order; read beforehand, in one statement. */
  ids: readonly number[];
  read(ids: readonly number[]): Promise<(readonly CsvValue[])[]>;
}

/** What it needs of an answer. */
interface CsvReply {
  raw: { setTimeout(ms: number, act: () => void): unknown; destroy(): unknown };
  headers(values: Record<string, string>): unknown;
  send(file: Readable): unknown;
}

type CsvDeps = Pick<Deps, 'clock' | 'log'>;

/** Chunk by chunk, as fast as the reader takes them; between two chunks no connection to the database is held. */
async function* linesOf({ clock }: CsvDeps, { columns, ids, read }: CsvFile): AsyncGenerator<string> {
  yield csvLine(columns);
  for (let start = 0; start < ids.length; start += CHUNK) {
    const startedAt = clock.realNow().getTime();
    const rows = await read(ids.slice(start, start + CHUNK));
    yield rows.map(csvLine).join('');
    const tookMs = clock.realNow().getTime() - startedAt;
    await pause(Math.min(tookMs * RESTS, LONGEST_REST_MS));
  }
}

export function sendCsv<Reply extends CsvReply>(deps: CsvDeps, reply: Reply, csv: CsvFile): Reply {
  // A file that ends early looks complete: an error on the way breaks the connection off instead of ending the answer.
  const file = Readable.from(linesOf(deps, csv));
  file.once('error', (error) => deps.log.warn({ err: error, file: csv.name }, 'a file was broken off'));
  reply.raw.setTimeout(STALL_MS, () => reply.raw.destroy());
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${csv.name}.csv"`,
    'x-total': String(csv.ids.length),
  });
  reply.send(file);
  return reply;
}
