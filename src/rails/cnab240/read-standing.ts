import { addDays, saoPauloDateOf, startOfSaoPauloDay } from '../../ground/brazil/calendar.rules.ts';
import type { Db } from '../../ground/db/pool.ts';
import type { AccountStanding } from './account-standing.rules.ts';
import type { BankAccount } from './bank-accounts.ts';
import { findStanding, isBehindRestore } from './counters.sql.ts';
import { cnabProfile } from './layout/profiles.rules.ts';
import { judgeRange } from './range.rules.ts';
import { readAccountFigures } from './standing.sql.ts';

const MONTH_DAYS = 30;

export async function readStanding(db: Db, { name, account }: BankAccount, now: Date): Promise<AccountStanding> {
  const today = saoPauloDateOf(now);
  const isYearly = cnabProfile(account.profile).numbersByYear ?? false;
  const since = startOfSaoPauloDay(addDays(today, -MONTH_DAYS));
  const figures = await readAccountFigures(db, name, { year: isYearly ? Number(today.slice(0, 4)) : 0, since });
  const { ourNumberFirst: first, ourNumberLast: last } = account;
  // One that the database has never heard of is made as of before every restore.
  const standing = (await findStanding(db, name)) ?? { epoch: 0, next_file: 1, sent_on: null };
  return {
    name,
    numbers: judgeRange({ first, last, next: figures.next, usedInMonth: figures.used, isYearly }, today),
    isBehindRestore: await isBehindRestore(db, standing),
    waitingSince: figures.waiting_since,
    unwrittenSince: figures.unwritten_since,
  };
}
