import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { EVENT_KINDS } from '../../src/news/events/event-kinds.rules.ts';
import { EmptyState, NoMatch } from '../ui/lists/empty-state.tsx';
import { FilterBar } from '../ui/lists/filter-bar.tsx';
import { clearing, type Filter, readFilters } from '../ui/lists/filters.ts';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { useAddress } from '../ui/page/address.ts';
import { ButtonLink } from '../ui/page/button-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconChevronRight, IconChevronsLeft, IconPlus, IconTimelineEvent } from '../ui/page/icons.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { CurlButton } from '../ui/values/curl-button.tsx';
import { EventTable } from './event-table.tsx';
import styles from './events.module.css';
import { type EventPage, eventsQuery } from './events.queries.ts';
import { useEventTexts } from './events.texts.ts';

const EventDrawer = lazy(async () => ({ default: (await import('./event-drawer.tsx')).EventDrawer }));

const PAGE_SIZE = 25;
const CURSOR = /^[\w.~:-]{1,100}$/;

export function Page() {
  const t = useEventTexts();
  const address = useAddress();
  const filters = useEventFilters();
  const { values } = readFilters(filters, address.query);
  const after = CURSOR.test(address.one('after') ?? '') ? address.one('after') : undefined;
  const query = { direction: 'DESC', ...values, after, limit: PAGE_SIZE };
  const { data, error, isPlaceholderData, refetch } = useQuery(eventsQuery(query));
  const open = data?.data.find(({ id }) => id === address.one('open'));
  return (
    <>
      <PageHeader title={t.title} />
      <FilterBar filters={filters} />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={10} />}
      {data && <Events page={data} filters={filters} isDimmed={isPlaceholderData} />}
      {data && <CurlButton path="/events" query={query} />}
      {open && (
        <Suspense fallback={null}>
          <EventDrawer event={open} onClose={() => address.change({ open: null })} />
        </Suspense>
      )}
    </>
  );
}

function useEventFilters(): readonly Filter[] {
  const t = useEventTexts();
  const options = EVENT_KINDS.map((value) => ({ value, label: `${t.kinds[value]} (${value})` }));
  return [
    { kind: 'choice', key: 'event', label: t.kind, options },
    { kind: 'text', key: 'transaction_id', label: t.transaction, pattern: /^[1-9]\d{0,14}$/ },
  ];
}

interface EventsProps {
  page: EventPage;
  filters: readonly Filter[];
  isDimmed: boolean;
}

/** The feed has no numbered pages: one goes on to what is older, and back to the newest. */
function Events({ page: { data, has_more, next }, filters, isDimmed }: EventsProps) {
  const t = useEventTexts();
  const address = useAddress();
  const isFirst = address.one('after') === undefined;
  const { isFiltered } = readFilters(filters, address.query);
  return (
    <>
      {data.length > 0 && <EventTable events={data} isDimmed={isDimmed} />}
      {data.length === 0 && has_more && <EmptyState icon={IconTimelineEvent} title={t.shortPage} />}
      {data.length === 0 && !has_more && (isFiltered || !isFirst) && (
        <NoMatch onClear={() => address.change({ ...clearing(filters), after: null })} />
      )}
      {data.length === 0 && !has_more && !isFiltered && isFirst && (
        <EmptyState icon={IconTimelineEvent} title={t.empty} text={t.emptyText}>
          <ButtonLink to="/transactions/new" icon={IconPlus}>
            {t.newPayment}
          </ButtonLink>
        </EmptyState>
      )}
      <div className={styles.steps}>
        {!isFirst && (
          <Button
            variant="default"
            leftSection={<IconChevronsLeft size={16} aria-hidden="true" />}
            onClick={() => address.change({ after: null, open: null })}
          >
            {t.newest}
          </Button>
        )}
        {has_more && (
          <Button
            variant="default"
            rightSection={<IconChevronRight size={16} aria-hidden="true" />}
            onClick={() => address.change({ after: next, open: null })}
          >
            {data.length === 0 ? t.searchOn : t.older}
          </Button>
        )}
      </div>
    </>
  );
}
