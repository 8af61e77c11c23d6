import type { Cause } from '../../books/ledger/cause.rules.ts';
import type { Journal } from '../../books/ledger/journal.rules.ts';
import { type AskedDebit, type DebitGrounds, postDebits } from '../../books/ledger/post-debits.ts';
import { takeDebitLocks } from '../../books/ledger/take-debit-locks.ts';
import type { BalanceOutlook } from '../../books/ledger/value-dates.rules.ts';
import type { Asker } from '../../ground/actor.rules.ts';
import { type LockWait, limitLockWait } from '../../ground/db/lock-wait.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import type { KeyClaim } from '../../ground/idempotency/keys.sql.ts';
import { claimKeys } from '../../ground/idempotency/with-idempotency.ts';
import { isAccepted, type OrRefusal } from '../../ground/refusals.ts';
import { payoutSubject } from '../../ground/subjects/subject.rules.ts';
import { recordEvents } from '../../news/webhooks/deliveries/record-event.ts';
import { recordAudits } from '../../parties/audit-log/record-audit.ts';
import type { Payout } from './payout.ts';
import { payoutJournal, refuseUnaffordable } from './payout-journals.rules.ts';
import { payoutRequested } from './payouts.events.rules.ts';
import { insertPayouts, type NewPayout, sumPayoutsSince } from './payouts.sql.ts';
import type { PayoutWay, Preparation } from './prepare-payout.ts';
import { type Room, refuseBeyondLimits, startOfLimitDay } from './terms/payout-terms.rules.ts';

export interface PayoutToHold extends PayoutWay, Preparation {
  /** Or how much it is, said under the debit lock; it refuses by throwing an `ApiError`. */
  amountCents: number | ((room: Room) => number);
  description: string | null;
  origin: Payout['origin'];
  claim: KeyClaim | null;
  asker: Asker;
  /** The person behind the asker; null for a schedule. */
  askedByUser: number | null;
  /** Written with it, in the same transaction. */
  alsoWrite?: (tx: Tx, payout: Payout) => Promise<void>;
}

export type HoldDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'poke'>;

/** One transaction for all of them: each is held or gets its refusal, judged in their order. */
export function holdPayouts(
  deps: HoldDeps,
  asked: readonly PayoutToHold[],
  lockWait: LockWait,
): Promise<OrRefusal<Payout>[]> {
  return withTransaction(deps.db, async (tx) => {
    await limitLockWait(tx, lockWait);
    const usedToday = await readDays(deps, tx, asked);
    const debits = asked.map(
      (of): AskedDebit<DecidedPayout> => ({
        companyIds: [of.companyId],
        decide: (grounds) => decidePayout(deps, of, usedToday, grounds),
      }),
    );
    const posted = await postDebits(deps, tx, debits, (decided) => writePayouts(tx, decided));
    await writeTheRest(deps, tx, posted.filter(isAccepted));
    return posted.map((made) => (isAccepted(made) ? made.payout : made));
  });
}

/** What the companies with a limit of the day have used of it, read under their debit locks. */
async function readDays(deps: HoldDeps, tx: Tx, asked: readonly PayoutToHold[]): Promise<Map<number, number>> {
  const limited = asked.flatMap(({ companyId, terms }) => (terms.dayCents === null ? [] : [companyId]));
  if (limited.length === 0) return new Map();
  const everybody = asked.map(({ companyId }) => companyId);
  const now = await takeDebitLocks(deps, tx, everybody);
  return sumPayoutsSince(tx, limited, startOfLimitDay(now));
}

interface DecidedPayout {
  of: PayoutToHold;
  row: NewPayout;
  journal: Journal;
}

function decidePayout(
  deps: HoldDeps,
  of: PayoutToHold,
  usedToday: Map<number, number>,
  { now, outlooks }: DebitGrounds,
): DecidedPayout {
  const { companyId, terms } = of;
  const usedCents = usedToday.get(companyId) ?? 0;
  const outlook = outlooks.get(companyId) as BalanceOutlook;
  const amountCents =
    typeof of.amountCents === 'number' ? of.amountCents : of.amountCents({ outlook, usedTodayCents: usedCents, now });
  refuseBeyondLimits(terms, amountCents, usedCents);
  const sums = { companyId, amountCents, feeCents: terms.feeCents };
  const journal = payoutJournal(sums, now);
  refuseUnaffordable(sums, journal, outlook, now);
  // Those of the batch that come after it are judged with it.
  usedToday.set(companyId, usedCents + amountCents);
  const row: NewPayout = {
    merchant_id: of.merchantId,
    company_id: companyId,
    destination_id: of.destinationId,
    origin: of.origin,
    acquirer: of.acquirer,
    reference: deps.ids.reference(),
    amount_cents: amountCents,
    fee_cents: terms.feeCents,
    description: of.description,
    status: terms.needsApproval ? 'AWAITING_APPROVAL' : 'REQUESTED',
    requested_at: now,
    requested_by: nameOf(of.asker),
    requested_by_user: of.askedByUser,
    next_check_at: terms.needsApproval ? null : now,
  };
  return { of, row, journal };
}

/** How steps name what nobody did by hand. */
export const SERVICE = 'vintem';

/** As people read it beside a payout. */
export function nameOf({ actor: { kind, name } }: Asker): string {
  return kind === 'job' ? SERVICE : (name ?? kind);
}

interface HeldPayout {
  of: PayoutToHold;
  payout: Payout;
  cause: Cause;
}

async function writePayouts(tx: Tx, decided: readonly DecidedPayout[]): Promise<HeldPayout[]> {
  const payouts = await insertPayouts(
    tx,
    decided.map(({ row }) => row),
  );
  return decided.map(({ of }, index) => {
    const payout = payouts[index] as Payout;
    const { id, acquirer } = payout;
    return { of, payout, cause: { kind: 'payout', id, subject: payoutSubject(id), acquirer } };
  });
}

async function writeTheRest(deps: HoldDeps, tx: Tx, held: readonly HeldPayout[]): Promise<void> {
  if (held.length === 0) return;
  await claimKeys(
    tx,
    held.flatMap(({ of: { claim }, payout }) => (claim ? [{ claim, work: payoutSubject(payout.id) }] : [])),
  );
  for (const { of, payout } of held) await of.alsoWrite?.(tx, payout);
  const [first] = held as [HeldPayout, ...HeldPayout[]];
  const news = held.map(({ payout }) => ({
    subject: payoutSubject(payout.id),
    merchantId: payout.merchant_id,
    companyId: payout.company_id,
    event: payoutRequested(payout),
  }));
  await recordEvents(deps, tx, news, first.payout.requested_at);
  await recordAudits(
    deps,
    tx,
    held.map(({ of: { asker, merchantId }, payout }) => ({
      asker,
      entry: {
        merchantId,
        action: 'payout.requested',
        object: { kind: 'payout', id: payout.id },
        details: { company_id: payout.company_id, amount: payout.amount_cents, destination_id: payout.destination_id },
      },
    })),
  );
  tx.afterCommit(() => deps.poke('send-payouts'));
}
