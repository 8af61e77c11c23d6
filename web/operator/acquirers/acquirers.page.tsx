import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ButtonLink } from '../../ui/page/button-link.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconPlus, IconRefresh, IconWallet } from '../../ui/page/icons.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { useCan } from '../app/session.ts';
import { homeQuery } from '../home/home.queries.ts';
import { AcquirerCard } from './acquirer-card.tsx';
import styles from './acquirers.module.css';
import { acquirersQuery } from './acquirers.queries.ts';
import { useAcquirerTexts } from './acquirers.texts.ts';

const CARD_HEIGHT = 240;

export function Page() {
  const t = useAcquirerTexts();
  const { data, error, isFetching, refetch } = useQuery(acquirersQuery);
  const { data: home } = useQuery(homeQuery);
  const maySet = useCan('acquirers');
  return (
    <>
      <PageHeader
        title={t.title}
        actions={
          <>
            <Button
              variant="default"
              loading={isFetching}
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              onClick={() => refetch()}
            >
              {t.again}
            </Button>
            {maySet && (
              <ButtonLink to="/acquirers/_new" icon={IconPlus}>
                {t.add}
              </ButtonLink>
            )}
          </>
        }
      />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={2} height={CARD_HEIGHT} />}
      {data?.data.length === 0 && <EmptyState icon={IconWallet} title={t.empty} text={t.emptyText} />}
      <div className={styles.cards}>
        {data?.data.map((acquirer) => (
          <AcquirerCard
            key={acquirer.name}
            acquirer={acquirer}
            comparison={home?.comparisons?.find((one) => one.acquirer === acquirer.name)}
          />
        ))}
      </div>
    </>
  );
}
