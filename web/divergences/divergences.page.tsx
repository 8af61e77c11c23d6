import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../i18n/formats.ts';
import { EmptyState, NoMatch } from '../ui/lists/empty-state.tsx';
import { FilterBar } from '../ui/lists/filter-bar.tsx';
import type { Filter } from '../ui/lists/filters.ts';
import { useListState } from '../ui/lists/list-page.ts';
import { Pager } from '../ui/lists/pager.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { useAddress } from '../ui/page/address.ts';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconScale } from '../ui/page/icons.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { CurlButton } from '../ui/values/curl-button.tsx';
import { DivergenceCard } from './divergence-card.tsx';
import styles from './divergences.module.css';
import { type Divergence, divergencesQuery } from './divergences.queries.ts';
import { useDivergenceTexts } from './divergences.texts.ts';

const ResolveDialog = lazy(async () => ({ default: (await import('./resolve-dialog.tsx')).ResolveDialog }));

const CARD_HEIGHT = 220;
/** What the address says when it says nothing: what is open is what one comes for. */
const SHOWN = ['false', 'true', 'all'] as const;

export function Page() {
  const t = useDivergenceTexts();
  const { number } = useFormats();
  const address = useAddress();
  const filters: readonly Filter[] = [
    { kind: 'text', key: 'transaction_id', label: t.ofTransaction, pattern: /^[1-9]\d{0,14}$/ },
  ];
  const list = useListState(filters);
  const shown = SHOWN.find((one) => one === address.one('resolved')) ?? 'false';
  // Divergences are of the whole account, not of one establishment.
  const { company_id: _, ...asked } = list.query;
  const query = { ...asked, ...(shown === 'all' ? {} : { resolved: shown }) };
  const { data, error, isPlaceholderData, refetch } = useQuery(divergencesQuery(query));
  const [resolving, setResolving] = useState<Divergence | null>(null);
  return (
    <>
      <PageHeader title={t.title} aside={data && <span>{number(data.total)}</span>} />
      <FilterBar filters={filters}>
        <SegmentedControl
          aria-label={t.show}
          value={shown}
          data={SHOWN.map((value) => ({
            value,
            label: value === 'false' ? t.open : value === 'true' ? t.resolved : t.all,
          }))}
          onChange={(next) => address.change({ resolved: next === 'false' ? null : next, page: null })}
        />
      </FilterBar>
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={3} height={CARD_HEIGHT} />}
      {data?.total === 0 &&
        (list.isFiltered ? <NoMatch onClear={list.clear} /> : <Nothing isResolved={shown === 'true'} />)}
      {data && data.total > 0 && (
        <>
          <ul className={styles.list} aria-busy={isPlaceholderData}>
            {data.data.map((divergence) => (
              <DivergenceCard key={divergence.id} divergence={divergence} onResolve={() => setResolving(divergence)} />
            ))}
          </ul>
          <Pager {...data} />
          <CurlButton path="/divergences" query={query} />
        </>
      )}
      {resolving && (
        <Suspense fallback={null}>
          <ResolveDialog divergence={resolving} onClose={() => setResolving(null)} />
        </Suspense>
      )}
    </>
  );
}

function Nothing({ isResolved }: { isResolved: boolean }) {
  const t = useDivergenceTexts();
  return isResolved ? (
    <EmptyState icon={IconScale} title={t.emptyResolved} />
  ) : (
    <EmptyState icon={IconScale} title={t.empty} text={t.emptyText} />
  );
}
