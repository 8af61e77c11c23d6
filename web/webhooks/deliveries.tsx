import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { EVENT_KINDS } from '../../src/news/events/event-kinds.rules.ts';
import { type Column, DataTable } from '../ui/lists/data-table.tsx';
import { EmptyState, NoMatch } from '../ui/lists/empty-state.tsx';
import { FilterBar } from '../ui/lists/filter-bar.tsx';
import type { Filter } from '../ui/lists/filters.ts';
import { useListState } from '../ui/lists/list-page.ts';
import { Pager } from '../ui/lists/pager.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconSend } from '../ui/page/icons.ts';
import { useUiTexts } from '../ui/ui.texts.ts';
import { CardLines } from '../ui/values/card-lines.tsx';
import { Timestamp } from '../ui/values/timestamp.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { type Delivery, deliveriesQuery, type Webhook } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

const STATES = ['PENDING', 'DELIVERED', 'FAILED'] as const;

/** What was sent to an endpoint, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { deliveries: t } = useWebhookTexts();
  const { none } = useUiTexts();
  const filters: readonly Filter[] = [
    {
      kind: 'choice',
      key: 'status',
      label: t.filters.status,
      options: STATES.map((value) => ({ value, label: t.states[value] })),
    },
    {
      kind: 'choice',
      key: 'event',
      label: t.filters.event,
      options: EVENT_KINDS.map((value) => ({ value, label: value })),
    },
    { kind: 'text', key: 'transaction_id', label: t.filters.transaction, pattern: /^[1-9]\d{0,15}$/ },
    { kind: 'period', key: 'created', label: t.filters.created, start: 'createdAtStart', end: 'createdAtEnd' },
  ];
  const { query, isFiltered, clear } = useListState(filters);
  const { company_id: _company, q: _search, ...asked } = query;
  const found = useQuery({ ...deliveriesQuery(String(webhook.id), asked), placeholderData: keepPreviousData });
  const columns: readonly Column<Delivery>[] = [
    { key: 'event', header: t.event, cell: ({ event }) => event, isMain: true },
    {
      key: 'transaction',
      header: t.transaction,
      cell: ({ transaction_id }) => (transaction_id === null ? none : `#${transaction_id}`),
    },
    { key: 'status', header: t.status, cell: ({ status }) => <DeliveryState status={status} /> },
    { key: 'attempts', header: t.attempts, align: 'right', cell: ({ attempts }) => attempts.length },
    { key: 'answer', header: t.answer, cell: (delivery) => lastAnswer(delivery) ?? none },
    { key: 'created', header: t.created, cell: ({ created_at }) => <Timestamp at={created_at} /> },
  ];
  return (
    <>
      <FilterBar filters={filters} />
      {found.isPending ? (
        <SkeletonRows />
      ) : found.isError ? (
        <ErrorCard error={found.error} onRetry={() => found.refetch()} />
      ) : found.data.data.length === 0 && isFiltered ? (
        <NoMatch onClear={clear} />
      ) : found.data.data.length === 0 ? (
        <EmptyState icon={IconSend} title={t.empty} text={t.emptyText} />
      ) : (
        <>
          <DataTable
            caption={t.title}
            columns={columns}
            rows={found.data.data}
            rowKey={({ id }) => id}
            rowLink={({ id }) => `/webhooks/${webhook.id}/deliveries/${id}`}
            card={(delivery) => (
              <CardLines
                start={<DeliveryState status={delivery.status} />}
                end={<Timestamp at={delivery.created_at} />}
                lines={[delivery.event, `${t.attempts}: ${delivery.attempts.length} · ${lastAnswer(delivery) ?? none}`]}
              />
            )}
            isDimmed={found.isPlaceholderData}
          />
          <Pager {...found.data} />
        </>
      )}
    </>
  );
}

/** What came of the last attempt: a status of HTTP, or why there is none. */
function lastAnswer({ attempts }: Delivery): string | null {
  const last = attempts.at(-1);
  return last ? String(last.status_code ?? last.error ?? '') : null;
}
