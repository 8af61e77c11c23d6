import { withTransaction } from '../../ground/db/transaction.ts';
import { lockKnownCharge } from './change-charge.ts';
import type { Charge } from './charge.rules.ts';
import { findCharge, updateDueDate } from './charges.sql.ts';
import { issueTypoProofBoleto } from './create-charge.ts';
import type { Deps } from './deps.ts';
import { ServiceError } from './service-error.ts';

/** A boleto that nobody has paid gets another day, and another slip with it. */
export async function moveDueDate(deps: Deps, reference: string, dueDate: string): Promise<Charge> {
  const known = await findCharge(deps.db, reference);
  if (!known) throw new ServiceError('not_found', 'no charge has this reference');
  if (known.dueDate === dueDate) return known;
  refuseUnlessWaiting(known);
  // Drawn before the transaction: who holds a connection and asks for a second one may wait for those who do the same.
  const boleto = await issueTypoProofBoleto(deps, dueDate, known.amountCents);
  return withTransaction(deps.db, async (tx) => {
    refuseUnlessWaiting(await lockKnownCharge(tx, reference));
    return updateDueDate(tx, reference, dueDate, boleto);
  });
}

function refuseUnlessWaiting({ status, boleto }: Charge): void {
  if (status !== 'WAITING_PAYMENT' || boleto === null)
    throw new ServiceError('refused', `a charge that is ${status} gets no other due date`);
}
