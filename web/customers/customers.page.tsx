import { useQuery } from '@tanstack/react-query';
import { maskDocument } from '../../src/ground/brazil/documents.rules.ts';
import { useFormats } from '../i18n/formats.ts';
import { type Column, DataTable, type Sorting } from '../ui/lists/data-table.tsx';
import { EmptyState, NoMatch } from '../ui/lists/empty-state.tsx';
import { FilterBar } from '../ui/lists/filter-bar.tsx';
import { useListState } from '../ui/lists/list-page.ts';
import { Pager } from '../ui/lists/pager.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { ButtonLink } from '../ui/page/button-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconPlus, IconUsers } from '../ui/page/icons.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { CardLines } from '../ui/values/card-lines.tsx';
import { CurlButton } from '../ui/values/curl-button.tsx';
import { Timestamp } from '../ui/values/timestamp.tsx';
import { type Customer, customersQuery } from './customers.queries.ts';
import { useCustomerTexts } from './customers.texts.ts';
import { searchOf } from './search.ts';

export function Page() {
  const t = useCustomerTexts();
  const { number } = useFormats();
  const list = useListState([]);
  // Customers are of the whole account, not of one establishment.
  const { q = '', company_id: _, ...asked } = list.query;
  const query = { ...asked, ...searchOf(String(q)) };
  const { data, error, isPlaceholderData, refetch } = useQuery(customersQuery(query));
  return (
    <>
      <PageHeader title={t.title} aside={data && <span>{number(data.total)}</span>} />
      <FilterBar filters={[]} searchLabel={t.search} />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={10} />}
      {data?.total === 0 && (list.isFiltered ? <NoMatch onClear={list.clear} /> : <NoCustomer />)}
      {data && data.total > 0 && (
        <>
          <CustomerTable rows={data.data} sorting={list.sorting} isDimmed={isPlaceholderData} />
          <Pager {...data} />
          <CurlButton path="/customers" query={query} />
        </>
      )}
    </>
  );
}

interface CustomerTableProps {
  rows: readonly Customer[];
  sorting: Sorting;
  isDimmed: boolean;
}

function CustomerTable({ rows, sorting, isDimmed }: CustomerTableProps) {
  const t = useCustomerTexts();
  const columns: Column<Customer>[] = [
    { key: 'name', header: t.name, isMain: true, sortBy: 'name', cell: ({ name }) => name },
    { key: 'document', header: t.document, isUnbroken: true, cell: ({ document }) => maskDocument(document) },
    { key: 'email', header: t.email, sortBy: 'email', cell: ({ email }) => email },
    { key: 'phone', header: t.phone, isUnbroken: true, cell: ({ phone }) => phone },
    {
      key: 'since',
      header: t.since,
      sortBy: 'created_at',
      isUnbroken: true,
      cell: ({ created_at }) => <Timestamp at={created_at} />,
    },
  ];
  return (
    <DataTable
      caption={t.title}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/customers/${id}`}
      sorting={sorting}
      isDimmed={isDimmed}
      card={({ name, document, email, phone }) => (
        <CardLines start={name} lines={[maskDocument(document), email, phone]} />
      )}
    />
  );
}

function NoCustomer() {
  const t = useCustomerTexts();
  return (
    <EmptyState icon={IconUsers} title={t.empty} text={t.emptyText}>
      <ButtonLink to="/transactions/new" icon={IconPlus}>
        {t.newPayment}
      </ButtonLink>
    </EmptyState>
  );
}
