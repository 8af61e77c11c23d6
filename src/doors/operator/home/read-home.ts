import { readClearedOn } from '../../../books/ledger/days/ledger-days.sql.ts';
import { judge } from '../../../care/doctor/doctor.rules.ts';
import { gatherOwnFacts } from '../../../care/doctor/gather-own-facts.ts';
import { createOverview } from '../../../care/telemetry/read-overview.ts';
import { readOrderedByAcquirer, readReceivedByAcquirer } from '../../../gateway/payments/acquirer-figures.sql.ts';
import { saoPauloDateOf, startOfSaoPauloDay } from '../../../ground/brazil/calendar.rules.ts';
import type { AllDeps } from '../../all-deps.ts';

const DAY_MS = 86_400_000;
/** However many operators look, everything is read this often at most. */
const KEPT_MS = 15_000;

export type Home = Awaited<ReturnType<ReturnType<typeof createHome>>>;

/** What needs somebody now, and how the day goes: by the functions of the doctor and of metrics. */
export function createHome(deps: AllDeps, nowMs = () => performance.now()) {
  const { listsDb, clock, bankAccounts, config } = deps;
  const readOverview = createOverview({ db: listsDb, clock, bankAccounts, sendsMail: config.smtp !== null });
  const read = async () => {
    const now = await clock.now();
    const day = saoPauloDateOf(now);
    // One after the other: a look takes one connection, never all that lists have.
    const facts = await gatherOwnFacts(deps, listsDb);
    const overview = await readOverview();
    const today = startOfSaoPauloDay(day);
    const figures = await inFigures(async () => ({
      ordered: await readOrderedByAcquirer(listsDb, today),
      received: await readReceivedByAcquirer(listsDb, today),
      cleared: await readClearedOn(listsDb, day),
      lastDay: await readOrderedByAcquirer(listsDb, new Date(now.getTime() - DAY_MS)),
    }));
    return { now, day, findings: judge(facts), facts, overview, figures };
  };
  let kept: { atMs: number; home: ReturnType<typeof read> } | null = null;
  return () => {
    if (!kept || nowMs() - kept.atMs >= KEPT_MS) {
      const home = read();
      kept = { atMs: nowMs(), home };
      // Who asks next does not get the same failure.
      home.catch(() => {
        kept = null;
      });
    }
    return kept.home;
  };
}

/** A day may hold more payments than a look may take time for; everything else is told all the same. */
async function inFigures<Figures>(read: () => Promise<Figures>): Promise<Figures | null> {
  try {
    return await read();
  } catch (error) {
    if ((error as { code?: string }).code === '57014') return null;
    throw error;
  }
}
