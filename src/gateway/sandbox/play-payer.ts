import type { Deps } from '../../ground/deps.ts';
import { ApiError, invalidField } from '../../ground/errors.ts';
import type { AcquirerStatus, QueryResult } from '../../rails/acquirers/acquirer.ts';
import { hasOpenNotification } from '../../rails/acquirers/notifications.sql.ts';
import type { QueriedPayout } from '../../rails/acquirers/payout.ts';
import type { Payment } from '../payments/payment.ts';

export type PayerAction = 'pay' | 'fail' | 'cancel' | 'expire' | 'refund';

export type BankAction = 'pay' | 'fail' | 'return';
/** What came of it, or why it cannot happen. */
type PlayedPayout = QueriedPayout | { outcome: 'refused'; reason: string };

/**
 * What the payer or the bank does, told to the sandbox acquirer: from there it takes the production path back to us.
 */
export interface SandboxControls {
  /** Of the acquirer that can be told. */
  readonly name: string;
  control(reference: string, action: PayerAction, body: PlayBody): Promise<QueryResult>;
  /** What the receiving bank does with money that we send. */
  controlPayout(reference: string, action: BankAction, body: Omit<PlayBody, 'paid_at'>): Promise<PlayedPayout>;
}

interface PlayBody {
  paid_at?: string;
  amount?: number;
  notify?: boolean;
}

interface HowToPlay {
  /** Whether the acquirer tells us; otherwise only a query or the safety net finds out. */
  notify: boolean;
  paidAt: Date | null;
  /** Null: what is due. */
  amountCents?: number | null;
}

/** Does what the payer or the bank would, whoever asks for it. Answers what the acquirer says of the payment then. */
export async function playPayer(
  deps: Deps,
  controls: SandboxControls,
  payment: Pick<Payment, 'acquirer' | 'reference'>,
  action: PayerAction,
  { notify, paidAt, amountCents = null }: HowToPlay,
): Promise<AcquirerStatus> {
  if (payment.acquirer !== controls.name) {
    throw invalidField(
      'id',
      `names a transaction that ${payment.acquirer} issued; only the sandbox acquirer can be told what happens`,
    );
  }
  const result = await controls.control(payment.reference, action, {
    notify,
    ...(paidAt ? { paid_at: paidAt.toISOString() } : {}),
    ...(amountCents === null ? {} : { amount: amountCents }),
  });
  if (result.outcome !== 'found') throw notAtAcquirer(result);
  if (notify) await waitUntilWorked(deps, payment.reference);
  return result.charge.status;
}

function notAtAcquirer(result: Exclude<QueryResult, { outcome: 'found' }>): ApiError {
  const detail = result.outcome === 'not_found' ? 'the acquirer does not know this transaction (yet)' : result.reason;
  return new ApiError('ACQUIRER_UNAVAILABLE', detail, { retryAfterSeconds: 1 });
}

const WORKED_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 20;

/**
 * The acquirer has delivered its notification by now; wait a moment for the background work to act on it, so that a
 * read right after shows the new status. A convenience with a bound: nothing depends on it.
 */
export async function waitUntilWorked(deps: Deps, reference: string): Promise<void> {
  const giveUpAt = Date.now() + WORKED_WITHIN_MS;
  while (Date.now() < giveUpAt && (await hasOpenNotification(deps.db, reference))) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
