import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatDocument } from '../../src/ground/brazil/documents.rules.ts';
import { type Column, DataTable } from '../ui/lists/data-table.tsx';
import { EmptyState } from '../ui/lists/empty-state.tsx';
import { useListState } from '../ui/lists/list-page.ts';
import { Pager } from '../ui/lists/pager.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconBuildingStore } from '../ui/page/icons.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { CardLines } from '../ui/values/card-lines.tsx';
import { Money } from '../ui/values/money.tsx';
import { Badge } from '../ui/values/status-badge.tsx';
import { companiesQuery, type ListedEstablishment } from './companies.queries.ts';
import { useCompanyTexts } from './companies.texts.ts';

export function Page() {
  const t = useCompanyTexts();
  const { query } = useListState([]);
  const { page = '1', limit = '25' } = query;
  const companies = useQuery({ ...companiesQuery({ page, limit }), placeholderData: keepPreviousData });
  const columns: readonly Column<ListedEstablishment>[] = [
    { key: 'name', header: t.columns.name, cell: ({ name }) => name, isMain: true },
    { key: 'document', header: t.columns.document, cell: ({ document }) => formatDocument(document) },
    { key: 'status', header: t.columns.status, cell: ({ status }) => <CompanyState status={status} /> },
    {
      key: 'available',
      header: t.columns.available,
      align: 'right',
      cell: ({ balance }) => <Money cents={balance.available} />,
    },
    {
      key: 'future',
      header: t.columns.future,
      align: 'right',
      cell: ({ balance }) => <Money cents={balance.future} />,
    },
    {
      key: 'retention',
      header: t.columns.retention,
      align: 'right',
      cell: ({ balance }) => <Money cents={balance.retention} />,
    },
    { key: 'tokens', header: t.columns.tokens, align: 'right', cell: ({ active_tokens }) => active_tokens },
  ];
  return (
    <>
      <PageHeader title={t.title} />
      {companies.isPending ? (
        <SkeletonRows />
      ) : companies.isError ? (
        <ErrorCard error={companies.error} onRetry={() => companies.refetch()} />
      ) : companies.data.total === 0 ? (
        <EmptyState icon={IconBuildingStore} title={t.empty.title} text={t.empty.text} />
      ) : (
        <>
          <DataTable
            caption={t.title}
            columns={columns}
            rows={companies.data.data}
            rowKey={({ id }) => id}
            rowLink={({ id }) => `/companies/${id}`}
            card={(company) => (
              <CardLines
                start={company.name}
                end={<Money cents={company.balance.available} />}
                lines={[
                  formatDocument(company.document),
                  <span key="state">
                    {t.status[company.status]} · {t.tokens.count({ count: company.active_tokens })}
                  </span>,
                ]}
              />
            )}
            isDimmed={companies.isPlaceholderData}
          />
          <Pager {...companies.data} />
        </>
      )}
    </>
  );
}

function CompanyState({ status }: { status: ListedEstablishment['status'] }) {
  const t = useCompanyTexts();
  return <Badge tone={status === 'ACTIVE' ? 'good' : 'working'} word={t.status[status]} />;
}
