import type { Db } from '../../ground/db/pool.ts';
import { findEventHorizon } from '../../news/events/events.sql.ts';
import { computeParts, hashOfSeal, NO_SEAL } from './compute-seal.ts';
import { goesOnFrom } from './seal-range.rules.ts';
import { SEALED_LATER, SUBJECTS } from './sealed-rows.sql.ts';
import { findNextSeal, listSealParts, type Seal, type SealPart } from './seals.sql.ts';

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

interface SealedPart {
  seal: Seal;
  part: SealPart;
}

/** Every seal, from the first: whether the chain holds, and whether what was sealed is still there as it was. */
export async function findBrokenSeals(db: Db, limit: number): Promise<BrokenSeal[]> {
  const broken: BrokenSeal[] = [];
  const sealed: SealedPart[] = [];
  let before: Before = { number: 0, hash: NO_SEAL, parts: [] };
  for (;;) {
    const seal = await findNextSeal(db, before.number);
    if (!seal) break;
    const parts = await listSealParts(db, seal.number);
    broken.push(...brokenLinks(seal, parts, before));
    sealed.push(...parts.map((part) => ({ seal, part })));
    before = { number: seal.number, hash: seal.hash, parts };
  }
  const eventHorizon = await findEventHorizon(db);
  for (const run of runsOf(sealed)) broken.push(...(await brokenParts(db, run, eventHorizon)));
  return broken.toSorted((one, other) => one.seal_number - other.seal_number).slice(0, limit);
}

/** Parts that can be computed in one pass: of one subject, each going on where the one before it ended. */
function runsOf(sealed: readonly SealedPart[]): SealedPart[][] {
  const runs: SealedPart[][] = [];
  for (const subject of SUBJECTS) {
    for (const one of sealed.filter(({ part }) => part.subject === subject)) {
      const last = runs.at(-1)?.at(-1);
      const goesOn =
        last?.part.subject === subject &&
        last.part.below_xid !== null &&
        last.part.below_xid === one.part.from_xid &&
        last.part.after_id === one.part.after_id;
      if (goesOn) runs.at(-1)?.push(one);
      else runs.push([one]);
    }
  }
  return runs;
}

function brokenLinks(seal: Seal, parts: readonly SealPart[], before: Before): BrokenSeal[] {
  const told = { seal_number: seal.number, day: seal.day, subject: 'seals' };
  if (seal.number !== before.number + 1)
    return [{ ...told, problem: `the seal before it is missing: ${seal.number - 1}` }];
  if (seal.previous_hash !== before.hash || seal.hash !== hashOfSeal(seal, parts))
    return [{ ...told, problem: 'the seal was changed' }];
  const isWhole = SUBJECTS.every((subject) => {
    const part = parts.find((one) => one.subject === subject);
    const known = before.parts.find((one) => one.subject === subject);
    return part ? goesOnFrom(known, part) : !known && SEALED_LATER.includes(subject);
  });
  return isWhole ? [] : [{ ...told, problem: 'the seal does not begin where the one before it ends' }];
}

async function brokenParts(db: Db, run: readonly SealedPart[], eventHorizon: number): Promise<BrokenSeal[]> {
  // Of events that were forgotten after years, only the chain of seals still tells.
  const isKept = ({ part }: SealedPart) =>
    part.subject !== 'events' || (part.first_id ?? part.after_id + 1) > eventHorizon;
  const [first] = run;
  if (!first || !run.some(isKept)) return [];
  const found = await computeParts(
    db,
    first.part.subject,
    run.map(({ part }) => part),
  );
  return run.flatMap((one, position) => (isKept(one) ? brokenPart(one, found[position] as SealPart) : []));
}

function brokenPart({ seal, part }: SealedPart, found: SealPart): BrokenSeal[] {
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
