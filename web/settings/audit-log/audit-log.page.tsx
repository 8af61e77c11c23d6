import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { auditLogQuery } from '../../ui/account/settings.queries.ts';
import { useSettingsTexts } from '../../ui/account/settings.texts.ts';
import { useAuditTexts } from '../../ui/audit-log/audit-log.texts.ts';
import { AuditTable } from '../../ui/audit-log/audit-table.tsx';
import { DIALECTS } from '../../ui/lists/csv-dialects.ts';
import { EmptyState, NoMatch } from '../../ui/lists/empty-state.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import type { Filter } from '../../ui/lists/filters.ts';
import { useListState } from '../../ui/lists/list-page.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ActionMenu } from '../../ui/page/action-menu.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconDownload, IconListSearch } from '../../ui/page/icons.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { useUiTexts } from '../../ui/ui.texts.ts';
import { useDownload } from '../../ui/use-download.ts';
import { CurlButton } from '../../ui/values/curl-button.tsx';
import { SettingsNav } from '../settings-nav.tsx';

export function Page() {
  const { pages } = useSettingsTexts();
  const t = useAuditTexts();
  const ui = useUiTexts();
  const filters = useFilters();
  const list = useListState(filters);
  const { data, error, isPlaceholderData, refetch } = useQuery(auditLogQuery(list.query));
  const download = useDownload('/audit-log');
  const { page: _page, limit: _limit, ...wanted } = list.query;
  return (
    <>
      <PageHeader
        title={pages.audit}
        actions={
          <ActionMenu
            actions={DIALECTS.map((dialect) => ({
              key: dialect,
              label: ui.dialect[dialect],
              onChoose: () => download.mutate({ ...wanted, format: 'csv', dialect }),
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
        }
      />
      <SettingsNav />
      <FilterBar filters={filters} />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={10} />}
      {data && data.total === 0 && (list.isFiltered ? <NoMatch onClear={list.clear} /> : <Nothing />)}
      {data && data.total > 0 && (
        <>
          <AuditTable entries={data.data} isDimmed={isPlaceholderData} />
          <Pager {...data} />
          <CurlButton path="/audit-log" query={list.query} />
        </>
      )}
    </>
  );
}

function Nothing() {
  const t = useAuditTexts();
  return <EmptyState icon={IconListSearch} title={t.empty} />;
}

function useFilters(): readonly Filter[] {
  const t = useAuditTexts();
  const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
  return [
    { kind: 'choice', key: 'action', label: t.columns.action, options: options(t.actions) },
    { kind: 'choice', key: 'actor', label: t.columns.actor, options: options(t.actors) },
    { kind: 'choice', key: 'object', label: t.columns.object, options: options(t.objects) },
    { kind: 'text', key: 'object_id', label: t.objectId, pattern: /^[\w-]{1,100}$/ },
    { kind: 'period', key: 'created', label: t.columns.at, start: 'createdAtStart', end: 'createdAtEnd' },
  ];
}
