import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import { useListState } from '../../ui/lists/list-page.ts';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconCreditCard, IconSearch } from '../../ui/page/icons.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { useUiTexts } from '../../ui/ui.texts.ts';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { PaymentState } from './payment-state.tsx';
import { type FoundPayment, foundPaymentsQuery } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';

/** A payment of any merchant, by what names it: nobody leafs through the payments of others. */
export function Page() {
  const t = usePaymentTexts();
  const { query } = useListState([]);
  const q = String(query['q'] ?? '');
  const { data, error, isPlaceholderData, refetch } = useQuery(foundPaymentsQuery(q));
  return (
    <>
      <PageHeader title={t.title} />
      <FilterBar filters={[]} searchLabel={t.search} />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {q === '' && <EmptyState icon={IconSearch} title={t.begin} text={t.beginText} />}
      {q !== '' && !data && !error && <SkeletonRows rows={2} />}
      {q !== '' && data?.data.length === 0 && <EmptyState icon={IconCreditCard} title={t.none} text={t.noneText} />}
      {q !== '' && data && data.data.length > 0 && <FoundTable rows={data.data} isDimmed={isPlaceholderData} />}
    </>
  );
}

function FoundTable({ rows, isDimmed }: { rows: readonly FoundPayment[]; isDimmed: boolean }) {
  const t = usePaymentTexts();
  const { money } = useFormats();
  const methods: Record<string, string> = useUiTexts().method;
  const methodOf = ({ payment_type }: FoundPayment) => methods[payment_type] ?? payment_type;
  const columns: readonly Column<FoundPayment>[] = [
    { key: 'order', header: t.columns.order, isMain: true, cell: ({ order_number }) => order_number },
    { key: 'type', header: t.columns.type, cell: methodOf },
    { key: 'bank', header: t.columns.bank, cell: ({ acquirer }) => acquirer },
    { key: 'amount', header: t.columns.amount, align: 'right', cell: ({ amount }) => money(amount) },
    { key: 'status', header: t.columns.status, cell: (found) => <PaymentState status={found.status_payment_name} /> },
    { key: 'created', header: t.columns.created, cell: ({ created_at }) => <Timestamp at={created_at} /> },
  ];
  return (
    <DataTable
      caption={t.title}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/payments/${id}`}
      isDimmed={isDimmed}
      card={(found) => (
        <CardLines
          start={found.order_number}
          end={money(found.amount)}
          lines={[
            `${methodOf(found)} · ${found.acquirer}`,
            <PaymentState key="state" status={found.status_payment_name} />,
          ]}
        />
      )}
    />
  );
}
