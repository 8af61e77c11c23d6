import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useCompanyName } from '../api/session.ts';
import { type Column, DataTable } from '../ui/lists/data-table.tsx';
import { EmptyState } from '../ui/lists/empty-state.tsx';
import { useListState } from '../ui/lists/list-page.ts';
import { Pager } from '../ui/lists/pager.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { useAddress } from '../ui/page/address.ts';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconPlus, IconWebhook } from '../ui/page/icons.ts';
import { May } from '../ui/page/may.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { CardLines } from '../ui/values/card-lines.tsx';
import { Timestamp } from '../ui/values/timestamp.tsx';
import { WebhookState } from './webhook-state.tsx';
import { type Webhook, webhooksQuery } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

const NewWebhook = lazy(async () => ({ default: (await import('./new-webhook.tsx')).NewWebhook }));

export function Page() {
  const t = useWebhookTexts();
  const address = useAddress();
  const nameOf = useCompanyName();
  const { query } = useListState([]);
  const [isCreating, setIsCreating] = useState(false);
  const { page = '1', limit = '25' } = query;
  const webhooks = useQuery({ ...webhooksQuery({ page, limit }), placeholderData: keepPreviousData });
  const companyOf = ({ company_id }: Webhook) => (company_id === null ? t.allCompanies : nameOf(company_id));
  const lastOf = ({ last_attempt_at }: Webhook) => (last_attempt_at ? <Timestamp at={last_attempt_at} /> : t.never);
  const columns: readonly Column<Webhook>[] = [
    { key: 'url', header: t.columns.url, cell: ({ url }) => url, isMain: true },
    { key: 'state', header: t.columns.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
    { key: 'events', header: t.columns.events, cell: ({ events }) => t.count({ count: events.length }) },
    { key: 'company', header: t.columns.company, cell: companyOf },
    { key: 'last', header: t.columns.last, cell: lastOf },
  ];
  const create = (
    <May need="webhooks">
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setIsCreating(true)}>
        {t.create}
      </Button>
    </May>
  );
  return (
    <>
      <PageHeader title={t.title} actions={webhooks.data?.total === 0 ? null : create} />
      {webhooks.isPending ? (
        <SkeletonRows />
      ) : webhooks.isError ? (
        <ErrorCard error={webhooks.error} onRetry={() => webhooks.refetch()} />
      ) : webhooks.data.total === 0 ? (
        <EmptyState icon={IconWebhook} title={t.empty.title} text={t.empty.text}>
          {create}
        </EmptyState>
      ) : (
        <>
          <DataTable
            caption={t.title}
            columns={columns}
            rows={webhooks.data.data}
            rowKey={({ id }) => id}
            rowLink={({ id }) => `/webhooks/${id}`}
            card={(webhook) => (
              <CardLines
                start={<WebhookState webhook={webhook} />}
                end={lastOf(webhook)}
                lines={[webhook.url, `${companyOf(webhook)} · ${t.count({ count: webhook.events.length })}`]}
              />
            )}
            isDimmed={webhooks.isPlaceholderData}
          />
          <Pager {...webhooks.data} />
        </>
      )}
      {isCreating && (
        <Suspense fallback={null}>
          <NewWebhook onClose={() => setIsCreating(false)} onCreated={({ id }) => address.go(`/webhooks/${id}`)} />
        </Suspense>
      )}
    </>
  );
}
