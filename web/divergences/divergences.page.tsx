import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../i18n/formats.ts';
import { DivergenceCard } from '../ui/divergences/divergence-card.tsx';
import styles from '../ui/divergences/divergences.module.css';
import { type Divergence, divergencesQuery } from '../ui/divergences/divergences.queries.ts';
import { useDivergenceTexts } from '../ui/divergences/divergences.texts.ts';
import { NoDivergence, ShownSwitch, useShown } from '../ui/divergences/shown.tsx';
import { NoMatch } from '../ui/lists/empty-state.tsx';
import { FilterBar } from '../ui/lists/filter-bar.tsx';
import type { Filter } from '../ui/lists/filters.ts';
import { useListState } from '../ui/lists/list-page.ts';
import { Pager } from '../ui/lists/pager.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { May } from '../ui/page/may.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { CurlButton } from '../ui/values/curl-button.tsx';

const ResolveDialog = lazy(async () => ({
  default: (await import('../ui/divergences/resolve-dialog.tsx')).ResolveDialog,
}));

const CARD_HEIGHT = 220;

export function Page() {
  const t = useDivergenceTexts();
  const { number } = useFormats();
  const filters: readonly Filter[] = [
    { kind: 'text', key: 'transaction_id', label: t.ofTransaction, pattern: /^[1-9]\d{0,14}$/ },
  ];
  const list = useListState(filters);
  const shown = useShown();
  // Divergences are of the whole account, not of one establishment.
  const { company_id: _, ...asked } = list.query;
  const query = { ...asked, ...(shown === 'all' ? {} : { resolved: shown }) };
  const { data, error, isPlaceholderData, refetch } = useQuery(divergencesQuery(query));
  const [resolving, setResolving] = useState<Divergence | null>(null);
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
                to={`/transactions/${divergence.transaction_id}`}
                actions={
                  divergence.resolved_at === null && (
                    <May need="refund">
                      <Button onClick={() => setResolving(divergence)}>{t.resolve}</Button>
                    </May>
                  )
                }
              />
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
