import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState, NoMatch } from '../../ui/lists/empty-state.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import type { Filter } from '../../ui/lists/filters.ts';
import { useListState } from '../../ui/lists/list-page.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { useAddress } from '../../ui/page/address.ts';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconScale } from '../../ui/page/icons.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { ComparisonState } from './comparison-state.tsx';
import { type Comparison, comparisonsQuery } from './comparisons.queries.ts';
import { useComparisonTexts } from './comparisons.texts.ts';

/** Our totals of each day beside each bank's. */
export function Page() {
  const t = useComparisonTexts();
  const address = useAddress();
  const filters: readonly Filter[] = [{ kind: 'text', key: 'acquirer', label: t.bank, pattern: /^[a-z0-9-]{1,40}$/ }];
  const list = useListState(filters);
  const isNarrowed = address.one('different') === 'true';
  const query = { ...list.query, ...(isNarrowed ? { different: 'true' } : {}) };
  const { data, error, isPlaceholderData, refetch } = useQuery(comparisonsQuery(query));
  return (
    <>
      <PageHeader title={t.title} />
      <FilterBar filters={filters}>
        <SegmentedControl
          aria-label={t.shown.label}
          value={isNarrowed ? 'different' : 'all'}
          data={[
            { value: 'all', label: t.shown.all },
            { value: 'different', label: t.shown.different },
          ]}
          onChange={(next) => address.change({ different: next === 'different' ? 'true' : null, page: null })}
        />
      </FilterBar>
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={8} />}
      {data?.total === 0 &&
        (list.isFiltered || isNarrowed ? (
          <NoMatch onClear={() => address.change({ acquirer: null, different: null, page: null })} />
        ) : (
          <EmptyState icon={IconScale} title={t.empty} text={t.emptyText} />
        ))}
      {data && data.total > 0 && (
        <>
          <DayTable rows={data.data} isDimmed={isPlaceholderData} />
          <Pager {...data} />
        </>
      )}
    </>
  );
}

function DayTable({ rows, isDimmed }: { rows: readonly Comparison[]; isDimmed: boolean }) {
  const t = useComparisonTexts();
  const { money, date } = useFormats();
  const columns: readonly Column<Comparison>[] = [
    { key: 'day', header: t.day, isMain: true, cell: ({ day }) => date(day) },
    { key: 'bank', header: t.bank, cell: ({ name }) => name },
    { key: 'ours', header: t.ours, align: 'right', isUnbroken: true, cell: ({ ours }) => money(ours.paid) },
    { key: 'theirs', header: t.theirs, align: 'right', isUnbroken: true, cell: ({ acquirer }) => money(acquirer.paid) },
    { key: 'state', header: t.state, cell: (day) => <ComparisonState day={day} /> },
  ];
  return (
    <DataTable
      caption={t.title}
      columns={columns}
      rows={rows}
      rowKey={({ name, day }) => `${name} ${day}`}
      rowLink={({ name, day }) => `/comparisons/${name}/${day}`}
      isDimmed={isDimmed}
      card={(day) => (
        <CardLines
          start={date(day.day)}
          end={<ComparisonState day={day} />}
          lines={[day.name, `${money(day.ours.paid)} · ${money(day.acquirer.paid)}`]}
        />
      )}
    />
  );
}
