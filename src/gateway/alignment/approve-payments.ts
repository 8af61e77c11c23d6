import { type ApprovalToPost, isAllCredit, postCredits } from '../../books/ledger/post-approval.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import type { EventDeps } from '../../news/webhooks/deliveries/record-event.ts';
import type { Payment, StatusMove } from '../payments/payment.ts';
import { paymentApproved } from '../payments/payments.events.rules.ts';
import { lockFreePayments, moveFromPending } from '../payments/payments.sql.ts';
import { APPROVED } from '../payments/status.rules.ts';
import { tellOfPayments } from '../payments/tell-of-payments.ts';
import { listSharesWithTerms } from '../splits/splits.sql.ts';
import { type AnsweredPayment, type Applied, isPlainApproval, moveOf } from './answer.rules.ts';

export type ApprovalDeps = EventDeps & Pick<Deps, 'db'>;

/**
 * Many plain approvals in one transaction and a handful of statements, each written exactly as it would be alone. Null
 * in place of one that turns out not to be plain, or whose row somebody holds: it is applied alone, and nobody waits
 * for it here.
 */
export async function approvePayments(
  deps: ApprovalDeps,
  answered: readonly AnsweredPayment[],
): Promise<(Applied | null)[]> {
  const moved = await withTransaction(deps.db, (tx) => approveInside(deps, tx, answered));
  return answered.map(({ asked }) => {
    const payment = moved.get(asked.id);
    return payment ? { payment, isConclusive: true } : null;
  });
}

async function approveInside(
  deps: ApprovalDeps,
  tx: Tx,
  answered: readonly AnsweredPayment[],
): Promise<Map<number, Payment>> {
  const locked = await lockFreePayments(
    tx,
    answered.map(({ asked }) => asked.id),
  );
  // Read under the locks: an earlier reading could be older than what a payment's last change was dated with.
  const at = await deps.clock.now(tx);
  const plain = answered.flatMap(({ asked, answer }) => {
    const payment = locked.get(asked.id);
    return payment && isPlainApproval(payment, answer)
      ? [{ payment, move: moveOf(payment, APPROVED, answer, at), creditOn: answer.received?.creditOn ?? null }]
      : [];
  });
  const approvals = (await approvalsOf(tx, plain, at)).filter(({ approval }) => isAllCredit(approval));
  if (approvals.length === 0) return new Map();
  const moved = await moveFromPending(
    tx,
    approvals.map(({ move }) => move),
  );
  await postCredits(
    tx,
    approvals.map(({ approval }) => approval),
  );
  const byId = new Map(moved.map((payment) => [payment.id, payment]));
  const told = approvals.map(({ payment, approval: { paidAt } }) => ({
    payment,
    event: paymentApproved(payment, paidAt),
  }));
  await tellOfPayments(deps, tx, told, at);
  return byId;
}

interface Plain {
  payment: Payment;
  move: StatusMove;
  creditOn: string | null;
}

async function approvalsOf(
  tx: Tx,
  plain: readonly Plain[],
  at: Date,
): Promise<(Plain & { approval: ApprovalToPost })[]> {
  if (plain.length === 0) return [];
  const shares = await listSharesWithTerms(
    tx,
    plain.map(({ payment }) => payment),
  );
  return plain.map(({ payment, move, creditOn }) => ({
    payment,
    move,
    creditOn,
    approval: {
      paymentId: payment.id,
      acquirer: move.receivedBy ?? payment.acquirer,
      shares: shares.get(payment.id) ?? [],
      amountCents: payment.amount_cents,
      paidCents: move.received?.paidCents ?? null,
      creditOn,
      paidAt: move.paidAt ?? at,
      postedAt: at,
      isRefundedAtOnce: false,
    },
  }));
}
