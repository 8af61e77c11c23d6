import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { Section } from '../../ui/page/section.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { useCan } from '../app/session.ts';
import { listsQuery, type MadeList, type PayoutLists } from './lists.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

/** For banks without an API: what waits to be typed in, and what was handed out. */
export function ListsSection() {
  const { lists: t } = usePayoutTexts();
  const { data, error, refetch } = useQuery(listsQuery);
  if (error) return <ErrorCard error={error} onRetry={() => refetch()} />;
  if (!data) return <SkeletonRows rows={4} />;
  return (
    <Stack gap="lg">
      <Waiting waiting={data.waiting} />
      <Section title={t.made} isBare>
        {data.lists.length === 0 ? <p>{t.madeNone}</p> : <ListTable rows={data.lists} />}
      </Section>
    </Stack>
  );
}

function Waiting({ waiting }: Pick<PayoutLists, 'waiting'>) {
  const { lists: t } = usePayoutTexts();
  const { money } = useFormats();
  const canExport = useCan('money');
  const [acquirer, setAcquirer] = useState<string | null>(null);
  return (
    <Section title={t.waiting}>
      {waiting.length === 0 ? (
        <p>{t.waitingNone}</p>
      ) : (
        <Facts
          facts={waiting.map((one) => [
            one.acquirer,
            <span key={one.acquirer}>
              {t.waitingOf({ count: one.count, amount: money(one.amount) })}{' '}
              {canExport && (
                <Button size="xs" onClick={() => setAcquirer(one.acquirer)}>
                  {t.make}
                </Button>
              )}
            </span>,
          ])}
        />
      )}
      <Suspense fallback={null}>
        {acquirer !== null && <ExportDialog acquirer={acquirer} onClose={() => setAcquirer(null)} />}
      </Suspense>
    </Section>
  );
}

function ListTable({ rows }: { rows: readonly MadeList[] }) {
  const t = usePayoutTexts();
  const { money, number } = useFormats();
  const nameOf = ({ acquirer, number: of }: MadeList) => t.lists.one({ bank: acquirer, number: String(of) });
  const columns: readonly Column<MadeList>[] = [
    { key: 'list', header: t.lists.number, isMain: true, cell: nameOf },
    { key: 'count', header: t.lists.count, align: 'right', cell: ({ count }) => number(count) },
    { key: 'amount', header: t.amount, align: 'right', cell: ({ amount }) => money(amount) },
    { key: 'made', header: t.lists.madeAt, cell: ({ made_at }) => <Timestamp at={made_at} /> },
  ];
  return (
    <DataTable
      caption={t.lists.made}
      columns={columns}
      rows={rows}
      rowKey={nameOf}
      rowLink={({ acquirer, number: of }) => `/payout-lists/${acquirer}/${of}`}
      card={(list) => (
        <CardLines
          start={nameOf(list)}
          end={money(list.amount)}
          lines={[t.lists.waitingOf({ count: list.count, amount: money(list.amount) })]}
        />
      )}
    />
  );
}
