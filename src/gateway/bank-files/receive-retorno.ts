import { CLEARING, PLATFORM_EXPENSE } from '../../books/ledger/accounts.rules.ts';
import { journalOf } from '../../books/ledger/journal.rules.ts';
import { insertJournals } from '../../books/ledger/ledger.sql.ts';
import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { bankMovementSubject } from '../../ground/subjects/subject.rules.ts';
import type { EventDeps } from '../../news/webhooks/deliveries/record-event.ts';
import type { ReceivedPayment } from '../../rails/acquirers/acquirer.ts';
import type { StoredFile } from '../../rails/cnab240/files.sql.ts';
import type { CnabAccount } from '../../rails/cnab240/layout/profiles.rules.ts';
import { type BankFee, type ReceivedFile, receiveFile } from '../../rails/cnab240/retornos/receive-file.ts';
import { keepUnknownReceipts } from '../alignment/receipts/tell-unknown-receipts.ts';
import { recordBankFile } from './record-bank-file.ts';

/**
 * A bank's file takes effect as a whole: titles, hints about their payments, what the bank keeps for itself, and money
 * that is of no title of ours. Whoever has seen a preview names its plan: where the file would do something else by
 * now, nothing of it takes effect (PlanChanged).
 */
export async function receiveRetorno(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'poke'>,
  acquirer: string,
  account: CnabAccount,
  open: () => AsyncIterable<Buffer>,
  seenPlan: string | null = null,
): Promise<ReceivedFile | null> {
  const now = await deps.clock.now();
  const beside = {
    bookFees: (tx: Tx, fees: readonly BankFee[]) => bookFees(tx, acquirer, fees, now),
    keepUnknown: (tx: Tx, receipts: readonly ReceivedPayment[]) => keepUnknown(deps, tx, acquirer, receipts, now),
    recordReceived: (tx: Tx, file: StoredFile) => recordBankFile(deps, tx, 'bank_file.received', acquirer, file),
  };
  return receiveFile(deps, { acquirer, account, beside, seenPlan }, open);
}

/** As of every bank that lists what it has received: an operator finds out whose it is. */
async function keepUnknown(
  deps: EventDeps,
  tx: Tx,
  acquirer: string,
  receipts: readonly ReceivedPayment[],
  now: Date,
): Promise<void> {
  const dayOf = ({ paidAt }: ReceivedPayment) => saoPauloDateOf(paidAt);
  for (const day of new Set(receipts.map(dayOf))) {
    const ofDay = receipts.filter((receipt) => dayOf(receipt) === day);
    await keepUnknownReceipts(deps, tx, { acquirer, day, receipts: ofDay, now });
  }
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
