import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconReceipt } from '../../ui/page/icons.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { useWays } from './account-ways.ts';
import { accountsQuery, type BankAccount } from './files.queries.ts';
import { useFileTexts } from './files.texts.ts';

/** The banks that take files. */
export function Page() {
  const t = useFileTexts();
  const { data, error, refetch } = useQuery(accountsQuery);
  return (
    <>
      <PageHeader title={t.title} />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={2} />}
      {data?.data.length === 0 && <EmptyState icon={IconReceipt} title={t.accountsEmpty} text={t.accountsEmptyText} />}
      {data && data.data.length > 0 && <AccountTable rows={data.data} />}
    </>
  );
}

function AccountTable({ rows }: { rows: readonly BankAccount[] }) {
  const t = useFileTexts();
  const waysOf = useWays();
  const { number } = useFormats();
  const columns: readonly Column<BankAccount>[] = [
    { key: 'name', header: t.account, isMain: true, cell: ({ name, profile }) => `${name} (${profile})` },
    { key: 'waiting', header: t.waitingHeader, cell: ({ waiting }) => t.waiting({ count: waiting }) },
    { key: 'ways', header: t.ways, cell: waysOf },
    { key: 'numbers', header: t.numbers, align: 'right', cell: ({ numbers_left }) => number(numbers_left) },
  ];
  return (
    <DataTable
      caption={t.title}
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
      rowLink={({ name }) => `/files/${name}`}
      card={(account) => (
        <CardLines
          start={`${account.name} (${account.profile})`}
          lines={[`${t.waitingHeader}: ${t.waiting({ count: account.waiting })}`, waysOf(account)]}
        />
      )}
    />
  );
}
