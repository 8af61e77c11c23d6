import { createHash } from 'node:crypto';
import type { CnabAccount } from '../layout/profiles.rules.ts';
import type { PlannedLine } from './plan.rules.ts';
import { addLine, emptyOutcome, missingBefore, type RetornoOutcome, traceOf } from './tally.rules.ts';

/** What an outcome depends on besides its lines. */
interface TallyBasis {
  sha256: Buffer;
  account: CnabAccount;
  /** The greatest number that the bank has given to a file so far; null: none came yet. */
  lastNumber: number | null;
  number: number;
}

interface RetornoTally {
  add(lines: readonly PlannedLine[]): void;
  outcome(): RetornoOutcome;
}

/** Adds up what the lines of one file do, in memory that does not grow with it. */
export function retornoTally({ sha256, account, lastNumber, number }: TallyBasis): RetornoTally {
  const missing = missingBefore(number, lastNumber);
  const outcome = emptyOutcome(missing);
  const hash = createHash('sha256').update(JSON.stringify([sha256.toString('hex'), account, missing]));
  return {
    add(lines) {
      for (const line of lines) {
        hash.update(`\n${traceOf(line)}`);
        addLine(outcome, line);
      }
    },
    outcome: () => ({ ...outcome, plan: hash.copy().digest('hex') }),
  };
}

/** Of a file that came before: nothing of it counts, and no state of its titles matters. */
export function outcomeOfKnownFile({ sha256, account }: Pick<TallyBasis, 'sha256' | 'account'>): RetornoOutcome {
  const basis = JSON.stringify([sha256.toString('hex'), account, 'came before']);
  return { ...emptyOutcome(null), plan: createHash('sha256').update(basis).digest('hex') };
}
