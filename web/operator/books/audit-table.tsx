import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconScale } from '../../ui/page/icons.ts';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { Badge } from '../../ui/values/status-badge.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { type Audit, auditsQuery } from './books.queries.ts';
import { useBookTexts } from './books.texts.ts';

const SECOND_MS = 1_000;

/** What the nights of a year have found. */
export function AuditTable() {
  const { audits: t } = useBookTexts();
  const { date, duration, number } = useFormats();
  const { data, error, refetch } = useQuery(auditsQuery);
  const took = ({ started_at, finished_at }: Audit) =>
    finished_at && duration((Date.parse(finished_at) - Date.parse(started_at)) / SECOND_MS);
  const columns: readonly Column<Audit>[] = [
    { key: 'night', header: t.night, cell: ({ night }) => date(night) },
    { key: 'result', header: t.result, cell: (audit) => <Result audit={audit} /> },
    {
      key: 'checks',
      header: t.checks,
      align: 'right',
      cell: ({ checks_held }) => (checks_held === null ? '–' : number(checks_held)),
    },
    {
      key: 'started',
      header: t.started,
      cell: ({ started_at }) => <Timestamp at={started_at} absolute isReal />,
    },
    { key: 'took', header: t.took, align: 'right', cell: took },
  ];
  if (error) return <ErrorCard error={error} onRetry={() => refetch()} />;
  if (!data) return <SkeletonRows rows={6} />;
  if (data.data.length === 0) return <EmptyState icon={IconScale} title={t.empty} text={t.emptyText} />;
  return (
    <DataTable
      caption={t.night}
      columns={columns}
      rows={data.data}
      rowKey={({ night }) => night}
      card={(audit) => <CardLines start={date(audit.night)} end={<Result audit={audit} />} lines={[took(audit)]} />}
    />
  );
}

function Result({ audit: { finished_at, findings, broken_check } }: { audit: Audit }) {
  const { audits: t } = useBookTexts();
  if (finished_at === null) return <Badge tone="working" word={t.running} />;
  if (!findings) return <Badge tone="good" word={t.clean} />;
  return (
    <>
      <Badge tone="bad" word={t.findings({ count: findings })} /> {broken_check && t.broken({ check: broken_check })}
    </>
  );
}
