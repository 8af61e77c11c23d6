import { countOpenReceipts } from '../../gateway/alignment/receipts/unknown-receipts.sql.ts';
import { listLatestComparisons } from '../../gateway/alignment/reconciliation.sql.ts';
import { findOldestCheckDue } from '../../gateway/payments/checks/checks.sql.ts';
import { countVainCodes, findOldestLookDue } from '../../gateway/payments/slip-pix-codes/slip-pix-codes.sql.ts';
import { measureOpenPayouts } from '../../gateway/payouts/open-payouts.sql.ts';
import { findOldestPayoutDue } from '../../gateway/payouts/payouts.sql.ts';
import { findOldestRefundCheckDue, measureOpenRefunds } from '../../gateway/refunds/refunds.sql.ts';
import { LOOKS_OF_AN_HOUR } from '../../gateway/slip-pix/slip-pix.rules.ts';
import { addDays, endOfSaoPauloDay, saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Db } from '../../ground/db/pool.ts';
import { findOldestDeliveriesDue } from '../../news/webhooks/deliveries/backlog.sql.ts';
import { findOldestNoticeDue } from '../../pages/notices/notices.sql.ts';
import { measureReminders, type ReminderStanding } from '../../pages/reminders/measure-reminders.ts';
import { findOldestNotificationDue } from '../../rails/acquirers/notifications.sql.ts';
import type { WithBankAccounts } from '../../rails/cnab240/bank-accounts.ts';
import { readStanding } from '../../rails/cnab240/read-standing.ts';
import { findLatestAudit } from '../audit/audit-runs.sql.ts';
import { findLatestBackup } from '../backups/backups.sql.ts';

/** However often somebody asks, the database is asked at most this often. */
const KEPT_MS = 5_000;
/** Whoever asks waits at most this long; what has not been said by then counts as not known. */
const WITHIN_MS = 2_000;
const COMPARED_DAYS = 30;
const MOST_CODES_COUNTED = 1_001;
const MOST_RECEIPTS_COUNTED = 1_001;

export type Queue =
  | 'deliveries'
  | 'deliveries-to-failing-endpoints'
  | 'notifications'
  | 'payment-checks'
  | 'refund-checks'
  | 'slip-pix-codes'
  | 'payouts'
  | 'payout-returns'
  | 'notices';

export interface Overview {
  overdueSeconds: Record<Queue, number>;
  openRefunds: { count: number; oldestSeconds: number };
  openPayouts: { requested: number; sent: number; awaitingApproval: number; oldestSeconds: number };
  /** PIX codes on slips that were looked at in vain for an hour. */
  vainSlipCodes: number;
  /** Null where no mail server is set. */
  reminders: ReminderStanding | null;
  /** Payments that banks have received, that belong to no transaction, and that nobody has dealt with. */
  unknownReceipts: number;
  comparisons: { acquirer: string; dayEnd: Date; isDifferent: boolean; openDivergences: number }[];
  /** Banks that take files. */
  bankFiles: { acquirer: string; numbersLeft: number; waitingSeconds: number }[];
  /** The last that ran through. */
  audit: { finishedAt: Date; seconds: number; findings: number } | null;
  /** When the newest backup that anybody told of was made. */
  backupAt: Date | null;
}

/** Where the figures come from. */
export interface OverviewSources extends WithBankAccounts {
  /** Has few connections, and little time for each statement. Every statement reads the end of an index. */
  db: Db;
  clock: Clock;
  sendsMail: boolean;
}

export function createOverview(
  sources: OverviewSources,
  nowMs = () => performance.now(),
): () => Promise<Overview | null> {
  let kept: { atMs: number; overview: Promise<Overview | null> } | null = null;
  return () => {
    if (!kept || nowMs() - kept.atMs >= KEPT_MS)
      kept = { atMs: nowMs(), overview: inTime(readOverview(sources).catch(() => null)) };
    return kept.overview;
  };
}

async function readOverview({ db, clock, bankAccounts, sendsMail }: OverviewSources): Promise<Overview> {
  const now = await clock.now();
  const since = addDays(saoPauloDateOf(now), -COMPARED_DAYS);
  // One after the other: a look from outside takes one connection, never all that lists have.
  const deliveries = await findOldestDeliveriesDue(db);
  const notification = await findOldestNotificationDue(db);
  const check = await findOldestCheckDue(db);
  const refundCheck = await findOldestRefundCheckDue(db);
  const notice = await findOldestNoticeDue(db);
  const codeLook = await findOldestLookDue(db);
  const vainSlipCodes = await countVainCodes(db, LOOKS_OF_AN_HOUR, MOST_CODES_COUNTED);
  const reminders = sendsMail ? await measureReminders(db, { now, realNow: clock.realNow() }) : null;
  const refunds = await measureOpenRefunds(db);
  const payoutDue = await findOldestPayoutDue(db, 'open');
  const returnLook = await findOldestPayoutDue(db, 'paid');
  const payouts = await measureOpenPayouts(db);
  const unknownReceipts = await countOpenReceipts(db, MOST_RECEIPTS_COUNTED);
  const comparisons = await listLatestComparisons(db, since);
  const audit = await findLatestAudit(db);
  const backup = await findLatestBackup(db);
  const bankFiles: Overview['bankFiles'] = [];
  for (const bank of await bankAccounts()) {
    const { name: acquirer, numbers, waitingSince } = await readStanding(db, bank, now);
    bankFiles.push({ acquirer, numbersLeft: numbers.left, waitingSeconds: overdueSeconds(waitingSince, now) });
  }
  const realNow = clock.realNow();
  return {
    overdueSeconds: {
      deliveries: overdueSeconds(deliveries.toWorking, realNow),
      'deliveries-to-failing-endpoints': overdueSeconds(deliveries.toFailing, realNow),
      notifications: overdueSeconds(notification, realNow),
      'payment-checks': overdueSeconds(check, now),
      'refund-checks': overdueSeconds(refundCheck, now),
      'slip-pix-codes': overdueSeconds(codeLook, now),
      payouts: overdueSeconds(payoutDue, now),
      'payout-returns': overdueSeconds(returnLook, now),
      notices: overdueSeconds(notice, realNow),
    },
    openRefunds: { count: refunds.count, oldestSeconds: overdueSeconds(refunds.oldest, now) },
    openPayouts: {
      requested: payouts.requested,
      sent: payouts.sent,
      awaitingApproval: payouts.awaitingApproval,
      oldestSeconds: Math.max(
        overdueSeconds(payouts.oldestRequestedAt, now),
        overdueSeconds(payouts.oldestSentAt, now),
      ),
    },
    vainSlipCodes,
    reminders,
    unknownReceipts: unknownReceipts.count,
    comparisons: comparisons.map(({ day, ...figures }) => ({ ...figures, dayEnd: endOfSaoPauloDay(day) })),
    bankFiles,
    audit: audit && {
      finishedAt: audit.finished_at,
      seconds: (audit.finished_at.getTime() - audit.started_at.getTime()) / 1_000,
      findings: audit.findings,
    },
    backupAt: backup?.madeAt ?? null,
  };
}

function overdueSeconds(dueAt: Date | null, now: Date): number {
  return dueAt ? Math.max(0, (now.getTime() - dueAt.getTime()) / 1_000) : 0;
}

function inTime<Result>(work: Promise<Result | null>): Promise<Result | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), WITHIN_MS);
    void work.then((result) => {
      clearTimeout(timer);
      resolve(result);
    });
  });
}
