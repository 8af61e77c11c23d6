import { useFormats } from '../i18n/formats.ts';
import { type Column, DataTable } from '../ui/lists/data-table.tsx';
import { CardLines } from '../ui/values/card-lines.tsx';
import styles from './refunds.module.css';
import type { RefundDetails } from './refunds.queries.ts';
import { useRefundTexts } from './refunds.texts.ts';

type Leg = RefundDetails['legs'][number];
const SOURCES = ['available', 'future', 'retention', 'covered'] as const;

/** Who gave back how much, and of which money. */
export function RefundLegs({ legs }: { legs: readonly Leg[] }) {
  const { legs: t } = useRefundTexts();
  const { money } = useFormats();
  if (legs.length === 0) return <p className={styles.none}>{t.none}</p>;
  const sourcesOf = (leg: Leg) =>
    SOURCES.flatMap((source) => (leg[source] ? t[source]({ amount: money(leg[source]) }) : [])).join(', ') || '–';
  const columns: Column<Leg>[] = [
    { key: 'company', header: t.company, cell: ({ name }) => name },
    { key: 'amount', header: t.amount, align: 'right', cell: ({ amount }) => money(amount) },
    { key: 'fee', header: t.feeReturned, align: 'right', cell: ({ fee_returned }) => money(fee_returned) },
    { key: 'from', header: t.from, cell: sourcesOf },
  ];
  return (
    <DataTable
      caption={t.title}
      columns={columns}
      rows={legs}
      rowKey={({ company_id }) => company_id}
      card={(leg) => (
        <CardLines
          start={leg.name}
          end={money(leg.amount)}
          lines={[sourcesOf(leg), `${t.feeReturned}: ${money(leg.fee_returned)}`]}
        />
      )}
    />
  );
}
