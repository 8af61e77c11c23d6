import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { listFixedSplit, lockCompany, replaceFixedSplit } from '../../parties/companies/companies.sql.ts';
import { splitLines } from '../../parties/companies/company-sides.rules.ts';
import { findParticipants } from './find-participants.ts';
import { checkFixedParticipants, type Participant } from './participants.rules.ts';
import type { FixedParticipantBody } from './splits.schemas.ts';
import { toStore } from './splits.wire.ts';

/**
 * Replaces the whole fixed split of the merchant's company. Payments that exist keep theirs; new orders follow within
 * the five seconds for which sellers are kept.
 */
export async function changeFixedSplit(
  deps: Pick<Deps, 'db' | 'clock'>,
  merchantId: number,
  companyId: number,
  listed: readonly FixedParticipantBody[],
): Promise<Participant[]> {
  return withTransaction(deps.db, async (tx) => {
    // Who is in the split already may be named by its id: it must not change meanwhile.
    await lockCompany(tx, companyId);
    const participants = checkFixedParticipants(await findParticipants(tx, merchantId, companyId, listed));
    const before = await listFixedSplit(tx, companyId);
    await replaceFixedSplit(tx, companyId, participants.map(toStore));
    await recordAudit(deps, tx, {
      merchantId,
      action: 'split.changed',
      object: { kind: 'company', id: companyId },
      details: {
        participants: participants.length,
        split: splitLines(participants),
        split_before: splitLines(before.map((part) => ({ ...part, companyId: part.participantCompanyId }))),
      },
    });
    return participants;
  });
}
