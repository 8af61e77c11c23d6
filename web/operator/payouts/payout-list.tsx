import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState, NoMatch } from '../../ui/lists/empty-state.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import type { Filter } from '../../ui/lists/filters.ts';
import { useListState } from '../../ui/lists/list-page.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconSend } from '../../ui/page/icons.ts';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { useDestinationText } from '../../ui/values/destination-text.ts';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { OpenSwitch, useOpenQuery } from '../parts/open-switch.tsx';
import { usePartTexts } from '../parts/parts.texts.ts';
import { PayoutState } from './payout-state.tsx';
import { type Payout, payoutsQuery } from './payouts.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';
import { StandstillNote } from './standstill-note.tsx';

export function PayoutList() {
  const t = usePayoutTexts();
  const options = Object.entries(t.states).map(([value, label]) => ({ value, label }));
  const filters: readonly Filter[] = [
    { kind: 'choice', key: 'status', label: t.state, options },
    { kind: 'text', key: 'merchant_id', label: t.merchant, pattern: /^[1-9]\d{0,14}$/ },
  ];
  const list = useListState(filters);
  const open = useOpenQuery();
  const { data, error, isPlaceholderData, refetch } = useQuery(payoutsQuery({ ...list.query, ...open }));
  return (
    <>
      {data?.stands_still && <StandstillNote />}
      <FilterBar filters={filters}>
        <OpenSwitch />
      </FilterBar>
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={8} />}
      {data?.total === 0 &&
        (list.isFiltered ? (
          <NoMatch onClear={list.clear} />
        ) : open.open ? (
          <EmptyState icon={IconSend} title={t.empty} text={t.emptyText} />
        ) : (
          <EmptyState icon={IconSend} title={t.none} />
        ))}
      {data && data.total > 0 && (
        <>
          <PayoutTable rows={data.data} isDimmed={isPlaceholderData} />
          <Pager {...data} />
        </>
      )}
    </>
  );
}

function PayoutTable({ rows, isDimmed }: { rows: readonly Payout[]; isDimmed: boolean }) {
  const t = usePayoutTexts();
  const { whose } = usePartTexts();
  const { money } = useFormats();
  const lineOf = useDestinationText();
  const ownerOf = ({ merchant_id, company_id }: Payout) =>
    `${whose.merchant({ id: merchant_id })}, ${whose.company({ id: company_id })}`;
  const columns: readonly Column<Payout>[] = [
    { key: 'id', header: t.payout, isMain: true, cell: ({ id }) => t.one({ id: String(id) }) },
    { key: 'whose', header: t.whose, cell: ownerOf },
    { key: 'bank', header: t.bank, cell: ({ acquirer }) => acquirer },
    { key: 'amount', header: t.amount, align: 'right', isUnbroken: true, cell: ({ amount }) => money(amount) },
    { key: 'destination', header: t.destination, cell: ({ destination }) => lineOf(destination) },
    { key: 'asked', header: t.asked, cell: ({ requested_at }) => <Timestamp at={requested_at} /> },
    { key: 'state', header: t.state, cell: ({ status, is_old }) => <PayoutState status={status} is_old={is_old} /> },
  ];
  return (
    <DataTable
      caption={t.title}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/payouts/${id}`}
      isDimmed={isDimmed}
      card={(payout) => (
        <CardLines
          start={money(payout.amount)}
          end={<Timestamp at={payout.requested_at} />}
          lines={[
            <PayoutState key="state" status={payout.status} is_old={payout.is_old} />,
            ownerOf(payout),
            `${payout.acquirer} · ${lineOf(payout.destination)}`,
          ]}
        />
      )}
    />
  );
}
