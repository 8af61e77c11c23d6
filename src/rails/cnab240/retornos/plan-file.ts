import { createHash } from 'node:crypto';
import type { Movement } from '../layout/movement.rules.ts';
import type { CnabAccount } from '../layout/profiles.rules.ts';
import { type RetornoSummary, retornoReader } from '../layout/retorno.rules.ts';
import type { LockedTitle } from '../stored-title.rules.ts';
import { hashOf } from './line-hash.ts';
import { type PlannedLine, planLines } from './plan.rules.ts';
import { repeatCounter } from './repeats.rules.ts';

const CHUNK = 500;

/** A retorno without a mistake. */
export interface CheckedFile {
  summary: RetornoSummary;
  paidCents: number;
  bytes: number;
  sha256: Buffer;
}

/** Reads all of it; the first mistake is thrown as a RetornoError. */
export async function checkFile(account: CnabAccount, content: AsyncIterable<Buffer>): Promise<CheckedFile> {
  const reader = retornoReader(account);
  const hash = createHash('sha256');
  let [bytes, paidCents] = [0, 0];
  const add = (movements: readonly Movement[]) => {
    for (const movement of movements) paidCents += movement.paidCents;
  };
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.length;
    add(reader.take(chunk));
  }
  const { movements, summary } = reader.end();
  add(movements);
  return { summary, paidCents, bytes, sha256: hash.digest() };
}

/** Where a plan finds what it depends on: whoever applies locks it, whoever looks only reads it. */
export interface PlanSource {
  filterNew(hashes: readonly Buffer[]): Promise<ReadonlySet<string>>;
  titlesByNumber(ourNumbers: readonly string[]): Promise<ReadonlyMap<string, LockedTitle>>;
}

export interface Planning {
  account: CnabAccount;
  checked: CheckedFile;
  source: PlanSource;
  at: Date;
}

/**
 * What a checked file does, some hundred pairs of records at a time. The next ones are planned once somebody asks for
 * them: what was done with those before must be known to the source by then.
 */
export async function* planFile(
  { account, checked, source, at }: Planning,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<PlannedLine[], void, undefined> {
  const { madeOn, titles } = checked.summary;
  const repeats = repeatCounter(titles);
  for await (const movements of inChunks(account, content)) {
    const hashed = movements.map((movement) => ({ hash: hashOf(movement, repeats), movement }));
    const isNew = await source.filterNew(hashed.map(({ hash }) => Buffer.from(hash, 'hex')));
    const numbers = hashed.flatMap(({ hash, movement: { ourNumber } }) => (isNew.has(hash) && ourNumber) || []);
    const found = numbers.length === 0 ? new Map() : await source.titlesByNumber(numbers);
    yield planLines({ account, isNew, titles: found, at, madeOn }, hashed);
  }
}

async function* inChunks(
  account: CnabAccount,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<Movement[], void, undefined> {
  const reader = retornoReader(account);
  let waiting: Movement[] = [];
  for await (const piece of content) {
    waiting.push(...reader.take(piece));
    while (waiting.length >= CHUNK) yield waiting.splice(0, CHUNK);
  }
  waiting = [...waiting, ...reader.end().movements];
  while (waiting.length > 0) yield waiting.splice(0, CHUNK);
}
