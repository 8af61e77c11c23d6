import { createHash } from 'node:crypto';
import type { Db } from '../db/pool.ts';
import { digestGroups, findFirstId, type Seal, type SealPart, type Subject } from './seals.sql.ts';

/** The first seal has none before it. */
export const NO_SEAL = '';

/**
 * Everything between two identities as it stands now; the rows are read in pieces, and nothing is kept but their
 * hashes.
 */
export async function computeSealPart(db: Db, subject: Subject, afterId: number, throughId: number): Promise<SealPart> {
  const hash = createHash('sha256');
  const part = { subject, after_id: afterId, through_id: throughId, row_count: 0, sum_cents: 0 };
  for (let lastId = afterId; ; ) {
    const firstId = await findFirstId(db, subject, lastId, throughId);
    if (firstId === null) return { ...part, digest: hash.digest('hex') };
    const read = await digestGroups(db, subject, firstId, throughId);
    for (const { count, cents, digest } of read.groups) {
      part.row_count += count;
      part.sum_cents += cents;
      hash.update(digest);
    }
    lastId = read.lastId;
  }
}

/** Over all that a seal says, and the one before it: changing any of them changes every later one. */
export function hashOfSeal(
  { number, day, made_at, previous_hash }: Omit<Seal, 'hash'>,
  parts: readonly SealPart[],
): string {
  const said = [...parts]
    .sort((one, other) => (one.subject < other.subject ? -1 : 1))
    .map((part) => [part.subject, part.after_id, part.through_id, part.row_count, part.sum_cents, part.digest]);
  return createHash('sha256')
    .update(JSON.stringify([number, day, made_at.toISOString(), previous_hash, said]))
    .digest('hex');
}
