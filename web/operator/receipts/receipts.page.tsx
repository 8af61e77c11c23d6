import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats.ts';
import { EmptyState, NoMatch } from '../../ui/lists/empty-state.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import type { Filter } from '../../ui/lists/filters.ts';
import { useListState } from '../../ui/lists/list-page.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconReceipt } from '../../ui/page/icons.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { OpenSwitch, useOpenQuery } from '../parts/open-switch.tsx';
import { ReceiptTable } from './receipt-table.tsx';
import { receiptsQuery } from './receipts.queries.ts';
import { useReceiptTexts } from './receipts.texts.ts';

/** What banks have received and is of no transaction of ours. */
export function Page() {
  const t = useReceiptTexts();
  const { number } = useFormats();
  const filters: readonly Filter[] = [{ kind: 'text', key: 'acquirer', label: t.bank, pattern: /^[a-z0-9-]{1,40}$/ }];
  const list = useListState(filters);
  const query = { ...list.query, ...useOpenQuery() };
  const { data, error, isPlaceholderData, refetch } = useQuery(receiptsQuery(query));
  return (
    <>
      <PageHeader title={t.title} aside={data && <span>{number(data.total)}</span>} />
      <FilterBar filters={filters}>
        <OpenSwitch />
      </FilterBar>
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={6} />}
      {data?.total === 0 &&
        (list.isFiltered ? (
          <NoMatch onClear={list.clear} />
        ) : (
          <EmptyState icon={IconReceipt} title={t.empty} text={t.emptyText} />
        ))}
      {data && data.total > 0 && (
        <>
          <ReceiptTable rows={data.data} isDimmed={isPlaceholderData} />
          <Pager {...data} />
        </>
      )}
    </>
  );
}
