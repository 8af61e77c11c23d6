import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { bothSides } from '../audit-log/audit-log.rules.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { lockCompany } from './companies.sql.ts';
import { reminderLine } from './company-sides.rules.ts';
import { checkReminderDays } from './reminder-days.rules.ts';
import { findReminderDays, updateReminderDays } from './reminder-days.sql.ts';

/** On which days payers of the company are reminded, from the next morning on. The caller knows whose company it is. */
export async function changeReminders(
  deps: Pick<Deps, 'db' | 'clock'>,
  merchantId: number,
  companyId: number,
  asked: readonly number[],
): Promise<number[]> {
  const days = checkReminderDays('reminder_days', asked);
  await withTransaction(deps.db, async (tx) => {
    await lockCompany(tx, companyId);
    const before = await findReminderDays(tx, companyId);
    await updateReminderDays(tx, companyId, days);
    await recordAudit(deps, tx, {
      merchantId,
      action: 'company.changed',
      object: { kind: 'company', id: companyId },
      details: {
        changed: ['reminder_days'],
        ...bothSides({ reminder_days: reminderLine(before) }, { reminder_days: reminderLine(days) }),
      },
    });
  });
  return days ?? [];
}
