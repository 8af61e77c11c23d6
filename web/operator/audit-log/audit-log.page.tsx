import { useQuery } from '@tanstack/react-query';
import { auditLogQuery } from '../../ui/account/settings.queries.ts';
import { useAuditTexts } from '../../ui/audit-log/audit-log.texts.ts';
import { AuditTable } from '../../ui/audit-log/audit-table.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import type { Filter } from '../../ui/lists/filters.ts';
import { useListState } from '../../ui/lists/list-page.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconListSearch } from '../../ui/page/icons.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { useLogTexts } from './log.texts.ts';

/** Who did what: of the installation, or of one merchant. */
export function Page() {
  const t = useLogTexts();
  const { empty } = useAuditTexts();
  const filters: readonly Filter[] = [
    { kind: 'text', key: 'merchant_id', label: t.merchant, pattern: /^[1-9]\d{0,14}$/ },
  ];
  const { query } = useListState(filters);
  const { data, error, isPlaceholderData, refetch } = useQuery(auditLogQuery(query));
  const merchant = [query['merchant_id'] ?? []].flat()[0];
  return (
    <>
      <PageHeader title={t.title} />
      <FilterBar filters={filters} />
      <p>{merchant === undefined ? t.own : t.ofMerchant({ id: merchant })}</p>
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={10} />}
      {data?.total === 0 && <EmptyState icon={IconListSearch} title={empty} />}
      {data && data.total > 0 && (
        <>
          <AuditTable entries={data.data} isDimmed={isPlaceholderData} />
          <Pager {...data} />
        </>
      )}
    </>
  );
}
