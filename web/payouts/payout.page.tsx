import { useQuery } from '@tanstack/react-query';
import type { PayoutWait } from '../../src/gateway/payouts/payout-wait.rules.ts';
import { useCompanyName, useSession } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { usePathPart } from '../ui/page/address.ts';
import { BackLink } from '../ui/page/back-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { Link } from '../ui/page/link.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Section } from '../ui/page/section.tsx';
import { TwoColumns } from '../ui/page/two-columns.tsx';
import { CopyText } from '../ui/values/copy-text.tsx';
import { CurlButton } from '../ui/values/curl-button.tsx';
import { useDestinationText } from '../ui/values/destination-text.ts';
import { Facts } from '../ui/values/facts.tsx';
import { Timestamp } from '../ui/values/timestamp.tsx';
import { EntriesSection } from './entries-section.tsx';
import { PayoutActions } from './payout-actions.tsx';
import { PayoutState } from './payout-state.tsx';
import { PayoutTimeline } from './payout-timeline.tsx';
import styles from './payouts.module.css';
import { type PayoutDetails, payoutQuery } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';
import { SandboxSection } from './sandbox-section.tsx';

export function Page() {
  const t = usePayoutTexts();
  const { money } = useFormats();
  const id = usePathPart('id');
  const { data, error, refetch } = useQuery(payoutQuery(id));
  return (
    <>
      <PageHeader
        title={t.one({ id })}
        shown={data && money(data.amount)}
        aside={
          data && (
            <>
              <PayoutState status={data.status} />
              <span>{t.one({ id })}</span>
            </>
          )
        }
        above={<BackLink to="/payouts" label={t.title} />}
        actions={data && <PayoutActions payout={data} />}
      />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={6} />}
      {data && <Payout payout={data} />}
    </>
  );
}

function Payout({ payout }: { payout: PayoutDetails }) {
  const { mode } = useSession();
  return (
    <div className={styles.page}>
      <Waiting payout={payout} />
      <TwoColumns
        main={
          <>
            <PayoutTimeline payout={payout} />
            <EntriesSection payout={payout} />
            {mode === 'sandbox' && <SandboxSection payout={payout} />}
          </>
        }
        aside={<Details payout={payout} />}
      />
      <div>
        <CurlButton path={`/payouts/${payout.id}`} />
      </div>
    </div>
  );
}

/** Never only that it waits: for what, since when, and what comes next. */
function Waiting({ payout: { waits_for, can_decide, history } }: { payout: PayoutDetails }) {
  const { waits: t } = usePayoutTexts();
  const { dateTime } = useFormats();
  if (waits_for === null) return null;
  const isOwn = waits_for === 'APPROVAL' && !can_decide;
  const since = history.at(-1)?.at;
  return (
    <p className={styles.note}>
      {isOwn ? t.APPROVAL_OWN : t[waits_for as PayoutWait]} {since && t.since({ time: dateTime(since) })}
    </p>
  );
}

const GIVEN_BACK = new Set<PayoutDetails['status']>(['FAILED', 'CANCELLED']);

function Details({ payout }: { payout: PayoutDetails }) {
  const t = usePayoutTexts();
  const { page } = t;
  const { money } = useFormats();
  const nameOf = useCompanyName();
  const lineOf = useDestinationText();
  const { amount, fee, destination, status, returned_amount, return_reason, failure_reason } = payout;
  const isBack = GIVEN_BACK.has(status);
  return (
    <Section
      title={page.details}
      actions={
        <Link to="/statement" query={{ company_id: String(payout.company_id) }}>
          {page.statement}
        </Link>
      }
    >
      <Facts
        facts={[
          [t.company, nameOf(payout.company_id)],
          [t.destination, lineOf(destination)],
          [page.holder, destination.holder_name],
          [t.amount, money(amount)],
          [t.fee, money(fee)],
          [page.debited, money(amount + fee)],
          [page.givenBack, isBack ? money(amount + fee) : null],
          [page.returned, returned_amount > 0 ? money(returned_amount) : null],
          [page.returnReason, returned_amount > 0 ? (return_reason ?? page.untold) : null],
          [page.failure, isBack ? failure_reason : null],
          [t.askedBy, payout.origin === 'schedule' ? t.schedule : payout.requested_by],
          [t.asked, <Timestamp key="asked" at={payout.requested_at} absolute />],
          [page.approvedBy, payout.approved_by],
          [page.description, payout.description],
          [page.endToEnd, payout.end_to_end_id ? <CopyText key="end" text={String(payout.end_to_end_id)} /> : null],
        ]}
      />
    </Section>
  );
}
