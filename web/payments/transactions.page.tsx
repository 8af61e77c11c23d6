import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../i18n/formats.ts';
import { EmptyState, NoMatch } from '../ui/lists/empty-state.tsx';
import { FilterBar } from '../ui/lists/filter-bar.tsx';
import { useListState } from '../ui/lists/list-page.ts';
import { NewerPill } from '../ui/lists/newer-pill.tsx';
import { Pager } from '../ui/lists/pager.tsx';
import { SavedViews } from '../ui/lists/saved-views.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { ButtonLink } from '../ui/page/button-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconCreditCard, IconDownload, IconPlus } from '../ui/page/icons.ts';
import { May } from '../ui/page/may.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { CurlButton } from '../ui/values/curl-button.tsx';
import { useTransactionFilters } from './payments.filters.ts';
import { transactionsQuery } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';
import { TransactionTable } from './transaction-table.tsx';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

export function Page() {
  const t = usePaymentTexts();
  const { number } = useFormats();
  const filters = useTransactionFilters();
  const list = useListState(filters);
  const { data, error, isPlaceholderData, refetch } = useQuery(transactionsQuery(list.query));
  const [isExporting, setIsExporting] = useState(false);
  return (
    <>
      <PageHeader
        title={t.list.title}
        aside={data && <span>{number(data.total)}</span>}
        actions={
          <>
            <SavedViews page="transactions" filters={filters} />
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={() => setIsExporting(true)}
              data-shortcut="e"
            >
              {t.list.export}
            </Button>
            <May need="charge">
              <ButtonLink to="/transactions/new" icon={IconPlus} data-shortcut="n">
                {t.list.new}
              </ButtonLink>
            </May>
          </>
        }
      />
      <FilterBar filters={filters} searchLabel={t.list.search} />
      <NewerPill isNewestFirst={list.sorting.by === 'created_at' && list.sorting.direction === 'DESC'} />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={10} />}
      {data && data.total === 0 && (list.isFiltered ? <NoMatch onClear={list.clear} /> : <Nothing />)}
      {data && data.total > 0 && (
        <>
          <TransactionTable rows={data.data} sorting={list.sorting} isDimmed={isPlaceholderData} />
          <Pager {...data} />
          <CurlButton path="/transactions" query={list.query} />
        </>
      )}
      {isExporting && (
        <Suspense fallback={null}>
          <ExportDialog query={list.query} total={data?.total ?? 0} onClose={() => setIsExporting(false)} />
        </Suspense>
      )}
    </>
  );
}

function Nothing() {
  const { list: t } = usePaymentTexts();
  return (
    <EmptyState icon={IconCreditCard} title={t.empty} text={t.emptyText}>
      <May need="charge">
        <ButtonLink to="/transactions/new" icon={IconPlus}>
          {t.new}
        </ButtonLink>
      </May>
    </EmptyState>
  );
}
