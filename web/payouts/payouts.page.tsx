import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useCan, useCompanyName } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { DIALECTS } from '../ui/lists/csv-dialects.ts';
import { type Column, DataTable } from '../ui/lists/data-table.tsx';
import { EmptyState, NoMatch } from '../ui/lists/empty-state.tsx';
import { FilterBar } from '../ui/lists/filter-bar.tsx';
import type { Filter } from '../ui/lists/filters.ts';
import { useListState } from '../ui/lists/list-page.ts';
import { Pager } from '../ui/lists/pager.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { ActionMenu } from '../ui/page/action-menu.tsx';
import { useAddress } from '../ui/page/address.ts';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconDownload, IconPlus, IconSend } from '../ui/page/icons.ts';
import { May } from '../ui/page/may.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { useDownload } from '../ui/use-download.ts';
import { CardLines } from '../ui/values/card-lines.tsx';
import { CurlButton } from '../ui/values/curl-button.tsx';
import { useDestinationText } from '../ui/values/destination-text.ts';
import { Timestamp } from '../ui/values/timestamp.tsx';
import { PayoutState } from './payout-state.tsx';
import { type ListedPayout, payoutsQuery } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

const NewPayoutDialog = lazy(async () => ({ default: (await import('./new-payout-dialog.tsx')).NewPayoutDialog }));

export function Page() {
  const t = usePayoutTexts();
  const { number } = useFormats();
  const address = useAddress();
  const canPayOut = useCan('payout');
  const filters = usePayoutFilters();
  const list = useListState(filters);
  const { data, error, isPlaceholderData, refetch } = useQuery(payoutsQuery(list.query));
  const { page: _page, limit: _limit, ...wanted } = list.query;
  return (
    <>
      <PageHeader
        title={t.title}
        aside={data && <span>{number(data.total)}</span>}
        actions={
          <>
            <ExportMenu query={wanted} />
            <May need="payout">
              <NewButton />
            </May>
          </>
        }
      />
      <FilterBar filters={filters} />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={10} />}
      {data?.total === 0 && (list.isFiltered ? <NoMatch onClear={list.clear} /> : <NoPayout />)}
      {data && data.total > 0 && (
        <>
          <PayoutTable rows={data.data} isDimmed={isPlaceholderData} />
          <Pager {...data} />
          <CurlButton path="/payouts" query={list.query} />
        </>
      )}
      {canPayOut && address.one('open') === 'new' && (
        <Suspense fallback={null}>
          <NewPayoutDialog onClose={() => address.change({ open: null }, { replace: true })} />
        </Suspense>
      )}
    </>
  );
}

function usePayoutFilters(): readonly Filter[] {
  const t = usePayoutTexts();
  const options = Object.entries(t.states).map(([value, label]) => ({ value, label }));
  return [
    { kind: 'choice', key: 'status', label: t.status, options },
    { kind: 'period', key: 'asked', label: t.asked, start: 'createdAtStart', end: 'createdAtEnd' },
  ];
}

/** In the address, so that a reload keeps the dialog open, and other pages lead to it. */
function NewButton() {
  const t = usePayoutTexts();
  const address = useAddress();
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => address.change({ open: 'new' })}>
      {t.new}
    </Button>
  );
}

/** Exactly the rows of the list, all pages of it. */
function ExportMenu({ query }: { query: ReturnType<typeof useListState>['query'] }) {
  const t = usePayoutTexts();
  const ui = useUiTexts();
  const download = useDownload('/payouts');
  return (
    <ActionMenu
      actions={DIALECTS.map((dialect) => ({
        key: dialect,
        label: ui.dialect[dialect],
        onChoose: () => download.mutate({ ...query, format: 'csv', dialect }),
      }))}
      renderTarget={(props) => (
        <Button
          variant="default"
          loading={download.isPending}
          data-shortcut="e"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          {...props}
        >
          {t.export}
        </Button>
      )}
    />
  );
}

function PayoutTable({ rows, isDimmed }: { rows: readonly ListedPayout[]; isDimmed: boolean }) {
  const t = usePayoutTexts();
  const { money } = useFormats();
  const nameOf = useCompanyName();
  const lineOf = useDestinationText();
  const askedBy = ({ origin, requested_by }: ListedPayout) => (origin === 'schedule' ? t.schedule : requested_by);
  const columns: Column<ListedPayout>[] = [
    { key: 'id', header: t.payout, isMain: true, cell: ({ id }) => t.one({ id: String(id) }) },
    { key: 'company', header: t.company, cell: ({ company_id }) => nameOf(company_id) },
    { key: 'amount', header: t.amount, align: 'right', isUnbroken: true, cell: ({ amount }) => money(amount) },
    { key: 'destination', header: t.destination, cell: ({ destination }) => lineOf(destination) },
    { key: 'status', header: t.status, cell: ({ status }) => <PayoutState status={status} /> },
    { key: 'by', header: t.askedBy, cell: askedBy },
    { key: 'asked', header: t.asked, cell: ({ requested_at }) => <Timestamp at={requested_at} /> },
  ];
  return (
    <DataTable
      caption={t.title}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/payouts/${id}`}
      isDimmed={isDimmed}
      card={(row) => (
        <CardLines
          start={money(row.amount)}
          end={<PayoutState status={row.status} />}
          lines={[
            `${nameOf(row.company_id)} · ${lineOf(row.destination)}`,
            <span key="asked">
              {askedBy(row)} · <Timestamp at={row.requested_at} />
            </span>,
          ]}
        />
      )}
    />
  );
}

function NoPayout() {
  const t = usePayoutTexts();
  return (
    <EmptyState icon={IconSend} title={t.empty} text={t.emptyText}>
      <May need="payout">
        <NewButton />
      </May>
    </EmptyState>
  );
}
