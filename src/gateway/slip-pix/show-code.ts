import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import type { Payment } from '../payments/payment.ts';
import { paymentUpdated } from '../payments/payments.events.rules.ts';
import { lockPayment, setPixCode } from '../payments/payments.sql.ts';
import { PENDING } from '../payments/status.rules.ts';
import { tellOfPayment } from '../payments/tell-of-payments.ts';

/** From now on slip, page and reads carry the code. */
export async function showCode(deps: Deps, payment: Payment, code: string): Promise<void> {
  await change(deps, payment, code);
}

/** Nobody is shown a code that cannot be paid. */
export async function dropCode(deps: Deps, payment: Payment): Promise<void> {
  await change(deps, payment, null);
}

/** Of what has ended nothing changes any more. */
async function change(deps: Deps, { id }: Payment, code: string | null): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment.status !== PENDING || payment.acquirer_data === null) return;
    if (payment.acquirer_data.pixQrCode === code) return;
    const now = await deps.clock.now(tx);
    const changed = await setPixCode(tx, id, code);
    await tellOfPayment(deps, tx, changed, paymentUpdated(changed, 'PENDING'), now);
  });
}
