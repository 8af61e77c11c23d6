import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconScale } from '../../ui/page/icons.ts';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { IdText } from '../../ui/values/copy-text.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { type Seal, sealsQuery } from './books.queries.ts';
import { useBookTexts } from './books.texts.ts';

/** Whoever keeps one of these elsewhere can tell whether the books were changed since. */
export function SealTable() {
  const { seals: t } = useBookTexts();
  const { date } = useFormats();
  const { data, error, refetch } = useQuery(sealsQuery);
  const columns: readonly Column<Seal>[] = [
    { key: 'number', header: t.number, align: 'right', cell: ({ number }) => number },
    { key: 'day', header: t.day, cell: ({ day }) => date(day) },
    { key: 'made', header: t.made, cell: ({ made_at }) => <Timestamp at={made_at} absolute isReal /> },
    { key: 'hash', header: t.hash, cell: ({ hash }) => <IdText id={hash} /> },
  ];
  if (error) return <ErrorCard error={error} onRetry={() => refetch()} />;
  if (!data) return <SkeletonRows rows={6} />;
  if (data.data.length === 0) return <EmptyState icon={IconScale} title={t.empty} text={t.emptyText} />;
  return (
    <DataTable
      caption={t.day}
      columns={columns}
      rows={data.data}
      rowKey={({ number }) => number}
      card={({ number, day, hash }) => (
        <CardLines start={date(day)} end={`#${number}`} lines={[<IdText key="hash" id={hash} />]} />
      )}
    />
  );
}
