import { useFormats } from '../../i18n/formats.ts';
import { useDivergenceTexts } from '../../ui/divergences/divergences.texts.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { Badge } from '../../ui/values/status-badge.tsx';
import type { SeenComparison } from './comparisons.queries.ts';
import { useComparisonTexts } from './comparisons.texts.ts';

type OfDay = SeenComparison['divergences'][number];

/** In short: each is dealt with where divergences are. */
export function DayDivergences({ divergences }: { divergences: readonly OfDay[] }) {
  const t = useDivergenceTexts();
  const own = useComparisonTexts();
  const { money } = useFormats();
  const stateOf = ({ resolved_at }: OfDay) =>
    resolved_at === null ? <Badge tone="bad" word={t.openState} /> : <Badge tone="good" word={t.resolvedState} />;
  const amountOf = ({ difference }: OfDay) => (difference === null ? '–' : money(difference));
  const columns: readonly Column<OfDay>[] = [
    { key: 'kind', header: t.title, isMain: true, cell: ({ kind }) => t.kinds[kind].title },
    { key: 'of', header: own.transaction, cell: ({ transaction_id }) => t.transactionNumber({ id: transaction_id }) },
    { key: 'difference', header: t.difference, align: 'right', cell: amountOf },
    { key: 'state', header: own.state, cell: stateOf },
  ];
  return (
    <DataTable
      caption={t.title}
      columns={columns}
      rows={divergences}
      rowKey={({ id }) => id}
      rowLink={({ transaction_id }) => `/payments/${transaction_id}`}
      card={(one) => (
        <CardLines
          start={t.kinds[one.kind].title}
          end={amountOf(one)}
          lines={[t.transactionNumber({ id: one.transaction_id }), stateOf(one)]}
        />
      )}
    />
  );
}
