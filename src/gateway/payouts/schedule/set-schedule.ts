import { type Tx, withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import { type AuditDetails, bothSides } from '../../../parties/audit-log/audit-log.rules.ts';
import { recordAudit } from '../../../parties/audit-log/record-audit.ts';
import { lockCompany } from '../../../parties/companies/companies.sql.ts';
import { unknownCompany } from '../../../parties/companies/company.rules.ts';
import type { WithAcquirers } from '../../../rails/acquirers/registry.ts';
import { findDestinationOfCompany } from '../../destinations/destinations.sql.ts';
import { refuseDestination } from '../terms/payout-terms.rules.ts';
import { findPayoutTerms } from '../terms/payout-terms.sql.ts';
import { firstRunOfNew, refuseOddDay } from './schedule.rules.ts';
import {
  deleteSchedule,
  findScheduleOfMerchant,
  type Schedule,
  type ScheduleSettings,
  upsertSchedule,
} from './schedule.sql.ts';
import { findLastRunDay } from './schedule-runs.sql.ts';

interface Owner {
  merchantId: number;
  companyId: number;
}

/** Takes the place of the schedule before; null: payouts are asked for by hand. What was overdue begins anew. */
export async function setSchedule(
  deps: Pick<Deps, 'db' | 'clock'> & WithAcquirers,
  { merchantId, companyId }: Owner,
  settings: ScheduleSettings | null,
): Promise<void> {
  if (settings) refuseOddDay(settings);
  await withTransaction(deps.db, async (tx) => {
    const company = await lockCompany(tx, companyId);
    if (company?.merchantId !== merchantId) throw unknownCompany(companyId);
    const before = await findScheduleOfMerchant(tx, merchantId, companyId);
    if (settings) {
      await refuseUnfitDestination(deps, tx, { merchantId, companyId }, settings.destination_id);
      const now = await deps.clock.now(tx);
      const next_on = firstRunOfNew(settings, now, await findLastRunDay(tx, companyId));
      await upsertSchedule(tx, { ...settings, company_id: companyId, merchant_id: merchantId, next_on });
    } else {
      await deleteSchedule(tx, companyId);
    }
    const sides = bothSides(sidesOf(before), sidesOf(settings));
    if (Object.keys(sides).length === 0) return;
    await recordAudit(deps, tx, {
      merchantId,
      action: 'payout_schedule.changed',
      object: { kind: 'company', id: companyId },
      details: sides,
    });
  });
}

/** One that is on hold still may be by the time of the first run: only that run tells. */
async function refuseUnfitDestination(
  deps: WithAcquirers,
  tx: Tx,
  { merchantId, companyId }: Owner,
  destinationId: number,
): Promise<void> {
  const destination = await findDestinationOfCompany(tx, { merchantId, companyId, destinationId });
  if (!destination)
    throw new ApiError('DESTINATION_NOT_FOUND', `destination ${destinationId} does not exist`, {
      field: 'destination_id',
    });
  const terms = await findPayoutTerms(tx, companyId);
  const acquirer = deps.acquirers.paying(terms);
  if (acquirer === null) throw new ApiError('PAYOUTS_NOT_ENABLED', `company ${companyId} has no rail for payouts`);
  const namesHolder = deps.acquirers.find(acquirer)?.payouts?.holderOf !== undefined;
  refuseDestination(destination, terms, { namesHolder }, destination.usable_at);
}

function sidesOf(schedule: ScheduleSettings | Schedule | null): AuditDetails {
  if (!schedule) return { rhythm: 'manual' };
  const { rhythm, day, destination_id, minimum_cents, keep_cents } = schedule;
  return { rhythm, day, destination_id, minimum_cents, keep_cents };
}
