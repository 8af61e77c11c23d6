import { addDays, saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { computePart, hashOfSeal, NO_SEAL } from './compute-seal.ts';
import { hasOtherNumbers, nextRange } from './seal-range.rules.ts';
import { isAnybodyWriting, readCut, SUBJECTS } from './sealed-rows.sql.ts';
import { findLatestSeal, insertSeal, listSealParts, type SealPart } from './seals.sql.ts';

/** A day is sealed this long after its end. */
const AFTER_MIDNIGHT_MS = 60 * 60 * 1000;

/**
 * Once a night, in whichever process comes first: seals everything that a snapshot proves to be complete, since the
 * last seal. What is being written at that moment belongs to the next one.
 */
export async function sealBooks(deps: Deps): Promise<boolean> {
  const now = await deps.clock.now();
  const day = addDays(saoPauloDateOf(new Date(now.getTime() - AFTER_MIDNIGHT_MS)), -1);
  const latest = await findLatestSeal(deps.db);
  if (latest && latest.day >= day) return false;
  const sealed = latest ? await listSealParts(deps.db, latest.number) : [];
  const cut = await readCut(deps.db);
  // Asked after the cut: whoever had drawn an identity below it and is not seen holds the table then, or has ended.
  if (hasOtherNumbers(sealed, cut.belowXid) && (await isAnybodyWriting(deps.db))) {
    deps.log.warn({ day }, 'the books came from another cluster and are being written; sealed when nobody writes');
    return false;
  }
  const parts: SealPart[] = [];
  for (const subject of SUBJECTS) {
    const before = sealed.find((part) => part.subject === subject);
    const range = nextRange(before, { belowXid: cut.belowXid, highestId: cut.highestIds[subject] });
    parts.push(await computePart(deps.db, subject, range));
  }
  const seal = { number: (latest?.number ?? 0) + 1, day, made_at: now, previous_hash: latest?.hash ?? NO_SEAL };
  const hash = hashOfSeal(seal, parts);
  const isFirst = await withTransaction(deps.db, (tx) => insertSeal(tx, { ...seal, hash }, parts));
  // Whoever can rewrite the books can rewrite their seals: a copy of this line somewhere else cannot be rewritten.
  if (isFirst) deps.log.debug({ seal: seal.number, day, hash }, 'the books are sealed');
  return false;
}
