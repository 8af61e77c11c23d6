import { createHash } from 'node:crypto';
import type { Db } from '../../ground/db/pool.ts';
import { FIRST_XID, type Range } from './seal-range.rules.ts';
import { digestGroups, endOfWindow, findFirstId, listGroupsOfWriters, type Subject } from './sealed-rows.sql.ts';
import type { Seal, SealPart } from './seals.sql.ts';

/** The first seal has none before it. */
export const NO_SEAL = '';

type Window = { firstId: number; lastId: number };

/**
 * The ranges as they stand now, all in one pass; the rows are read in pieces, and nothing is kept but their hashes. The
 * ranges lie between the same identities, and each begins with the writers where the one before it ends.
 */
export async function computeParts(
  db: Db,
  subject: Subject,
  ranges: readonly Range[],
  windows: AsyncIterable<Window> = allWindows(db, subject, ranges),
): Promise<SealPart[]> {
  const summed = ranges.map((range) => ({
    part: { ...range, subject, first_id: null as number | null, row_count: 0, sum_cents: 0 },
    hash: createHash('sha256'),
  }));
  for await (const window of windows) {
    for (const { range, first_id, count, cents, digest } of await digestGroups(db, subject, window, ranges)) {
      const { part, hash } = summed[range] as (typeof summed)[number];
      part.first_id ??= first_id;
      part.row_count += count;
      part.sum_cents += cents;
      hash.update(digest);
    }
  }
  return summed.map(({ part, hash }) => ({ ...part, digest: hash.digest('hex') }));
}

/** One range alone, without a look at all that was sealed before. */
export async function computePart(db: Db, subject: Subject, range: Range): Promise<SealPart> {
  const isByWriter = range.from_xid !== null && range.from_xid !== FIRST_XID;
  const windows = isByWriter ? windowsOfWriters(db, subject, range) : allWindows(db, subject, [range]);
  const [part] = await computeParts(db, subject, [range], windows);
  return part as SealPart;
}

async function* allWindows(db: Db, subject: Subject, ranges: readonly Range[]): AsyncGenerator<Window> {
  const throughId = Math.max(...ranges.map(({ through_id }) => through_id));
  for (let lastId = Math.min(...ranges.map(({ after_id }) => after_id)); ; ) {
    const firstId = await findFirstId(db, subject, lastId, throughId);
    if (firstId === null) return;
    lastId = endOfWindow(firstId, throughId);
    yield { firstId, lastId };
  }
}

async function* windowsOfWriters(db: Db, subject: Subject, range: Range): AsyncGenerator<Window> {
  let lastId = -1;
  for (const firstId of await listGroupsOfWriters(db, subject, range)) {
    if (firstId <= lastId) continue;
    lastId = endOfWindow(firstId, range.through_id);
    yield { firstId, lastId };
  }
}

/** Over all that a seal says, and the one before it: changing any of them changes every later one. */
export function hashOfSeal(
  { number, day, made_at, previous_hash }: Omit<Seal, 'hash'>,
  parts: readonly SealPart[],
): string {
  const said = [...parts].sort((one, other) => (one.subject < other.subject ? -1 : 1)).map(saidBy);
  return createHash('sha256')
    .update(JSON.stringify([number, day, made_at.toISOString(), previous_hash, said]))
    .digest('hex');
}

/** A part that goes by identity alone is hashed as it was before there were others: seals from before still hold. */
function saidBy({ subject, after_id, through_id, row_count, sum_cents, digest, ...by }: SealPart): unknown[] {
  const said = [subject, after_id, through_id, row_count, sum_cents, digest];
  return by.below_xid === null ? said : [...said, by.from_xid, by.below_xid, by.first_id];
}
