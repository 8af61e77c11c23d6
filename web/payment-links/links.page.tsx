import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../i18n/formats.ts';
import { EmptyState, NoMatch } from '../ui/lists/empty-state.tsx';
import { FilterBar } from '../ui/lists/filter-bar.tsx';
import { useListState } from '../ui/lists/list-page.ts';
import { Pager } from '../ui/lists/pager.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { ButtonLink } from '../ui/page/button-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconLink, IconPlus } from '../ui/page/icons.ts';
import { May } from '../ui/page/may.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { CurlButton } from '../ui/values/curl-button.tsx';
import { LinkTable } from './link-table.tsx';
import { useLinkFilters } from './links.filters.ts';
import { linksQuery } from './links.queries.ts';
import { useLinkTexts } from './links.texts.ts';

export function Page() {
  const { list: t } = useLinkTexts();
  const { number } = useFormats();
  const filters = useLinkFilters();
  const list = useListState(filters);
  const { data, error, isPlaceholderData, refetch } = useQuery(linksQuery(list.query));
  return (
    <>
      <PageHeader
        title={t.title}
        aside={data && <span>{number(data.total)}</span>}
        actions={
          <May need="charge">
            <ButtonLink to="/links/new" icon={IconPlus} data-shortcut="n">
              {t.new}
            </ButtonLink>
          </May>
        }
      />
      <FilterBar filters={filters} />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={10} />}
      {data && data.total === 0 && (list.isFiltered ? <NoMatch onClear={list.clear} /> : <Nothing />)}
      {data && data.total > 0 && (
        <>
          <LinkTable rows={data.data} isDimmed={isPlaceholderData} />
          <Pager {...data} />
          <CurlButton path="/payment-links" query={list.query} />
        </>
      )}
    </>
  );
}

function Nothing() {
  const { list: t } = useLinkTexts();
  return (
    <EmptyState icon={IconLink} title={t.empty} text={t.emptyText}>
      <May need="charge">
        <ButtonLink to="/links/new" icon={IconPlus}>
          {t.new}
        </ButtonLink>
      </May>
    </EmptyState>
  );
}
