import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../i18n/formats.ts';
import { type Column, DataTable } from '../ui/lists/data-table.tsx';
import { EmptyState, NoMatch } from '../ui/lists/empty-state.tsx';
import { FilterBar } from '../ui/lists/filter-bar.tsx';
import type { Filter } from '../ui/lists/filters.ts';
import { useListState } from '../ui/lists/list-page.ts';
import { Pager } from '../ui/lists/pager.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { ButtonLink } from '../ui/page/button-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconArrowBackUp, IconCreditCard } from '../ui/page/icons.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { CardLines } from '../ui/values/card-lines.tsx';
import { CurlButton } from '../ui/values/curl-button.tsx';
import { Timestamp } from '../ui/values/timestamp.tsx';
import { RefundState } from './refund-state.tsx';
import styles from './refunds.module.css';
import { type ListedRefund, refundsQuery } from './refunds.queries.ts';
import { useRefundTexts } from './refunds.texts.ts';

const PAID = '2';

export function Page() {
  const t = useRefundTexts();
  const { number } = useFormats();
  const filters = useRefundFilters();
  const list = useListState(filters);
  const { data, error, isPlaceholderData, refetch } = useQuery(refundsQuery(list.query));
  return (
    <>
      <PageHeader title={t.title} aside={data && <span>{number(data.total)}</span>} />
      <FilterBar filters={filters} />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={10} />}
      {data?.total === 0 && (list.isFiltered ? <NoMatch onClear={list.clear} /> : <NoRefund />)}
      {data && data.total > 0 && (
        <>
          <RefundTable rows={data.data} isDimmed={isPlaceholderData} />
          <Pager {...data} />
          <CurlButton path="/refunds" query={list.query} />
        </>
      )}
    </>
  );
}

function useRefundFilters(): readonly Filter[] {
  const t = useRefundTexts();
  const options = Object.entries(t.states).map(([value, label]) => ({ value, label }));
  return [
    { kind: 'choice', key: 'status', label: t.status, options },
    { kind: 'period', key: 'requested', label: t.requested, start: 'createdAtStart', end: 'createdAtEnd' },
  ];
}

function RefundTable({ rows, isDimmed }: { rows: readonly ListedRefund[]; isDimmed: boolean }) {
  const t = useRefundTexts();
  const { money } = useFormats();
  const settledAt = ({ settled_at }: ListedRefund) => (settled_at ? <Timestamp at={settled_at} /> : t.notYet);
  const columns: Column<ListedRefund>[] = [
    { key: 'id', header: t.refund, isMain: true, cell: ({ id }) => t.one({ id: String(id) }) },
    { key: 'order', header: t.order, cell: ({ order_number }) => order_number },
    { key: 'kind', header: t.kind, cell: ({ kind }) => t.kinds[kind] },
    { key: 'amount', header: t.amount, align: 'right', cell: ({ amount }) => money(amount) },
    { key: 'status', header: t.status, cell: ({ status }) => <RefundState status={status} /> },
    { key: 'requested', header: t.requested, cell: ({ requested_at }) => <Timestamp at={requested_at} /> },
    { key: 'settled', header: t.settled, cell: settledAt },
  ];
  return (
    <>
      {rows.some(({ status }) => status === 'PROCESSING') && <p className={styles.note}>{t.processing}</p>}
      <DataTable
        caption={t.title}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/refunds/${id}`}
        isDimmed={isDimmed}
        card={(row) => (
          <CardLines
            start={money(row.amount)}
            end={<RefundState status={row.status} />}
            lines={[`${row.order_number} · ${t.kinds[row.kind]}`, <Timestamp key="requested" at={row.requested_at} />]}
          />
        )}
      />
    </>
  );
}

function NoRefund() {
  const t = useRefundTexts();
  return (
    <EmptyState icon={IconArrowBackUp} title={t.empty} text={t.emptyText}>
      <ButtonLink to="/transactions" query={{ status: PAID }} icon={IconCreditCard} variant="default">
        {t.paidOnes}
      </ButtonLink>
    </EmptyState>
  );
}
