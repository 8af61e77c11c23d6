import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { PayoutWait } from '../../../src/gateway/payouts/payout-wait.rules.ts';
import { useFormats } from '../../i18n/formats.ts';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { usePathPart } from '../../ui/page/address.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TwoColumns } from '../../ui/page/two-columns.tsx';
import { CopyText } from '../../ui/values/copy-text.tsx';
import { useDestinationText } from '../../ui/values/destination-text.ts';
import { Facts } from '../../ui/values/facts.tsx';
import { Timeline } from '../../ui/values/timeline.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { useCan } from '../app/session.ts';
import { Whose } from '../parts/whose.tsx';
import { JournalSection } from '../payments/journal-section.tsx';
import { FindingTable } from './finding-list.tsx';
import { PayoutState } from './payout-state.tsx';
import { payoutQuery, type SeenPayout } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

const SettlePayoutDialog = lazy(async () => ({ default: (await import('./payout-dialogs.tsx')).SettlePayoutDialog }));
const ReturnPayoutDialog = lazy(async () => ({ default: (await import('./payout-dialogs.tsx')).ReturnPayoutDialog }));

/** A payout of any merchant: where it stands, what was booked, and what an operator may decide. */
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
              <PayoutState status={data.status} is_old={data.is_old} />
              <span>{t.one({ id })}</span>
            </>
          )
        }
        above={<BackLink to="/payouts" label={t.title} />}
        actions={data && <Actions payout={data} />}
      />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={6} />}
      {data && (
        <TwoColumns
          main={
            <>
              {data.waits_for && <p>{t.waits[data.waits_for as PayoutWait]}</p>}
              <History payout={data} />
              <JournalSection journal={data.journal} />
              {data.findings.length > 0 && (
                <Section title={t.tabs.findings}>
                  <FindingTable rows={data.findings} />
                </Section>
              )}
            </>
          }
          aside={<Details payout={data} />}
        />
      )}
    </>
  );
}

function Actions({ payout }: { payout: SeenPayout }) {
  const t = usePayoutTexts();
  const [asking, setAsking] = useState<'settle' | 'return' | null>(null);
  const close = () => setAsking(null);
  if (!useCan('money')) return null;
  return (
    <>
      {payout.can_settle && <Button onClick={() => setAsking('settle')}>{t.settle.act}</Button>}
      {payout.can_return && (
        <Button variant="default" onClick={() => setAsking('return')}>
          {t.return.act}
        </Button>
      )}
      <Suspense fallback={null}>
        {asking === 'settle' && <SettlePayoutDialog payout={payout} onClose={close} />}
        {asking === 'return' && <ReturnPayoutDialog payout={payout} onClose={close} />}
      </Suspense>
    </>
  );
}

function History({ payout: { history } }: { payout: SeenPayout }) {
  const t = usePayoutTexts();
  const { money } = useFormats();
  const who: Readonly<Record<string, string>> = t.page.who;
  const steps = history.map(({ step, at, by, reason, amount }, index) => ({
    key: `${index} ${step}`,
    at,
    title: amount === null ? t.steps[step] : `${t.steps[step]}: ${money(amount)}`,
    details: [who[by] ?? t.page.by({ name: by }), ...(reason === null ? [] : [`“${reason}”`])],
  }));
  return (
    <Section title={t.page.timeline}>
      <Timeline steps={steps.reverse()} />
    </Section>
  );
}

function Details({ payout }: { payout: SeenPayout }) {
  const t = usePayoutTexts();
  const { money } = useFormats();
  const lineOf = useDestinationText();
  const { returned_amount: returned } = payout;
  return (
    <Section title={t.page.details}>
      <Facts
        facts={[
          [t.whose, <Whose key="whose" merchant={payout.merchant_id} company={payout.company_id} />],
          [t.bank, payout.acquirer],
          [t.destination, lineOf(payout.destination)],
          [t.amount, money(payout.amount)],
          [t.page.fee, money(payout.fee)],
          [t.page.returned, returned > 0 ? money(returned) : null],
          [t.page.returnReason, payout.return_reason],
          [t.page.failure, payout.failure_reason],
          [t.asked, <Timestamp key="asked" at={payout.requested_at} absolute />],
          [t.page.reference, <CopyText key="reference" text={payout.reference} />],
          [t.page.endToEnd, payout.end_to_end_id ? <CopyText key="end" text={String(payout.end_to_end_id)} /> : null],
        ]}
      />
    </Section>
  );
}
