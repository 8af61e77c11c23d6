import type { Db } from '../db/pool.ts';
import { findEventHorizon } from '../events/events.sql.ts';
import { computeSealPart, hashOfSeal, NO_SEAL } from './compute-seal.ts';
import { findNextSeal, listSealParts, type Seal, type SealPart, SUBJECTS } from './seals.sql.ts';

/** A type and not an interface, so that it can be printed like the rows of every other check. */
export type BrokenSeal = {
  seal_number: number;
  day: string;
  subject: string;
  problem: string;
  sealed?: { rows: number; cents: number };
  found?: { rows: number; cents: number };
};

interface Before {
  number: number;
  hash: string;
  parts: readonly SealPart[];
}

/** Every seal, from the first: whether the chain holds, and whether what was sealed is still there as it was. */
export async function findBrokenSeals(db: Db, limit: number): Promise<BrokenSeal[]> {
  const broken: BrokenSeal[] = [];
  const eventHorizon = await findEventHorizon(db);
  let before: Before = { number: 0, hash: NO_SEAL, parts: [] };
  for (;;) {
    const seal = await findNextSeal(db, before.number);
    if (!seal || broken.length >= limit) return broken.slice(0, limit);
    const parts = await listSealParts(db, seal.number);
    broken.push(...brokenLinks(seal, parts, before));
    for (const part of parts) {
      // Of events that were forgotten after years, only the chain of seals still tells.
      const isForgotten = part.subject === 'events' && part.after_id < eventHorizon;
      if (!isForgotten) broken.push(...(await brokenPart(db, seal, part)));
    }
    before = { number: seal.number, hash: seal.hash, parts };
  }
}

function brokenLinks(seal: Seal, parts: readonly SealPart[], before: Before): BrokenSeal[] {
  const told = { seal_number: seal.number, day: seal.day, subject: 'seals' };
  if (seal.number !== before.number + 1)
    return [{ ...told, problem: `the seal before it is missing: ${seal.number - 1}` }];
  if (seal.previous_hash !== before.hash || seal.hash !== hashOfSeal(seal, parts))
    return [{ ...told, problem: 'the seal was changed' }];
  const isWhole = SUBJECTS.every((subject) => {
    const part = parts.find((one) => one.subject === subject);
    return part?.after_id === (before.parts.find((one) => one.subject === subject)?.through_id ?? 0);
  });
  return isWhole ? [] : [{ ...told, problem: 'the seal does not begin where the one before it ends' }];
}

async function brokenPart(db: Db, seal: Seal, part: SealPart): Promise<BrokenSeal[]> {
  const found = await computeSealPart(db, part.subject, part.after_id, part.through_id);
  if (found.digest === part.digest) return [];
  const missing = part.row_count - found.row_count;
  const problem =
    missing > 0 ? `${missing} erased` : missing < 0 ? `${-missing} added afterwards` : 'changed afterwards';
  return [
    {
      seal_number: seal.number,
      day: seal.day,
      subject: part.subject,
      problem,
      sealed: { rows: part.row_count, cents: part.sum_cents },
      found: { rows: found.row_count, cents: found.sum_cents },
    },
  ];
}
