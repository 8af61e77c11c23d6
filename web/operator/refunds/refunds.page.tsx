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
import { IconArrowBackUp } from '../../ui/page/icons.ts';
import { Link } from '../../ui/page/link.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { useCan } from '../app/session.ts';
import { OpenSwitch, useOpenQuery } from '../parts/open-switch.tsx';
import { Whose } from '../parts/whose.tsx';
import { RefundState } from './refund-state.tsx';
import { type Refund, refundsQuery } from './refunds.queries.ts';
import { useRefundTexts } from './refunds.texts.ts';

const SettleRefundDialog = lazy(async () => ({
  default: (await import('./settle-refund-dialog.tsx')).SettleRefundDialog,
}));

/** Refunds of all merchants: those that banks never clear up are ended here. */
export function Page() {
  const t = useRefundTexts();
  const { number } = useFormats();
  const filters: readonly Filter[] = [
    { kind: 'text', key: 'merchant_id', label: t.merchant, pattern: /^[1-9]\d{0,14}$/ },
  ];
  const list = useListState(filters);
  const open = useOpenQuery();
  const { data, error, isPlaceholderData, refetch } = useQuery(refundsQuery({ ...list.query, ...open }));
  const [asking, setAsking] = useState<Refund | null>(null);
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
        ) : open.open ? (
          <EmptyState icon={IconArrowBackUp} title={t.empty} text={t.emptyText} />
        ) : (
          <EmptyState icon={IconArrowBackUp} title={t.none} />
        ))}
      {data && data.total > 0 && (
        <>
          <RefundTable rows={data.data} isDimmed={isPlaceholderData} onSettle={setAsking} />
          <Pager {...data} />
        </>
      )}
      <Suspense fallback={null}>
        {asking && <SettleRefundDialog refund={asking} onClose={() => setAsking(null)} />}
      </Suspense>
    </>
  );
}

interface RefundTableProps {
  rows: readonly Refund[];
  isDimmed: boolean;
  onSettle: (refund: Refund) => void;
}

function RefundTable({ rows, isDimmed, onSettle }: RefundTableProps) {
  const t = useRefundTexts();
  const { money } = useFormats();
  const canSettle = useCan('money');
  const actionOf = (refund: Refund) =>
    canSettle && refund.status === 'PROCESSING' ? (
      <Button size="xs" variant="default" onClick={() => onSettle(refund)}>
        {t.settle.act}
      </Button>
    ) : null;
  const orderOf = ({ transaction_id, order_number }: Refund) => (
    <Link to={`/payments/${transaction_id}`}>{order_number}</Link>
  );
  const columns: readonly Column<Refund>[] = [
    { key: 'id', header: t.refund, cell: ({ id }) => id },
    { key: 'order', header: t.order, cell: orderOf },
    { key: 'whose', header: t.whose, cell: (one) => <Whose merchant={one.merchant_id} company={one.company_id} /> },
    { key: 'bank', header: t.bank, cell: ({ acquirer }) => acquirer },
    { key: 'amount', header: t.amount, align: 'right', isUnbroken: true, cell: ({ amount }) => money(amount) },
    { key: 'asked', header: t.asked, cell: ({ requested_at }) => <Timestamp at={requested_at} /> },
    { key: 'state', header: t.state, cell: (refund) => <RefundState refund={refund} /> },
    { key: 'act', header: t.settle.act, cell: actionOf },
  ];
  return (
    <DataTable
      caption={t.title}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      isDimmed={isDimmed}
      card={(refund) => (
        <CardLines
          start={money(refund.amount)}
          end={<Timestamp at={refund.requested_at} />}
          lines={[
            <RefundState key="state" refund={refund} />,
            <span key="order">
              {orderOf(refund)} · {refund.acquirer}
            </span>,
            <Whose key="whose" merchant={refund.merchant_id} company={refund.company_id} />,
            actionOf(refund),
          ]}
        />
      )}
    />
  );
}
