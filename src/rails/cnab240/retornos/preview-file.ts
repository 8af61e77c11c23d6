import type { Db } from '../../../ground/db/pool.ts';
import { withSnapshot } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { filterNewMovements, findLastRetorno, hasRetorno } from '../files.sql.ts';
import type { CnabAccount } from '../layout/profiles.rules.ts';
import type { LockedTitle } from '../stored-title.rules.ts';
import { findTitlesByNumber } from '../titles.sql.ts';
import { type PlannedLine, titlesAfter } from './plan.rules.ts';
import { type CheckedFile, checkFile, type PlanSource, planFile } from './plan-file.ts';
import { outcomeOfKnownFile, retornoTally } from './retorno-tally.ts';
import type { RetornoOutcome } from './tally.rules.ts';

export interface PreviewedFile extends RetornoOutcome {
  checked: CheckedFile;
  /** The same file was applied before: nothing of it counts again. */
  isKnown: boolean;
}

/**
 * What a retorno would do now, by the plan that applying it carries out. Reads one snapshot, in which nothing can be
 * written. The titles that it would change are kept in memory: a later line may be about one of them again.
 */
export async function previewFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  acquirer: string,
  account: CnabAccount,
  open: () => AsyncIterable<Buffer>,
  look: (lines: readonly PlannedLine[]) => void = () => {},
): Promise<PreviewedFile> {
  const checked = await checkFile(account, open());
  const { sha256 } = checked;
  const at = await deps.clock.now();
  return withSnapshot(deps.db, async (snapshot) => {
    if (await hasRetorno(snapshot, acquirer, sha256))
      return { ...outcomeOfKnownFile({ sha256, account }), checked, isKnown: true };
    const lastNumber = await findLastRetorno(snapshot, acquirer);
    const tally = retornoTally({ sha256, account, lastNumber, number: checked.summary.fileNumber });
    const { source, remember } = rememberingSource(snapshot, acquirer);
    for await (const lines of planFile({ account, checked, source, at }, open())) {
      remember(lines);
      tally.add(lines);
      look(lines);
    }
    return { ...tally.outcome(), checked, isKnown: false };
  });
}

/** The database as it would be, had the lines so far been applied. */
function rememberingSource(
  snapshot: Db,
  acquirer: string,
): { source: PlanSource; remember: (lines: readonly PlannedLine[]) => void } {
  const changed = new Map<string, LockedTitle>();
  return {
    source: {
      filterNew: (hashes) => filterNewMovements(snapshot, acquirer, hashes),
      async titlesByNumber(ourNumbers) {
        const found = await findTitlesByNumber(snapshot, acquirer, ourNumbers);
        return new Map([...found].map(([number, title]) => [number, changed.get(number) ?? title]));
      },
    },
    remember(lines) {
      for (const title of titlesAfter(lines)) changed.set(title.our_number, title);
    },
  };
}
