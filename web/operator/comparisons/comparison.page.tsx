import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { usePathPart } from '../../ui/page/address.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { Link } from '../../ui/page/link.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import { TwoColumns } from '../../ui/page/two-columns.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { useCan } from '../app/session.ts';
import { ReceiptTable } from '../receipts/receipt-table.tsx';
import { ComparisonState } from './comparison-state.tsx';
import { compareAgain, comparisonQuery, type SeenComparison } from './comparisons.queries.ts';
import { useComparisonTexts } from './comparisons.texts.ts';
import { DayDivergences } from './day-divergences.tsx';
import { FiguresSection } from './figures-section.tsx';

const ReasonDialog = lazy(async () => ({ default: (await import('../parts/reason-dialog.tsx')).ReasonDialog }));

/** One day with one bank: both totals, what they were before, and what disagrees. */
export function Page() {
  const t = useComparisonTexts();
  const { date } = useFormats();
  const [bank, day] = [usePathPart('acquirer'), usePathPart('day')];
  const { data, error, refetch } = useQuery(comparisonQuery(bank, day));
  return (
    <>
      <PageHeader
        title={t.one({ bank, day: /^\d{4}-\d{2}-\d{2}$/.test(day) ? date(day) : day })}
        aside={data && <ComparisonState day={data} />}
        above={<BackLink to="/comparisons" label={t.title} />}
        actions={data && <AgainButton day={data} />}
      />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={6} />}
      {data && (
        <TwoColumns
          main={
            <>
              <FiguresSection day={data} />
              <Section title={t.divergences.title} actions={<Link to="/divergences">{t.divergences.all}</Link>}>
                {data.divergences.length === 0 ? (
                  <p>{t.divergences.none}</p>
                ) : (
                  <DayDivergences divergences={data.divergences} />
                )}
              </Section>
              <Section title={t.receipts.title}>
                {data.receipts.length === 0 ? <p>{t.receipts.none}</p> : <ReceiptTable rows={data.receipts} />}
              </Section>
            </>
          }
          aside={<Before day={data} />}
        />
      )}
    </>
  );
}

function AgainButton({ day }: { day: SeenComparison }) {
  const { again: t } = useComparisonTexts();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  if (!useCan('books')) return null;
  const ask = async (reason: string) => {
    await compareAgain(day, reason);
    toast(t.done);
    await client.invalidateQueries({ queryKey: ['comparisons'] });
  };
  return (
    <>
      <Button variant="default" disabled={day.is_asked} onClick={() => setIsAsking(true)}>
        {t.act}
      </Button>
      <Suspense fallback={null}>
        {isAsking && (
          <ReasonDialog title={t.title} action={t.action} onConfirm={ask} onClose={() => setIsAsking(false)}>
            <p>{t.text}</p>
          </ReasonDialog>
        )}
      </Suspense>
    </>
  );
}

function Before({ day }: { day: SeenComparison }) {
  const t = useComparisonTexts();
  const { money, number } = useFormats();
  return (
    <Section title={t.before.title}>
      <Facts
        facts={[
          [t.made, <Timestamp key="made" at={day.made_at} absolute />],
          [t.figures.open, number(day.open_divergences)],
        ]}
      />
      {day.before.length === 0 ? (
        <p>{t.before.none}</p>
      ) : (
        day.before.map(({ made_at, ours, acquirer }) => (
          <Facts
            key={made_at}
            facts={[
              [t.before.at, <Timestamp key="at" at={made_at} absolute />],
              [t.ours, money(ours.paid)],
              [t.theirs, money(acquirer.paid)],
            ]}
          />
        ))
      )}
    </Section>
  );
}
