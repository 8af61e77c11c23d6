import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { DivergenceCard } from '../../ui/divergences/divergence-card.tsx';
import styles from '../../ui/divergences/divergences.module.css';
import { useDivergenceTexts } from '../../ui/divergences/divergences.texts.ts';
import { NoDivergence, ShownSwitch, useShown } from '../../ui/divergences/shown.tsx';
import { NoMatch } from '../../ui/lists/empty-state.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import type { Filter } from '../../ui/lists/filters.ts';
import { useListState } from '../../ui/lists/list-page.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { Link } from '../../ui/page/link.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { useCan } from '../app/session.ts';
import { useBookingTexts } from './booking.texts.ts';
import { divergencesQuery, type OwnedDivergence } from './divergences.queries.ts';

const ResolveDialog = lazy(async () => ({
  default: (await import('../../ui/divergences/resolve-dialog.tsx')).ResolveDialog,
}));
const BookDialog = lazy(async () => ({ default: (await import('./book-dialog.tsx')).BookDialog }));

const CARD_HEIGHT = 220;

/** Disagreements with banks, of all merchants. */
export function Page() {
  const t = useDivergenceTexts();
  const booking = useBookingTexts();
  const { number } = useFormats();
  const filters: readonly Filter[] = [
    { kind: 'text', key: 'merchant_id', label: booking.ofMerchant, pattern: /^[1-9]\d{0,14}$/ },
  ];
  const list = useListState(filters);
  const shown = useShown();
  const query = { ...list.query, ...(shown === 'all' ? {} : { resolved: shown }) };
  const { data, error, isPlaceholderData, refetch } = useQuery(divergencesQuery(query));
  const [asking, setAsking] = useState<{ what: 'resolve' | 'book'; divergence: OwnedDivergence } | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <PageHeader title={t.title} aside={data && <span>{number(data.total)}</span>} />
      <FilterBar filters={filters}>
        <ShownSwitch />
      </FilterBar>
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={3} height={CARD_HEIGHT} />}
      {data?.total === 0 &&
        (list.isFiltered ? <NoMatch onClear={list.clear} /> : <NoDivergence isResolved={shown === 'true'} />)}
      {data && data.total > 0 && (
        <>
          <ul className={styles.list} aria-busy={isPlaceholderData}>
            {data.data.map((divergence) => (
              <DivergenceCard
                key={divergence.id}
                divergence={divergence}
                to={`/payments/${divergence.transaction_id}`}
                about={
                  <Link to={`/merchants/${divergence.merchant_id}`} className={styles.link}>
                    {booking.merchantNumber({ id: divergence.merchant_id })}
                  </Link>
                }
                actions={<Actions divergence={divergence} onAsk={(what) => setAsking({ what, divergence })} />}
              />
            ))}
          </ul>
          <Pager {...data} />
        </>
      )}
      <Suspense fallback={null}>
        {asking?.what === 'resolve' && <ResolveDialog divergence={asking.divergence} onClose={close} />}
        {asking?.what === 'book' && <BookDialog divergence={asking.divergence} onClose={close} />}
      </Suspense>
    </>
  );
}

interface ActionsProps {
  divergence: OwnedDivergence;
  onAsk: (what: 'resolve' | 'book') => void;
}

/** What was booked is not booked again; what somebody has explained may still have to be. */
function Actions({ divergence: { resolved_at, booked_at, difference }, onAsk }: ActionsProps) {
  const t = useDivergenceTexts();
  const booking = useBookingTexts();
  if (!useCan('money')) return null;
  return (
    <>
      {booked_at === null && difference !== 0 && difference !== null && (
        <Button variant="default" onClick={() => onAsk('book')}>
          {booking.book}
        </Button>
      )}
      {resolved_at === null && <Button onClick={() => onAsk('resolve')}>{t.resolve}</Button>}
    </>
  );
}
