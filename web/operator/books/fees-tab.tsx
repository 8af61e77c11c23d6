import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { PeriodPicker, usePeriod } from '../../ui/lists/period-picker.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { useAddress } from '../../ui/page/address.ts';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconReceipt } from '../../ui/page/icons.ts';
import { CardLines } from '../../ui/values/card-lines.tsx';
import styles from './books.module.css';
import { type FeeLine, type Fees, feesQuery } from './days.queries.ts';
import { useDayTexts } from './days.texts.ts';
import { DownloadMenu } from './download-menu.tsx';

const INTERVALS = ['day', 'month'] as const;
const GROUPS = ['date', 'merchant', 'company'] as const;

/** What the platform earned, by when or by whom. */
export function FeesTab() {
  const { fees: t } = useDayTexts();
  const address = useAddress();
  const { start, end } = usePeriod();
  const interval = INTERVALS.find((name) => name === address.one('interval')) ?? 'day';
  const by = GROUPS.find((name) => name === address.one('by')) ?? 'date';
  const query = { interval, by, ...(interval === 'day' ? { from: start, to: end } : {}) };
  return (
    <>
      <p className={styles.text}>{t.text}</p>
      <div className={styles.controls}>
        <NativeSelect
          label={t.interval}
          value={interval}
          data={INTERVALS.map((value) => ({ value, label: t.intervals[value] }))}
          onChange={({ currentTarget: { value } }) => address.change({ interval: value === 'day' ? null : value })}
        />
        <NativeSelect
          label={t.by}
          value={by}
          data={GROUPS.map((value) => ({ value, label: t.groups[value] }))}
          onChange={({ currentTarget: { value } }) => address.change({ by: value === 'date' ? null : value })}
        />
        {interval === 'day' && <PeriodPicker />}
        <div className={styles.end}>
          <DownloadMenu path="/fees" choices={[{ key: 'all', label: (dialect) => dialect, query }]} />
        </div>
      </div>
      <FeesTable query={query} />
    </>
  );
}

type Row = FeeLine & { isTotal?: true };

function FeesTable({ query }: { query: { interval: 'day' | 'month'; by: (typeof GROUPS)[number] } }) {
  const { fees: t } = useDayTexts();
  const { money } = useFormats();
  const nameOf = useName(query.interval);
  const { data, error, isPlaceholderData, refetch } = useQuery(feesQuery(query));
  const columns: readonly Column<Row>[] = [
    { key: 'name', header: t.groups[query.by], cell: nameOf },
    { key: 'payments', header: t.payments, align: 'right', cell: ({ payment_fees }) => money(payment_fees) },
    { key: 'returned', header: t.returned, align: 'right', cell: ({ returned }) => money(returned) },
    { key: 'payouts', header: t.payouts, align: 'right', cell: ({ payout_fees }) => money(payout_fees) },
    { key: 'other', header: t.other, align: 'right', cell: ({ other }) => money(other) },
    { key: 'earned', header: t.earned, align: 'right', cell: ({ earned }) => money(earned) },
  ];
  if (error) return <ErrorCard error={error} onRetry={() => refetch()} />;
  if (!data) return <SkeletonRows rows={6} />;
  if (data.data.length === 0) return <EmptyState icon={IconReceipt} title={t.none} text={t.noneText} />;
  const rows: readonly Row[] = [...data.data, totalOf(data)];
  return (
    <>
      <DataTable
        caption={t.caption}
        columns={columns}
        rows={rows}
        rowKey={(row) => (row.isTotal ? 'total' : `${row.date} ${row.merchant?.id} ${row.company?.id}`)}
        isDimmed={isPlaceholderData}
        card={(row) => (
          <CardLines
            start={nameOf(row)}
            end={money(row.earned)}
            lines={[
              `${t.payments}: ${money(row.payment_fees)} · ${t.returned}: ${money(row.returned)}`,
              `${t.payouts}: ${money(row.payout_fees)} · ${t.other}: ${money(row.other)}`,
            ]}
          />
        )}
      />
      {data.is_cut && <p className={styles.text}>{t.cut}</p>}
    </>
  );
}

function totalOf({ totals }: Fees): Row {
  return { date: null, merchant: null, company: null, ...totals, isTotal: true };
}

function useName(interval: 'day' | 'month') {
  const { fees: t } = useDayTexts();
  const { date } = useFormats();
  return (row: Row) => {
    if (row.isTotal) return t.total;
    if (row.date !== null)
      return interval === 'day' ? date(row.date) : `${row.date.slice(5, 7)}/${row.date.slice(0, 4)}`;
    return row.company ? `${row.company.name} (${row.merchant?.name})` : (row.merchant?.name ?? t.nobody);
  };
}
