import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState, NoMatch } from '../../ui/lists/empty-state.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import type { Filter } from '../../ui/lists/filters.ts';
import { useListState } from '../../ui/lists/list-page.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconPlus, IconUsers } from '../../ui/page/icons.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { useCan } from '../app/session.ts';
import { usePartTexts } from '../parts/parts.texts.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import { type ListedMerchant, merchantsQuery } from './merchants.queries.ts';
import { useMerchantTexts } from './merchants.texts.ts';

const NewMerchant = lazy(async () => ({ default: (await import('./new-merchant.tsx')).NewMerchant }));

export function Page() {
  const t = useMerchantTexts();
  const { states } = usePartTexts();
  const { number } = useFormats();
  const mayBegin = useCan('merchants');
  const [isBeginning, setIsBeginning] = useState(false);
  const filters: readonly Filter[] = [
    {
      kind: 'choice',
      key: 'status',
      label: t.status,
      options: (['ACTIVE', 'INACTIVE'] as const).map((value) => ({ value, label: states[value] })),
    },
  ];
  const list = useListState(filters);
  const { data, error, isPlaceholderData, refetch } = useQuery(merchantsQuery(list.query));
  const begin = mayBegin && (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setIsBeginning(true)}>
      {t.begin.title}
    </Button>
  );
  return (
    <>
      <PageHeader title={t.title} aside={data && <span>{number(data.total)}</span>} actions={begin} />
      <FilterBar filters={filters} searchLabel={t.search} />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={8} />}
      {data?.total === 0 &&
        (list.isFiltered ? (
          <NoMatch onClear={list.clear} />
        ) : (
          <EmptyState icon={IconUsers} title={t.empty} text={t.emptyText} />
        ))}
      {data && data.total > 0 && (
        <>
          <MerchantTable rows={data.data} isDimmed={isPlaceholderData} />
          <Pager {...data} />
        </>
      )}
      {isBeginning && (
        <Suspense fallback={null}>
          <NewMerchant onClose={() => setIsBeginning(false)} />
        </Suspense>
      )}
    </>
  );
}

function MerchantTable({ rows, isDimmed }: { rows: readonly ListedMerchant[]; isDimmed: boolean }) {
  const t = useMerchantTexts();
  const { number } = useFormats();
  const nameOf = ({ name, is_demo }: ListedMerchant) => (is_demo ? `${name} (${t.demo})` : name);
  const columns: readonly Column<ListedMerchant>[] = [
    { key: 'name', header: t.columns.name, isMain: true, cell: nameOf },
    { key: 'companies', header: t.columns.companies, align: 'right', cell: ({ companies }) => number(companies) },
    { key: 'people', header: t.columns.people, align: 'right', cell: ({ people }) => number(people) },
    { key: 'created', header: t.columns.created, cell: ({ created_at }) => <Timestamp at={created_at} /> },
    { key: 'status', header: t.columns.status, cell: ({ status }) => <StateBadge status={status} /> },
  ];
  return (
    <DataTable
      caption={t.title}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/merchants/${id}`}
      isDimmed={isDimmed}
      card={(merchant) => (
        <CardLines
          start={nameOf(merchant)}
          end={<StateBadge status={merchant.status} />}
          lines={[`${t.establishments({ count: merchant.companies })} · ${t.people({ count: merchant.people })}`]}
        />
      )}
    />
  );
}
