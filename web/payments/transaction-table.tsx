import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../i18n/formats.ts';
import { type Column, DataTable, type Sorting } from '../ui/lists/data-table.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { businessNow } from '../ui/values/business-clock.ts';
import { CardLines } from '../ui/values/card-lines.tsx';
import { StatusBadge } from '../ui/values/status-badge.tsx';
import { Timestamp } from '../ui/values/timestamp.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import styles from './payments.module.css';
import { type Listed, transactionQuery } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';

interface TransactionTableProps {
  rows: readonly Listed[];
  sorting: Sorting;
  isDimmed: boolean;
}

export function TransactionTable({ rows, sorting, isDimmed }: TransactionTableProps) {
  const t = usePaymentTexts();
  const client = useQueryClient();
  const columns = useColumns();
  const [chosen, setChosen] = useState<ReadonlySet<string | number>>(new Set());
  return (
    <>
      <ChosenBar chosen={chosen} onDone={() => setChosen(new Set())} />
      <DataTable
        caption={t.list.title}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/transactions/${id}`}
        card={(row) => <TransactionCard row={row} />}
        sorting={sorting}
        selection={{ chosen, onChange: setChosen }}
        onHover={({ id }) => void client.prefetchQuery(transactionQuery(String(id)))}
        isDimmed={isDimmed}
      />
    </>
  );
}

function useColumns(): readonly Column<Listed>[] {
  const { columns: t } = usePaymentTexts();
  const { method } = useUiTexts();
  return [
    { key: 'order', header: t.order, isMain: true, cell: ({ order_number }) => order_number },
    {
      key: 'customer',
      header: t.customer,
      cell: ({ customer_name, customer_email }) => (
        <div className={styles.customer}>
          <span>{customer_name}</span>
          <span className={styles.muted}>{customer_email}</span>
        </div>
      ),
    },
    {
      key: 'method',
      header: t.method,
      cell: ({ payment_type }) => method[payment_type as keyof typeof method] ?? payment_type,
    },
    { key: 'amount', header: t.amount, align: 'right', sortBy: 'amount', cell: (row) => <Amounts row={row} /> },
    { key: 'status', header: t.status, cell: (row) => <State row={row} /> },
    {
      key: 'created',
      header: t.created,
      sortBy: 'created_at',
      cell: ({ created_at }) => <Timestamp at={created_at} />,
    },
  ];
}

function Amounts({ row: { amount, refunded_amount } }: { row: Listed }) {
  const { money } = useFormats();
  return (
    <div className={styles.amounts}>
      <span>{money(amount)}</span>
      {refunded_amount > 0 && <span className={styles.muted}>{money(-refunded_amount)}</span>}
    </div>
  );
}

function State({ row }: { row: Listed }) {
  const { status: t } = useUiTexts();
  const reason = row.failure_reason as keyof typeof t | null | undefined;
  return (
    <div className={styles.state}>
      <StatusBadge payment={row} nowMs={businessNow()} />
      {reason && <span className={styles.muted}>{t[reason]}</span>}
    </div>
  );
}

function TransactionCard({ row }: { row: Listed }) {
  const { money } = useFormats();
  const { method } = useUiTexts();
  const way = method[row.payment_type as keyof typeof method] ?? row.payment_type;
  return (
    <CardLines
      start={money(row.amount)}
      end={<Timestamp at={row.created_at} />}
      lines={[
        <StatusBadge key="status" payment={row} nowMs={businessNow()} />,
        `${row.customer_name} · ${way}`,
        row.order_number,
      ]}
    />
  );
}
