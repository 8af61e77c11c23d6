import type { Facts } from './facts.rules.ts';
import { type Finding, warns } from './findings.rules.ts';

const DAY_MS = 86_400_000;
/** It is made each night. */
const OLDEST_BACKUP_DAYS = 2;
const FIX = 'make one, and let the script that does say so by vintem backed-up (docs/guides/backup.md)';

/** What a sandbox holds can be made again. */
export function judgeBackup({ backup, growth, settings, realNow }: Facts): Finding[] {
  if (!backup || settings.mode !== 'live') return [];
  const { latest } = backup;
  if (!latest)
    return (growth?.databaseAgeDays ?? 0) > OLDEST_BACKUP_DAYS
      ? [warns('BACKUP_MISSING', 'nobody has told of a backup yet', FIX)]
      : [];
  const days = (realNow.getTime() - latest.madeAt.getTime()) / DAY_MS;
  return days > OLDEST_BACKUP_DAYS
    ? [warns('BACKUP_OLD', `the last backup that was told of is ${Math.floor(days)} days old`, FIX)]
    : [];
}
