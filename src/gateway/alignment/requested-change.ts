import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import type { EventDeps } from '../../news/webhooks/deliveries/record-event.ts';
import type { RequestedChange } from '../../rails/acquirers/boleto.ts';
import type { Payment } from '../payments/payment.ts';
import { paymentUpdated } from '../payments/payments.events.rules.ts';
import { lockPayment, updateBoleto } from '../payments/payments.sql.ts';
import { PENDING, STATUS_NAMES } from '../payments/status.rules.ts';
import { tellOfPayment } from '../payments/tell-of-payments.ts';
import { changeOf } from './boleto-news.rules.ts';

type ChangeDeps = EventDeps & Pick<Deps, 'db'>;

/** Writes down what the bank of a boleto is asked for. One change at a time: its answer names none. */
export async function noteRequestedChange(
  deps: ChangeDeps,
  { id }: Payment,
  change: RequestedChange,
): Promise<Payment> {
  return withTransaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment.status !== PENDING) throw notPending(payment);
    if (isSame(payment.requested_change, change)) return payment;
    // A cancellation ends whatever else was asked for.
    if (payment.requested_change && change.kind !== 'cancel')
      throw new ApiError('CHANGE_REFUSED', 'another change waits for the answer of the bank', {
        message: 'Outro pedido sobre este boleto ainda aguarda a resposta do banco',
      });
    const now = await deps.clock.now(tx);
    const requestedChange = { ...change, requestedAt: now.toISOString() };
    const changed = await updateBoleto(tx, id, { ...changeOf(payment), requestedChange }, now);
    await tellOfPayment(deps, tx, changed, paymentUpdated(changed, 'PENDING'), now);
    return changed;
  });
}

/** The bank has given it a name, by which it can be asked what became of it. Nobody else sees a difference. */
export async function nameRequestedChange(
  deps: ChangeDeps,
  { id }: Payment,
  dueDate: string,
  changeId: string,
): Promise<Payment> {
  return withTransaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, id);
    const known = payment.requested_change;
    // It may have been answered, or a cancellation asked for, in the meantime.
    if (!known || !isSame(known, { kind: 'due_date', dueDate })) return payment;
    const requestedChange = { ...known, changeId };
    return updateBoleto(tx, id, { ...changeOf(payment), requestedChange }, await deps.clock.now(tx));
  });
}

/** The bank has refused it at once: as if nobody had asked. What was asked for in the meantime still waits. */
export async function forgetRequestedChange(deps: ChangeDeps, { id }: Payment, change: RequestedChange): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, id);
    if (!isSame(payment.requested_change, change)) return;
    const now = await deps.clock.now(tx);
    const changed = await updateBoleto(tx, id, { ...changeOf(payment), requestedChange: null }, now);
    await tellOfPayment(deps, tx, changed, paymentUpdated(changed, STATUS_NAMES[changed.status]), now);
  });
}

function isSame(known: RequestedChange | null, change: RequestedChange): boolean {
  if (known?.kind !== change.kind) return false;
  return change.kind === 'cancel' || (known.kind === 'due_date' && known.dueDate === change.dueDate);
}

export function notPending(payment: Payment): ApiError {
  return new ApiError(
    'TRANSACTION_NOT_PENDING',
    `transaction is ${STATUS_NAMES[payment.status]}; only PENDING can be changed or cancelled`,
  );
}
