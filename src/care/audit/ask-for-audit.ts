import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { INSTALLATION } from '../../parties/merchants/installation.rules.ts';
import { type AskedAudit, findOpenAudit, insertAskedAudit } from './asked-audits.sql.ts';

export interface Asked {
  audit: AskedAudit;
  /** False: somebody had asked before, and this is theirs. */
  isNew: boolean;
}

/** Asks for an audit by a process that works in the background. One at a time: whoever asks meanwhile joins it. */
export async function askForAudit(deps: Pick<Deps, 'db' | 'clock' | 'poke'>, askedBy: string): Promise<Asked> {
  const asked = await withTransaction(deps.db, async (tx): Promise<Asked | null> => {
    const audit = await insertAskedAudit(tx, askedBy, deps.clock.realNow());
    if (!audit) {
      const open = await findOpenAudit(tx);
      return open && { audit: open, isNew: false };
    }
    await recordAudit(deps, tx, { merchantId: INSTALLATION, action: 'audit.asked', details: { audit: audit.id } });
    tx.afterCommit(() => deps.poke('audit-books'));
    return { audit, isNew: true };
  });
  // It ended between the two looks: the next asks anew.
  return asked ?? askForAudit(deps, askedBy);
}
