import { addDays, saoPauloDateOf } from '../brazil/calendar.rules.ts';
import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { computeSealPart, hashOfSeal, NO_SEAL } from './compute-seal.ts';
import {
  findLatestSeal,
  haveEnded,
  insertSeal,
  listSealParts,
  readHighestIds,
  type SealPart,
  SUBJECTS,
  type Subject,
  takeTransactionNumber,
} from './seals.sql.ts';

/** A day is sealed this long after its end. */
const AFTER_MIDNIGHT_MS = 60 * 60 * 1000;
const LOOK_EVERY_MS = 100;
const LOOKS = 50;

/** Once a night, in whichever process comes first: seals everything that was written since the last seal. */
export async function sealBooks(deps: Deps): Promise<boolean> {
  const now = await deps.clock.now();
  const day = addDays(saoPauloDateOf(new Date(now.getTime() - AFTER_MIDNIGHT_MS)), -1);
  const latest = await findLatestSeal(deps.db);
  if (latest && latest.day >= day) return false;
  const throughIds = await findSettledIds(deps);
  if (!throughIds) {
    deps.log.warn({ day }, 'a transaction is open for too long to seal the books; tried again');
    return false;
  }
  const sealed = latest ? await listSealParts(deps.db, latest.number) : [];
  const parts: SealPart[] = [];
  for (const subject of SUBJECTS) {
    const afterId = sealed.find((part) => part.subject === subject)?.through_id ?? 0;
    parts.push(await computeSealPart(deps.db, subject, afterId, throughIds[subject]));
  }
  const seal = { number: (latest?.number ?? 0) + 1, day, made_at: now, previous_hash: latest?.hash ?? NO_SEAL };
  const hash = hashOfSeal(seal, parts);
  const isFirst = await withTransaction(deps.db, (tx) => insertSeal(tx, { ...seal, hash }, parts));
  // Whoever can rewrite the books can rewrite their seals: a copy of this line somewhere else cannot be rewritten.
  if (isFirst) deps.log.debug({ seal: seal.number, day, hash }, 'the books are sealed');
  return false;
}

/**
 * Identities up to which nothing can be added any more; null when somebody takes too long. A lower identity may be
 * committed after a higher one, so everybody who may have drawn one is waited for: whoever writes has a transaction
 * number by then, or draws it within the pause.
 */
async function findSettledIds({ db }: Deps): Promise<Record<Subject, number> | null> {
  const highest = await readHighestIds(db);
  await pause();
  const number = await withTransaction(db, takeTransactionNumber);
  for (let look = 0; look < LOOKS; look++) {
    if (await haveEnded(db, number)) return highest;
    await pause();
  }
  return null;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
}
