import { CLEARING, PLATFORM_EXPENSE } from '../../books/ledger/accounts.rules.ts';
import { journalOf } from '../../books/ledger/journal.rules.ts';
import { insertJournals } from '../../books/ledger/ledger.sql.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { bankMovementSubject } from '../../ground/subjects/subject.rules.ts';
import type { CnabAccount } from '../../rails/cnab240/layout/profiles.rules.ts';
import { type BankFee, type ReceivedFile, receiveFile } from '../../rails/cnab240/receive-file.ts';

/** A bank's file takes effect as a whole: titles, hints about their payments, and what the bank keeps for itself. */
export async function receiveRetorno(
  deps: Pick<Deps, 'db' | 'clock' | 'poke'>,
  acquirer: string,
  account: CnabAccount,
  open: () => AsyncIterable<Buffer>,
): Promise<ReceivedFile | null> {
  const now = await deps.clock.now();
  return receiveFile(deps, acquirer, account, open, (tx, fees) => bookFees(tx, acquirer, fees, now));
}

/** The bank owes us less by it, and no company pays it. */
async function bookFees(tx: Tx, acquirer: string, fees: readonly BankFee[], now: Date): Promise<void> {
  const posting = { from: PLATFORM_EXPENSE, to: CLEARING, availableAt: now, tag: 'bank_fee', position: null } as const;
  await insertJournals(
    tx,
    fees.map(({ movementId, feeCents }) => ({
      cause: { kind: 'bank_fee', id: movementId, subject: bankMovementSubject(movementId), acquirer },
      journal: journalOf([{ ...posting, amountCents: feeCents }]),
      postedAt: now,
    })),
  );
}
