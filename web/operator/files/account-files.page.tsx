import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { EmptyState, NoMatch } from '../../ui/lists/empty-state.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import type { Filter } from '../../ui/lists/filters.ts';
import { useListState } from '../../ui/lists/list-page.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { usePathPart } from '../../ui/page/address.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { ButtonLink } from '../../ui/page/button-link.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconReceipt, IconSearch, IconSend } from '../../ui/page/icons.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { useWays } from './account-ways.ts';
import { FileTable } from './file-table.tsx';
import styles from './files.module.css';
import { accountsQuery, type BankAccount, filesQuery } from './files.queries.ts';
import { useFileTexts } from './files.texts.ts';

const SendDialog = lazy(async () => ({ default: (await import('./send-dialog.tsx')).SendDialog }));

/** The files of one bank, both ways. */
export function Page() {
  const t = useFileTexts();
  const name = usePathPart('name');
  const account = useQuery(accountsQuery).data?.data.find((one) => one.name === name);
  const [isSending, setIsSending] = useState(false);
  return (
    <>
      <PageHeader
        title={name}
        above={<BackLink to="/files" label={t.title} />}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconSend size={16} aria-hidden="true" />}
              disabled={!account || account.is_behind_restore}
              onClick={() => setIsSending(true)}
            >
              {t.send.action}
            </Button>
            <ButtonLink to={`/files/${name}/retorno`} icon={IconSearch}>
              {t.check}
            </ButtonLink>
          </>
        }
      />
      {account && <AccountFacts account={account} />}
      <div className={styles.sections}>
        <FileList name={name} />
      </div>
      {isSending && account && (
        <Suspense fallback={null}>
          <SendDialog account={account} onClose={() => setIsSending(false)} />
        </Suspense>
      )}
    </>
  );
}

function AccountFacts({ account }: { account: BankAccount }) {
  const t = useFileTexts();
  const { number } = useFormats();
  const waysOf = useWays();
  const { profile, waiting, waiting_since, numbers_left, is_behind_restore } = account;
  return (
    <>
      {is_behind_restore && (
        <p className={styles.warning} role="alert">
          {t.behindRestore}
        </p>
      )}
      <Facts
        facts={[
          [t.account, profile],
          [
            t.waitingHeader,
            <>
              {t.waiting({ count: waiting })}
              {waiting_since && (
                <>
                  , {t.since} <Timestamp at={waiting_since} absolute />
                </>
              )}
            </>,
          ],
          [t.ways, waysOf(account)],
          [t.numbers, number(numbers_left)],
        ]}
      />
    </>
  );
}

function FileList({ name }: { name: string }) {
  const { list: t } = useFileTexts();
  const filters: readonly Filter[] = [
    {
      kind: 'choice',
      key: 'direction',
      label: t.direction,
      options: (['remessa', 'retorno'] as const).map((value) => ({ value, label: t.directions[value] })),
    },
  ];
  const list = useListState(filters);
  const { data, error, isPlaceholderData, refetch } = useQuery(filesQuery(name, list.query));
  return (
    <>
      <FilterBar filters={filters} />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={5} />}
      {data?.total === 0 &&
        (list.isFiltered ? (
          <NoMatch onClear={list.clear} />
        ) : (
          <EmptyState icon={IconReceipt} title={t.empty} text={t.emptyText} />
        ))}
      {data && data.total > 0 && (
        <>
          <FileTable name={name} rows={data.data} isDimmed={isPlaceholderData} />
          <Pager {...data} />
        </>
      )}
    </>
  );
}
