import { withTransaction } from '../../ground/db/transaction.ts';
import { lockKnownCharge } from './change-charge.ts';
import type { Charge } from './charge.rules.ts';
import { updateDueDate } from './charges.sql.ts';
import { issueTypoProofBoleto } from './create-charge.ts';
import type { Deps } from './deps.ts';
import { ServiceError } from './service-error.ts';

/** A boleto that nobody has paid gets another day, and another slip with it. */
export async function moveDueDate(deps: Deps, reference: string, dueDate: string): Promise<Charge> {
  return withTransaction(deps.db, async (tx) => {
    const charge = await lockKnownCharge(tx, reference);
    if (charge.dueDate === dueDate) return charge;
    if (charge.status !== 'WAITING_PAYMENT' || charge.boleto === null)
      throw new ServiceError('refused', `a charge that is ${charge.status} gets no other due date`);
    return updateDueDate(tx, reference, dueDate, await issueTypoProofBoleto(deps, dueDate, charge.amountCents));
  });
}
