import { useQuery } from '@tanstack/react-query';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { TwoColumns } from '../../ui/page/two-columns.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { AttentionSection } from './attention-section.tsx';
import { BanksSection } from './banks-section.tsx';
import styles from './home.module.css';
import { homeQuery } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';
import { HouseSection } from './house-section.tsx';
import { MoneyToday } from './money-today.tsx';
import { OpenSection } from './open-section.tsx';
import { QueuesSection } from './queues-section.tsx';

const SECTION_HEIGHT = 160;

export function Page() {
  const t = useHomeTexts();
  const { data: home, error, dataUpdatedAt, refetch } = useQuery(homeQuery);
  return (
    <>
      <PageHeader
        title={t.title}
        aside={
          home && (
            <span className={styles.updated}>
              {t.updated} <Timestamp at={new Date(dataUpdatedAt).toISOString()} isReal />
            </span>
          )
        }
      />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!home && !error && <SkeletonRows rows={3} height={SECTION_HEIGHT} />}
      {home && (
        <div className={styles.page}>
          <AttentionSection findings={home.attention} />
          <MoneyToday acquirers={home.acquirers} />
          <BanksSection acquirers={home.acquirers} comparisons={home.comparisons} />
          <TwoColumns
            main={<OpenSection open={home.open} />}
            aside={
              <>
                <QueuesSection queues={home.queues} />
                <HouseSection home={home} />
              </>
            }
          />
        </div>
      )}
    </>
  );
}
