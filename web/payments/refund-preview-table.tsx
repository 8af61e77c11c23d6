import { useFormats } from '../i18n/formats.ts';
import { type Column, DataTable } from '../ui/lists/data-table.tsx';
import { CardLines } from '../ui/values/card-lines.tsx';
import { Money } from '../ui/values/money.tsx';
import styles from './payments.module.css';
import type { RefundPreview } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';

type Leg = RefundPreview['legs'][number];

const SOURCES = ['available', 'future', 'retention'] as const;

export function RefundPreviewTable({
  preview: { legs, balance, covers_others: coversOthers },
}: {
  preview: RefundPreview;
}) {
  const { refund: t } = usePaymentTexts();
  const { money } = useFormats();
  const sourcesOf = (leg: Leg) =>
    [
      ...SOURCES.filter((source) => leg[source] > 0).map((source) => t[source]),
      ...(leg.covered ? [t.covered({ amount: money(leg.covered) })] : []),
    ].join(', ');
  const feeOf = ({ fee_returned: cents }: Leg) => (cents === 0 ? '–' : <Money cents={cents} />);
  const columns: readonly Column<Leg>[] = [
    { key: 'who', header: t.who, cell: ({ name }) => name },
    { key: 'value', header: t.value, align: 'right', isUnbroken: true, cell: ({ amount }) => <Money cents={amount} /> },
    { key: 'fee', header: t.feeReturned, align: 'right', isUnbroken: true, cell: feeOf },
    { key: 'from', header: t.from, cell: sourcesOf },
  ];
  return (
    <>
      <DataTable
        caption={t.who}
        columns={columns}
        rows={legs}
        rowKey={({ company_id }) => company_id}
        card={(leg) => (
          <CardLines
            start={leg.name}
            end={<Money cents={leg.amount} />}
            lines={[
              `${t.from}: ${sourcesOf(leg)}`,
              <span key="fee">
                {t.feeReturned}: {feeOf(leg)}
              </span>,
            ]}
          />
        )}
      />
      {coversOthers && <p className={styles.note}>{t.coversOthers}</p>}
      <p className={styles.note}>{t.balance({ before: money(balance.before), after: money(balance.after) })}</p>
      <p className={styles.note}>{t.final}</p>
    </>
  );
}
