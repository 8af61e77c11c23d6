import type { Static } from 'typebox';
import type { CallTimes } from '../../../care/telemetry/call-times.ts';
import type { Home as HomeSchema } from './home.schemas.ts';
import type { Home } from './read-home.ts';

type WireHome = Static<typeof HomeSchema>;

export function homeOf(home: Home, names: readonly string[], callTimes: CallTimes | null): WireHome {
  const { now, day, findings, facts, overview } = home;
  const { webhooks, rails, growth, books, backup } = facts;
  return {
    now: now.toISOString(),
    day,
    attention: findings,
    acquirers: acquirersOf(home, names, callTimes),
    queues:
      overview &&
      Object.entries(overview.overdueSeconds).map(([queue, seconds]) => ({ queue, overdue_seconds: seconds })),
    open: {
      divergences: books?.openDivergences ?? null,
      unknown_receipts: growth && { count: growth.unknownReceipts.count, amount: growth.unknownReceipts.cents },
      refunds: overview && { count: overview.openRefunds.count, oldest_seconds: overview.openRefunds.oldestSeconds },
      payouts: overview && {
        requested: overview.openPayouts.requested,
        sent: overview.openPayouts.sent,
        awaiting_approval: overview.openPayouts.awaitingApproval,
        oldest_seconds: overview.openPayouts.oldestSeconds,
      },
      failing_endpoints: webhooks && { failing: webhooks.failing.length, disabled: webhooks.disabled.length },
    },
    comparisons:
      overview?.comparisons.map(({ acquirer, dayEnd, isDifferent, openDivergences }) => ({
        acquirer,
        day_end: dayEnd.toISOString(),
        differs: isDifferent,
        open_divergences: openDivergences,
      })) ?? null,
    bank_files:
      overview?.bankFiles.map(({ acquirer, numbersLeft, waitingSeconds }) => ({
        acquirer,
        numbers_left: numbersLeft,
        waiting_seconds: waitingSeconds,
      })) ?? null,
    certificates:
      rails?.acquirers.flatMap(({ name, isUsed, certificate }) =>
        certificate
          ? [{ acquirer: name, not_after: certificate.notAfter?.toISOString() ?? null, is_used: isUsed }]
          : [],
      ) ?? null,
    audit: overview?.audit
      ? {
          finished_at: overview.audit.finishedAt.toISOString(),
          seconds: overview.audit.seconds,
          findings: overview.audit.findings,
        }
      : null,
    backup: backup && {
      made_at: backup.latest?.madeAt.toISOString() ?? null,
      is_proved: backup.latest?.isProved ?? false,
    },
    seal_age_days: growth?.sealAgeDays ?? null,
  };
}

/** Those of this process, and those whose payments are still there. */
function acquirersOf({ figures }: Home, names: readonly string[], callTimes: CallTimes | null): WireHome['acquirers'] {
  if (!figures) return null;
  const { ordered, received, cleared, lastDay } = figures;
  const all = new Set([...names, ...[...ordered, ...received, ...cleared, ...lastDay].map(({ acquirer }) => acquirer)]);
  return [...all].sort().map((acquirer) => {
    const made = ordered.find((figure) => figure.acquirer === acquirer);
    const came = received.find((figure) => figure.acquirer === acquirer);
    const day = lastDay.find((figure) => figure.acquirer === acquirer);
    const ended = (day?.approved ?? 0) + (day?.failed ?? 0);
    const calls = callTimes?.of(acquirer) ?? null;
    const leftFor = (tag: string) =>
      -(cleared.find((figure) => figure.acquirer === acquirer && figure.tag === tag)?.cents ?? 0) || 0;
    return {
      acquirer,
      today: {
        ordered: made?.payments ?? 0,
        ordered_amount: made?.amount_cents ?? 0,
        received: came?.payments ?? 0,
        received_amount: came?.amount_cents ?? 0,
        fees: came?.fee_cents ?? 0,
        refunded_amount: leftFor('refund'),
        paid_out_amount: leftFor('payout'),
      },
      last_24h: {
        payments: day?.payments ?? 0,
        approved: day?.approved ?? 0,
        failed: day?.failed ?? 0,
        pending: day?.pending ?? 0,
        approval_rate: ended === 0 ? null : (day?.approved ?? 0) / ended,
      },
      calls: calls && {
        count: calls.calls,
        unanswered: calls.unanswered,
        p50_ms: calls.p50Ms,
        p95_ms: calls.p95Ms,
      },
    };
  });
}
