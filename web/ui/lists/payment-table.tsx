import type { ListedTransaction } from '../../api/types.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useUiTexts } from '../ui.texts.ts';
import { businessNow } from '../values/business-clock.ts';
import { CardLines } from '../values/card-lines.tsx';
import { StatusBadge } from '../values/status-badge.tsx';
import { Timestamp } from '../values/timestamp.tsx';
import { type Column, DataTable } from './data-table.tsx';

interface PaymentTableProps {
  caption: string;
  rows: readonly ListedTransaction[];
  /** Left out where all are of the same person. */
  isCustomerShown?: boolean;
  isDimmed?: boolean;
}

/** Payments in brief, on pages about something else; each row opens its transaction. */
export function PaymentTable({ caption, rows, isCustomerShown = true, isDimmed = false }: PaymentTableProps) {
  const { money } = useFormats();
  const { payments: t, method } = useUiTexts();
  const wayOf = ({ payment_type }: ListedTransaction) => method[payment_type as keyof typeof method] ?? payment_type;
  const stateOf = (row: ListedTransaction) => <StatusBadge payment={row} nowMs={businessNow()} />;
  const columns: Column<ListedTransaction>[] = [
    { key: 'status', header: t.status, cell: stateOf },
    { key: 'order', header: t.order, isMain: true, isUnbroken: true, cell: ({ order_number }) => order_number },
    ...(isCustomerShown
      ? [{ key: 'customer', header: t.customer, cell: ({ customer_name }: ListedTransaction) => customer_name }]
      : []),
    { key: 'method', header: t.method, cell: wayOf },
    { key: 'amount', header: t.amount, align: 'right', isUnbroken: true, cell: ({ amount }) => money(amount) },
    {
      key: 'created',
      header: t.created,
      align: 'right',
      isUnbroken: true,
      cell: ({ created_at }) => <Timestamp at={created_at} />,
    },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/transactions/${id}`}
      isDimmed={isDimmed}
      card={(row) => (
        <CardLines
          start={money(row.amount)}
          end={stateOf(row)}
          lines={[
            isCustomerShown ? `${row.customer_name} · ${wayOf(row)}` : wayOf(row),
            <span key="order">
              {row.order_number} · <Timestamp at={row.created_at} />
            </span>,
          ]}
        />
      )}
    />
  );
}
