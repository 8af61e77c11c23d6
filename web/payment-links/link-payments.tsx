import { useQuery } from '@tanstack/react-query';
import type { ListedTransaction, PaymentLink } from '../api/types.ts';
import { useFormats } from '../i18n/formats.ts';
import { DataTable } from '../ui/lists/data-table.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { Link } from '../ui/page/link.tsx';
import { Section } from '../ui/page/section.tsx';
import { businessNow } from '../ui/values/business-clock.ts';
import { CardLines } from '../ui/values/card-lines.tsx';
import { StatusBadge } from '../ui/values/status-badge.tsx';
import { Timestamp } from '../ui/values/timestamp.tsx';
import styles from './links.module.css';
import { paymentsOfLinkQuery } from './links.queries.ts';
import { useLinkTexts } from './links.texts.ts';

/** The latest payments of a link; all of them are in the list of transactions. */
export function PaymentsSection({ link }: { link: PaymentLink }) {
  const { detail: t } = useLinkTexts();
  const { data, error, refetch } = useQuery(paymentsOfLinkQuery(link.id));
  const isEmpty = data?.data.length === 0;
  return (
    <Section
      title={t.payments}
      actions={
        data && !isEmpty ? (
          <Link to="/transactions" query={{ payment_link_id: link.id }} className={styles.back}>
            {t.all}
          </Link>
        ) : null
      }
    >
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={3} />}
      {isEmpty && <p className={styles.note}>{t.noPayments}</p>}
      {data && !isEmpty && <Payments rows={data.data} />}
    </Section>
  );
}

function Payments({ rows }: { rows: readonly ListedTransaction[] }) {
  const { detail: t, columns } = useLinkTexts();
  const { money } = useFormats();
  return (
    <DataTable
      caption={t.payments}
      rows={rows}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/transactions/${id}`}
      columns={[
        { key: 'order', header: t.customer, isMain: true, cell: ({ customer_name }) => customer_name },
        { key: 'amount', header: t.amount, align: 'right', cell: ({ amount }) => money(amount) },
        {
          key: 'status',
          header: columns.status,
          cell: (row) => <StatusBadge payment={row} nowMs={businessNow()} />,
        },
        { key: 'created', header: columns.created, cell: ({ created_at }) => <Timestamp at={created_at} /> },
      ]}
      card={(row) => (
        <CardLines
          start={money(row.amount)}
          end={<Timestamp at={row.created_at} />}
          lines={[<StatusBadge key="status" payment={row} nowMs={businessNow()} />, row.customer_name]}
        />
      )}
    />
  );
}
